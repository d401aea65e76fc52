/* ask - the first view: a sentence in, its result and how it came about; and the chart of the
 * same sentence. */
"use strict";
(function (g2l2) {
    const { h, api, failure, Compose, SceneStrip, Viewer, Chart, kept } = g2l2;

    /* What the words on the page mean, for those who see it for the first time: with an example of
     * commands, or of questions about scenes. */
    const TOLD = {
        commands: [
            ["Category", "twice  V\\V", `How a word combines: it takes a V (an action) on its left, \\, and
                together they are a V. A / takes it on the right.`],
            ["Program", "λx. repeat(x, 2)", "What it does: given an action x, do x two times."],
            ["Derivation", "jump  twice", `Which words were joined, in which order: each line makes one part
                of those above it. The last is the whole sentence.`],
        ],
        questions: [
            ["Category", "red  objset/objset", `How a word combines: it takes an objset (a set of objects) on
                its right, /, and together they are an objset. A \\ takes it on the left.`],
            ["Program", "λx. filter(x, ?)", `What it does: of the objects x, keep those that are like ?, which
                is what the word looks like, learned as numbers.`],
            ["Derivation", "red  cube", `Which words were joined, in which order: each line makes one part of
                those above it. The last is the whole sentence.`],
        ],
        facts: [
            ["Category", "oldest  N\\N", `How a word combines: it takes an N (things) on its left, \\, and together they are
                an N. A / takes it on the right.`],
            ["Program", "λx. largest(x, age())", "What it does: of the things x, keep that with the largest age."],
            ["Derivation", "the  oldest", `Which words were joined, in which order: each line makes one part of
                those above it. The last is the whole sentence.`],
        ],
        frames: [
            ["Category", "kitchen  F", "What a word is: an F is a part of a record. Parts go together in any order."],
            ["Program", "field(room(), kitchen())", `What it adds: the field room, with the value kitchen. nothing() adds
                none.`],
            ["Derivation", "lamp  kitchen", `Which words were joined, in which order: each line makes one part of
                those above it. The last is the whole record.`],
        ],
        labels: [
            ["Category", "parcel  M", "What a word is: an M says which label it is, or nothing. They go together in any order."],
            ["Program", "field(label(), TRACK())", `What it says: the label is TRACK. Words that say something else contradict
                it; nothing() says nothing.`],
            ["Derivation", "track  parcel", `Which words were joined, in which order: each line makes one part of
                those above it. The last is the whole sentence.`],
        ],
    };
    const KEYS = [["/", "type"], ["[", "back"], ["]", "on"], ["p", "play"], ["?", "this"]];

    /* In words of what the model is about. */
    function intro({ domain, has_scenes: scenes }, onclose) {
        const item = ([name, example, text]) =>
            h("div", h("h3", name), h("p.intro-example", h("code", example)), h("p", text));
        const close = { type: "button", "aria-label": "close this explanation", onclick: onclose };
        const sign = (name, text) => h("span.sign", h(`span.key.${name}`), text);
        const rings = [sign("ring", "an object that is meant"), sign("dashed", "what it was found from")];
        return h("section.card.intro", { "aria-label": "what am I looking at" },
            h("header.card-head", h("h2", "What am I looking at?"), h("button.icon.close", close)),
            h("p", `The model knows what every word can mean: it was learned from examples, or written by hand.
                It looks the words of a sentence up, joins them into larger parts, and runs the program that
                they make.`),
            h("div.intro-grid", (TOLD[domain] || TOLD[scenes ? "questions" : "commands"]).map(item)),
            h("p.legend", scenes ? rings : null,
                sign("lit", "belongs to what you point at"), sign("now", "the step that is shown"),
                h("span.keys", KEYS.map(([key, name]) => [h("kbd", key), ` ${name} `]))));
    }

    /* Objects in the words of the model: point at one, or open their list, and it is described; a click
     * puts the description into the question. */
    class Described {
        constructor(input, { model, scene, image }) {
            Object.assign(this, { input, model, asked: new Map() });
            this.about = image ? { image: image.data } : { scene };
        }

        /* The description, or null; and why there is none. */
        say(object) {
            const ask = () => api.say({ model: this.model, ...this.about, object: object + 1 })
                .then((said) => ({ text: said.sentences.length ? said.sentences[0].sentence : null, why: said.reason }))
                .catch((error) => ({ text: null, why: error.message }));
            if (!this.asked.has(object)) this.asked.set(object, ask());
            return this.asked.get(object);
        }

        /* In the place of what is selected, or behind all. */
        put(text) {
            const { value, selectionStart: from, selectionEnd: to } = this.input;
            const space = (at) => at && !/\s$/.test(at) ? `${at} ` : at;
            const before = from === to ? value.replace(/\s*[?.]\s*$/, "") : value.slice(0, from);
            const after = from === to ? "" : value.slice(to);
            this.input.value = `${space(before)}${text}${after && !/^[\s?.]/.test(after) ? " " : ""}${after}`;
            this.input.focus();
        }

        async tell(object, line) {
            const said = await this.say(object);
            line.textContent = `${object + 1}: ${said.text || said.why}`;
        }

        async fill(item, object) {
            const said = await this.say(object);
            const put = { type: "button", title: "put it into the question", onclick: () => this.put(said.text) };
            item.append(" ", said.text ? h("button.text.say", put, said.text) : h("span.quiet", said.why));
        }

        attach(root) {
            const scene = root.querySelector(".stage .scene"), list = root.querySelector("details.inventory");
            const line = h("p.described.quiet", { "aria-live": "polite" });
            if (scene) root.querySelector(".stage-below").after(line);
            for (const el of scene ? scene.querySelectorAll("[data-object]") : []) {
                const object = +el.dataset.object;
                el.addEventListener("pointerenter", () => this.tell(object, line));
                el.addEventListener("click", async () => {
                    const said = await this.say(object);
                    if (said.text) this.put(said.text);
                });
            }
            if (list) list.addEventListener("toggle", () =>
                list.querySelectorAll("li").forEach((item, i) => this.fill(item, i)), { once: true });
        }
    }

    /* Views of one sentence share what is asked, and wait for the trace. */
    class SentenceView {
        constructor(app) {
            this.app = app;
            this.compose = new Compose(app);
            this.strip = new SceneStrip(app);
            this.out = h("div.out", { "aria-busy": "false" });
        }

        async update(state) {
            const model = this.app.model(state.model);
            if (!model) return;
            const first = this.app.examples(state.model)[0];
            if (!state.q && first) return this.app.go(first, true);
            this.compose.update(state);
            if (state.image) state.scene = null; /* it is the scene */
            if (state.scene !== null) this.strip.update(state);
            const turn = this.turn = {};
            if (!state.q) {
                this.out.replaceChildren(h("p.quiet", "Type a sentence to see what the model makes of it."));
                return;
            }
            this.out.setAttribute("aria-busy", "true");
            try {
                const [trace, scene] = await Promise.all(state.image
                    ? [this.app.traceImage(state.model, state.q, state.image)]
                    : [this.app.trace(state.model, state.q, state.scene),
                        state.scene === null ? null : this.app.scene(state.scene)]);
                if (this.turn === turn) this.show(trace, scene, state);
            } catch (error) {
                if (this.turn === turn) this.out.replaceChildren(h("div.card", failure(error)));
            }
            if (this.turn === turn) this.out.setAttribute("aria-busy", "false");
        }
    }

    g2l2.AskView = class AskView extends SentenceView {
        constructor(app) {
            super(app);
            this.about = h("div");
            this.help = h("button.text.help", { type: "button", onclick: () => this.explain(true) },
                "What am I looking at?");
            this.save = h("span.save");
            this.element = h("div.view.ask", h("h1.visually-hidden", "Ask"), this.compose.element,
                this.about, this.out, h("p.center", this.help, this.save));
            /* On a phone it would be all that is seen: there, a line that opens it. */
            this.line = kept("g2l2.intro") !== "closed" && matchMedia("(max-width: 40rem)").matches;
            this.open = kept("g2l2.intro") !== "closed" && !this.line;
        }

        update(state) {
            this.model = this.app.model(state.model) || {};
            this.explain(this.open);
            return super.update(state);
        }

        explain(on) {
            this.open = on;
            if (on) this.line = false;
            this.help.hidden = on || this.line;
            const close = () => { kept("g2l2.intro", "closed"); this.explain(false); this.help.focus(); };
            const more = { type: "button", onclick: () => this.explain(true) };
            this.about.replaceChildren(...(on ? [intro(this.model, close)] : []),
                ...(this.line ? [h("p.intro-line", "New here? ", h("button.text", more, "What am I looking at?"))] : []));
        }

        show(trace, scene, state) {
            if (this.viewer && this.viewer.replay) this.viewer.replay.stop();
            this.viewer = new Viewer(trace, {
                picture: this.pictureOf(trace, scene),
                beside: state.scene === null ? null : this.strip.element,
                onask: (sentence) => this.app.go({ q: sentence }),
                step: state.step, onstep: (step) => this.app.note({ step }),
                onteach: (word) => g2l2.likenForm(this.newest(state.model), word, (draft) => this.taught(draft)),
            });
            this.out.replaceChildren(this.viewer.element);
            if (this.viewer.d) this.viewer.rest(); /* marks need the picture in its place */
            const main = this.out.querySelector(".result-main"), onask = (q) => this.app.go({ q });
            const said = main && state.scene === null && !state.image ? g2l2.sayBack(state.model, trace, onask) : null;
            if (said) main.append(said);
            if (state.scene !== null || state.image) new Described(this.compose.input, state).attach(this.out);
            this.saveAs(state);
            this.app.say(trace.result === null ? "no result" : `result: ${trace.result}`);
        }

        /* Rows of a table have no place. */
        pictureOf({ pictures, scene: seen }, scene) {
            if (!scene) return pictures ? pictures.scene : null;
            return seen || scene.objects.some((o) => o.position) ? scene.picture : null;
        }

        /* A draft that there is keeps its changes. */
        newest(name) {
            return this.app.model(`${name}*`) ? `${name}*` : name;
        }

        /* The draft knows a word more: ask it the same. */
        async taught(draft) {
            await this.app.refreshModels();
            this.app.forget();
            this.app.go({ model: draft });
        }

        /* The same as a file; an image is too large for an address. */
        saveAs(state) {
            this.save.hidden = Boolean(state.image);
            const file = state.q.replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 60);
            const link = (format, name, extension, alone) => h("a.text", {
                href: api.explainAddress(state.model, state.q, state.scene, format, alone ? 1 : null),
                download: `${file}${alone ? "-derivation" : ""}.${extension}`,
            }, name);
            this.save.replaceChildren(h("span.quiet", "Save as"), link("html", "page", "html"),
                link("svg", "SVG", "svg"), link("latex", "LaTeX", "tex"), link("json", "JSON", "json"),
                h("span.quiet", "the derivation alone"), link("svg", "SVG", "svg", true), link("latex", "LaTeX", "tex", true));
        }

        key(event) {
            if (event.key === "?") { this.explain(!this.open); return true; }
            return Boolean(this.viewer && this.viewer.key(event));
        }
    };

    g2l2.ChartView = class ChartView extends SentenceView {
        constructor(app) {
            super(app);
            this.element = h("div.view.chart-view", h("h1.visually-hidden", "Chart"), this.compose.element,
                h("p.lead", `Everything the words could be part of. The bottom row is single words, the top the
                    whole sentence; the stronger its colour, the more of the sentence a cell carries. Lines lead
                    to what a part is made of. Choose one to see what competes there.`),
                this.out);
        }

        show(trace, scene, state) {
            const oncell = (cell) => this.app.note({ cell });
            this.out.replaceChildren(trace.chart.items.length ? new Chart(trace, state.cell, oncell).element
                : h("p.card.quiet", trace.reason || "There is nothing in the chart of this sentence."));
        }
    };
})(window.g2l2);

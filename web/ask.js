/* ask - the first view: a sentence in, its result and how it came about; and the chart of the
 * same sentence. */
"use strict";
(function (g2l2) {
    const { h, Compose, SceneStrip, Viewer, Chart, kept } = g2l2;

    /* What the words on the page mean, for those who see it for the first time. */
    function intro(onclose) {
        const item = (name, example, text) => h("div", {}, h("h3", {}, name), h("p.intro-example", {}, h("code", {}, example)), h("p", {}, text));
        return h("section.card.intro", { "aria-label": "what am I looking at" },
            h("header.card-head", {}, h("h2", {}, "What am I looking at?"), h("button.icon.close", { type: "button", "aria-label": "close this explanation", onclick: onclose })),
            h("p", {}, "The model learned every word from examples alone. To understand a sentence it looks its words up, joins them to larger parts, and runs the program that results."),
            h("div.intro-grid", {},
                item("Category", "twice  V\\V", "How a word combines: V\\V takes a V (an action) on its left, \\, and together they are a V. A / takes it on the right."),
                item("Program", "λx. repeat(x, 2)", "What it does: given x, do x two times. A ? stands for what the word looks like, learned as numbers."),
                item("Derivation", "jump  twice", "Which words were joined, in which order: each line makes one part of those above it. The last is the whole sentence.")),
            h("p.legend", {}, h("span.key.ring", {}), "an object that is meant", h("span.key.dashed", {}), "what it was found from",
                h("span.key.lit", {}), "belongs to what you point at", h("span.key.now", {}), "the step that is shown"));
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
            if (state.scene !== null) this.strip.update(state);
            if (!state.q) return this.out.replaceChildren(h("p.quiet", {}, "Type a sentence to see what the model makes of it."));
            const turn = this.turn = {};
            this.out.setAttribute("aria-busy", "true");
            try {
                const [trace, scene] = await Promise.all([this.app.trace(state.model, state.q, state.scene), state.scene === null ? null : this.app.scene(state.scene)]);
                if (this.turn === turn) this.show(trace, scene, state);
            } catch (error) {
                if (this.turn === turn) this.out.replaceChildren(h("p.card.failure", { role: "alert" }, error.message));
            }
            if (this.turn === turn) this.out.setAttribute("aria-busy", "false");
        }
    }

    g2l2.AskView = class AskView extends SentenceView {
        constructor(app) {
            super(app);
            this.about = h("div");
            this.help = h("button.text.help", { type: "button", onclick: () => this.explain(true) }, "What am I looking at?");
            this.element = h("div.view.ask", {}, h("h1.visually-hidden", {}, "Ask"), this.compose.element, this.about, this.out, h("p.center", {}, this.help));
            this.explain(kept("g2l2.intro") !== "closed");
        }

        explain(on) {
            this.help.hidden = on;
            this.about.replaceChildren(...(on ? [intro(() => { kept("g2l2.intro", "closed"); this.explain(false); this.help.focus(); })] : []));
        }

        show(trace, scene, state) {
            if (this.viewer && this.viewer.replay) this.viewer.replay.stop();
            this.viewer = new Viewer(trace, {
                picture: scene ? scene.picture : null, beside: state.scene === null ? null : this.strip.element,
                onask: (sentence) => this.app.go({ q: sentence }),
            });
            this.out.replaceChildren(this.viewer.element);
            if (this.viewer.d) this.viewer.rest(); /* marks need the picture in its place */
            this.app.say(trace.result === null ? "no result" : `result: ${trace.result}`);
        }

        key(event) {
            if (event.key === "?") { this.explain(this.help.hidden === false); return true; }
            return Boolean(this.viewer && this.viewer.key(event));
        }
    };

    g2l2.ChartView = class ChartView extends SentenceView {
        constructor(app) {
            super(app);
            this.element = h("div.view.chart-view", {}, h("h1.visually-hidden", {}, "Chart"), this.compose.element,
                h("p.lead", {}, "Everything the words could be part of. The bottom row is single words, the top the whole sentence; a darker cell carries more of the sentence. Choose a cell to see what competes there."),
                this.out);
        }

        show(trace) {
            this.out.replaceChildren(trace.chart.items.length ? new Chart(trace).element
                : h("p.card.quiet", {}, trace.reason || "There is nothing in the chart of this sentence."));
        }
    };
})(window.g2l2);

/* viewer - a trace to look at: the result, the stage with the execution, the derivation, the
 * program and the steps, linked with each other. The explorer and the page of
 * `g2l2 explain --format html` both show traces with it.
 *
 *     new Viewer(trace, {picture: "<svg...>", onask: (sentence) => ..., step, onstep, told}).element */
"use strict";
(function (g2l2) {
    const { h, Links, Tree, Replay, Stage, bar, percent, count, table, actions, actionChips } = g2l2;
    const BLIND = "A question about a scene, asked without one: it has a derivation and no values.";
    const HINT = matchMedia("(hover: none) and (pointer: coarse)").matches
        ? "Touch a part to see what it contributes, and its details."
        : "Point at a part to see what it contributes; click it, or press Enter, for details.";
    const LONG = 10; /* words; a derivation of more stands above all else */
    const SURE = 0.75; /* a result that is less sure is shown with what competes */
    const LARGE = 24; /* letters; longer answers are written smaller */
    const HARDLY = 0.005; /* a reading that is less likely does not compete */

    function card(title, name, tools, ...content) {
        return h(`section.card.${name}`, { "aria-label": title },
            h("header.card-head", h("h2", title), tools ? h("div.tools", tools) : null), ...content);
    }

    function resultText(text) {
        if (text === "") return h("div.result-text.quiet", "nothing to do");
        const list = actions(text);
        if (list) return actionChips(list, "div.actions.result-text");
        return h("div.result-text.answer" + (text.length > LARGE ? ".long" : ""), g2l2.plain.meaning(text));
    }

    /* told: the result itself stands elsewhere; null: then there is nothing to add. */
    function result(trace, told) {
        const readings = trace.readings.filter((r, i) => !i || r.confidence >= HARDLY);
        const many = readings.length > 1 && trace.confidence < SURE;
        const sure = [h("b", percent(trace.confidence)), bar(trace.confidence, "confidence")];
        const reading = (r) =>
            h("li", resultText(r.result), bar(r.confidence), h("span.quiet", percent(r.confidence)));
        if (told && !trace.note && !many) return null;
        return h("section.card.result", { "aria-label": "result" },
            told ? null : h("div.result-top",
                h("div.result-main", h("span.eyebrow", "Result"), resultText(trace.result)),
                h("div.result-side", h("span.eyebrow", "Confidence"), h("div.confidence", sure))),
            trace.note ? h("p.note", trace.note[0].toUpperCase() + trace.note.slice(1) + ".") : null,
            many ? h("div.readings", h("span.eyebrow", "Readings that compete"),
                h("ul.answers", readings.slice(0, 5).map(reading))) : null);
    }

    function means(trace) {
        const of = (c) => h("div", `${percent(c.share)}  ${c.value}`);
        const row = (m) => h("tr", h("td", g2l2.spell(trace, m)), h("td", g2l2.category(m.category)),
            h("td", m.mean), h("td", m.contributions.map(of)));
        return card("Means", "means", null,
            h("p.quiet", "Each part has one mean value, over all that it can mean."),
            table(["Part", "Category", "Mean", "Of"], trace.means.map(row)));
    }

    /* Each word with the entry that is used, and the others it has. */
    function words(trace, d) {
        const entry = (e, used) => h(used ? "tr" : "tr.unused", h("td"),
            h("td", g2l2.category(used ? used.category : e.category)),
            h("td", (used || e).program ? g2l2.code((used || e).program) : ""),
            h("td", e ? [bar(e.share), " ", percent(e.share)] : ""));
        const same = (i, k) => trace.words[i].text === trace.words[k].text
            && d.uses[i].category === d.uses[k].category;
        const rows = trace.words.flatMap((w, i) => {
            if (trace.words.findIndex((_, k) => same(i, k)) < i) return []; /* it was there before */
            const used = entry(w.entries[d.uses[i].entry], d.uses[i]);
            const others = w.entries.filter((_, k) => k !== d.uses[i].entry).slice(0, 3);
            used.firstChild.append(h("b", w.text));
            return [used, ...others.map((e) => entry(e, null))];
        });
        return card("Words", "words", null, table(["Word", "Category", "Program", "Share"], rows));
    }

    /* Two derivations that mean different things, next to each other; one whose parts contradict each other means nothing. */
    function rivals(trace) {
        const [first, ...others] = trace.derivations;
        const other = others.find((d) => d.result !== first.result && trace.readings.some((r) => r.result === d.result));
        const shown = [first, other || others[0]];
        return card("Side by side", "rivals", null, h("p.quiet", "Not sure: these derivations compete."),
            h("div.rivals-grid", shown.map((d) => {
                const links = new Links(trace, d);
                return h("div.rival",
                    h("p", h("b", d.result === null ? "?" : d.result),
                        h("span.quiet", ` ${percent(d.share)} of all derivations`)),
                    new Tree(trace, d, links).element, g2l2.program(d, links));
            })));
    }

    class Viewer {
        constructor(trace, options = {}) {
            this.trace = trace;
            this.options = options;
            g2l2.plain.about(trace.domain);
            this.element = h("div.viewer");
            const trouble = trace.status === "no parse" || trace.status === "no result"
                ? g2l2.trouble(trace, options.onask, options.onteach) : null;
            if (trouble && (trace.derivations.length || !options.beside)) this.element.append(trouble);
            if (trace.status === "parsed") this.element.append(result(trace, options.told) || "");
            if (trace.status === "no scene") this.element.append(h("section.card.result", h("p.note", BLIND)));
            this.body = h("div.viewer-body");
            this.element.append(this.body);
            if (trace.derivations.length) this.show(0);
            else if (options.beside) {
                const stage = new Stage(trace, options.picture);
                this.body.append(h("aside.card.stage-card", stage.element, options.beside), trouble || "");
            }
            const unsure = trace.derivations.length > 1
                && (trace.confidence < SURE || trace.derivations[0].other_result);
            if (unsure) this.element.append(rivals(trace));
            if (trace.means.length) this.element.append(means(trace));
        }

        /* The steps' own values; where something is pointed at, that. */
        light(target) {
            if (target && target.step !== null) return this.stepValue(target.step);
            const node = target && target.node !== null ? this.d.nodes[target.node] : null;
            if (!node || !node.value || node.value.text === null) return this.rest();
            this.stage.show(node.value, null, `“${g2l2.spell(this.trace, node)}”`);
        }

        stepValue(index) {
            const step = this.d.steps[index];
            this.stage.show(step.value, this.replay.made(index), h("code", step.call));
        }

        rest() {
            if (this.d.steps.length) this.stepValue(this.replay.index);
            else this.stage.show(this.d.nodes[this.d.nodes.length - 1].value, null, null);
        }

        show(rank) {
            const { trace } = this;
            this.d = trace.derivations[rank];
            if (this.replay) this.replay.stop();
            const links = new Links(trace, this.d, (target) => this.light(target));
            this.stage = new Stage(trace, this.options.picture);
            this.tree = new Tree(trace, this.d, links, (index) => this.pick(index));
            this.replay = new Replay(trace, this.d, links, (index) => this.at(index));
            this.details = h("div.details", { "aria-live": "polite" }, h("p.quiet.hint", HINT));
            const steps = this.d.steps.length > 0;
            /* Where there are means, a table has all that could be shown. */
            const staged = steps || this.stage.scene || this.options.beside || !trace.means.length;
            this.body.classList.toggle("unstaged", !staged);
            const stage = staged ? [h("aside.card.stage-card", { "aria-label": "execution, shown" },
                steps ? this.replay.controls : null, this.stage.element, this.options.beside)] : [];
            /* A long one has the whole width. */
            const derivation = card("Derivation", "derivation", this.tools(rank), this.tree.element, this.details);
            const long = trace.words.length > LONG;
            this.body.classList.toggle("long", long);
            this.body.replaceChildren(...(long ? [derivation] : []), ...stage,
                h("div.viewer-main", long ? null : derivation, long && steps ? this.execution() : null,
                    card("Program", "program-card", null, this.d.program === null
                        ? h("p.quiet", "It is too large to be written out.") : g2l2.program(this.d, links)),
                    steps && !long ? this.execution() : null, words(trace, this.d)));
            const { step } = this.options, last = this.d.steps.length - 1;
            if (steps) this.replay.go(rank || step === undefined || step === null ? last : step);
            else this.rest();
        }

        /* The last step is where it rests, and not worth an address. */
        at(index) {
            this.stepValue(index);
            if (this.options.onstep) this.options.onstep(index < this.d.steps.length - 1 ? index : null);
        }

        execution() {
            const { steps, all_steps: all } = this.d;
            const more = all > steps.length ? h("p.quiet", `… of ${count(all)} steps in all`) : null;
            return card("Execution", "execution", null, this.replay.list, more);
        }

        tools(rank) {
            const all = this.trace.all_derivations, many = all >= 1e6 ? "very many" : count(all);
            const button = (on, name) =>
                h("button.text", { type: "button", onclick: () => this.tree.foldAll(on) }, name);
            const of = this.trace.derivations.length > 1 ? `of ${many} derivations` : `the best of ${many}`;
            return [this.ranks(rank), all > 1 ? h("span.quiet.of", of) : null,
                button(true, "Fold"), button(false, "Unfold"), this.fill()];
        }

        /* The derivation alone, over the whole screen; Escape leaves it. */
        fill() {
            if (!document.fullscreenEnabled) return null;
            const fill = (event) => {
                const el = event.target.closest(".derivation");
                if (document.fullscreenElement) document.exitFullscreen();
                else el.requestFullscreen().catch(() => {});
            };
            return h("button.text.fill", { type: "button", onclick: fill }, "Fill the screen");
        }

        /* Which derivation is shown, where there are several. */
        ranks(rank) {
            if (this.trace.derivations.length < 2) return null;
            const button = (d, i) => h("button", {
                type: "button", "aria-pressed": String(i === rank), onclick: () => this.show(i),
                title: `derivation ${i + 1} of those listed`,
            }, `${i + 1} · ${percent(d.share)}`);
            return h("span.segments", { role: "group", "aria-label": "derivations" },
                this.trace.derivations.map(button));
        }

        pick(index) {
            this.details.replaceChildren(g2l2.details(this.trace, this.d, index));
        }

        /* What to do with a key that nothing else wanted. */
        key(event) {
            if (!this.replay || !this.d.steps.length) return false;
            const by = { "[": -1, "]": 1 }[event.key];
            if (event.key === "p") this.replay.toggle();
            else if (by) { this.replay.stop(); this.replay.go(this.replay.index + by); }
            else return false;
            return true;
        }
    }

    Object.assign(g2l2, { Viewer, resultText });
})(window.g2l2);

/* compare - two models, or a model and its draft, on the same sentence and on the test file. */
"use strict";
(function (g2l2) {
    const { h, api, table, failure, count, percent, bar, category, code } = g2l2;
    const { Compose, SceneStrip, Links, Tree, modelSelect, modelTitle } = g2l2;

    const LISTED = 100, MOST = 1000; /* differences at first, and at last */

    /* How one model takes each word: by place in the sentence. */
    const uses = (trace) => trace.derivations.length ? trace.derivations[0].uses : [];

    function same(a, b) {
        if (!a || !b) return !a && !b;
        return a.category === b.category && a.program === b.program;
    }

    g2l2.CompareView = class CompareView {
        constructor(app) {
            this.app = app;
            this.compose = new Compose(app);
            this.strip = new SceneStrip(app);
            this.stripBox = h("div");
            this.out = h("div.out");
            this.tests = h("div");
            const run = h("button.primary", { type: "button", onclick: () => this.test(LISTED) }, "Run both");
            this.element = h("div.view.compare", h("h1.visually-hidden", "Compare"), this.compose.element,
                this.stripBox, this.out,
                h("section.card", { "aria-label": "on the test file" },
                    h("header.card-head", h("h2", "On the test file"), h("div.tools", run)), this.tests));
        }

        /* Two names, different if there are two. */
        names(state) {
            const others = this.app.models.filter((m) => m.name !== state.model);
            const other = others.find((m) => m.name === state.other)
                || others.find((m) => m.name === `${state.model}*`)
                || others.find((m) => m.domain === this.app.model(state.model).domain)
                || others[0] || this.app.model(state.model);
            return [state.model, other.name];
        }

        async update(state) {
            const first = this.app.examples(state.model)[0];
            if (!state.q && first) return this.app.go(first, true);
            this.compose.update(state);
            const names = this.names(state);
            const scenes = names.some((n) => this.app.model(n).has_scenes) && this.app.scenes > 0;
            const scene = scenes ? state.scene || 0 : null;
            if (scenes) this.strip.update({ ...state, scene });
            this.stripBox.replaceChildren(...(scenes ? [h("div.card", this.strip.element)] : []));
            this.tests.replaceChildren(h("p.quiet", "How often each is right, and where they differ."));
            this.running = null; /* a test of other models */
            const turn = this.turn = {};
            const ask = (n) => this.app.trace(n, state.q, this.app.model(n).has_scenes ? scene : null);
            const traces = await Promise.all(names.map((n) => ask(n).catch((error) => ({ error }))));
            if (this.turn === turn) this.out.replaceChildren(...this.show(names, traces));
        }

        show(names, traces) {
            if (traces.some((t) => t.error))
                return [h("div.compare-columns", traces.map((t, i) => this.column(i, names, t, [])))];
            const differ = traces[0].words.map((_, i) => !same(uses(traces[0])[i], uses(traces[1])[i]));
            return [
                h("div.compare-columns", traces.map((t, i) => this.column(i, names, t, differ))),
                this.words(names, traces, differ),
            ];
        }

        words(names, traces, differ) {
            const agree = traces[0].result === traces[1].result;
            const verdict = agree ? "The results are the same." : "The results differ.";
            const row = (w, i) => h("tr" + (differ[i] ? ".differs" : ""), h("th", { scope: "row" }, w.text),
                traces.map((t) => h("td", this.use(uses(t)[i]))));
            return h("section.card.differences", { "aria-label": "words" },
                h("header.card-head", h("h2", "Word by word"),
                    h("p.verdict" + (agree ? "" : ".worse"), verdict)),
                table(["Word", ...names.map(modelTitle)], traces[0].words.map(row)));
        }

        use(use) {
            return use ? [category(use.category), " ", use.program ? code(use.program) : null]
                : h("span.quiet", "unknown, or not used");
        }

        column(i, names, trace, differ) {
            const picker = modelSelect(this.app, i ? "and" : "compare", names[i],
                (name) => this.app.go(i ? { other: name } : { model: name }));
            if (trace.error) return h("section.card", picker, failure(trace.error));
            const d = trace.derivations[0], links = d ? new Links(trace, d) : null;
            const tree = d ? new Tree(trace, d, links) : null;
            if (tree)
                for (const el of tree.element.querySelectorAll(".tree-word"))
                    el.classList.toggle("differs", Boolean(differ[+el.dataset.word]));
            const sure = h("p.confidence.quiet", bar(trace.confidence, "confidence"), percent(trace.confidence));
            return h("section.card.compare-column", { "aria-label": names[i] }, picker,
                trace.result === null ? h("p.compare-result.none", trace.reason || "no result")
                    : [g2l2.resultText(trace.result), sure],
                tree ? [tree.element, d.program === null ? null : g2l2.program(d, links)] : null);
        }

        /* How many of them are shown, and a button for more. */
        differences(r, listed) {
            const n = r.n_changed, shown = r.changed.length;
            if (!n) return [];
            const more = shown < n && listed < MOST
                ? h("button.text", { type: "button", onclick: () => this.test(MOST) }, "Show more") : null;
            const text = `They differ on ${n === 1 ? "one example" : `${count(n)} examples`}`;
            return [h("p.quiet.listed", shown < n ? `${text}: the first ${count(shown)}. ` : `${text}.`, more)];
        }

        /* `listed`: how many of the examples on which they differ; more than 1000 the server has not. */
        async test(listed) {
            const [model, other] = this.names(this.app.state), running = this.running = {};
            this.tests.replaceChildren(h("p.quiet", { role: "status" }, "Running …"));
            try {
                const r = await api.test({ model: other, against: model, count: listed });
                if (this.running === running) this.tests.replaceChildren(...this.tested(model, other, r, listed));
            } catch (error) {
                if (this.running === running) this.tests.replaceChildren(failure(error));
            }
        }

        tested(model, other, r, listed) {
            const score = (name, t) => h("tr", h("th", { scope: "row" }, modelTitle(name)),
                h("td.share", bar(t.accuracy), percent(t.accuracy)),
                h("td.number", `${count(t.correct)} of ${count(r.examples)}`));
            const text = (result) => h("td", result === null ? "no parse" : result);
            const changed = r.changed.map((c) =>
                h("tr", h("td", c.sentence), h("td", c.expected), text(c.before), text(c.after)));
            const heads = ["Where they differ", "Expected", modelTitle(model), modelTitle(other)];
            return [h("table.scores", h("tbody", score(model, r.against), score(other, r))),
                ...this.differences(r, listed),
                changed.length ? table(heads, changed) : h("p.quiet", "They agree on every example.")];
        }
    };
})(window.g2l2);

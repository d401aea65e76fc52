/* links - one derivation, looked at from several sides: its words, its nodes, the pieces of its
 * program, its steps. Elements say what they show by data-word, data-node or data-step; whatever
 * is pointed at or focused lights up everywhere:
 *
 *     node ──▶ words of its span ──▶ pieces of the program from these words
 *       ▲ ──▶ the step that makes it ──▶ objects
 *     word, piece of program, step: the node that is theirs, and on from there               */
"use strict";
(function (g2l2) {
    const NONE = { node: null, words: new Set(), step: null };

    class Links {
        /* `onlight(target)`: what is pointed at, or null; for a stage that shows values. */
        constructor(trace, derivation, onlight) {
            this.trace = trace;
            this.d = derivation;
            this.onlight = onlight || (() => {});
            this.elements = [];
        }

        node(index) {
            const node = this.d.nodes[index], words = new Set();
            for (let w = node.begin; w < node.end; w++)
                if (this.d.uses[w] && this.d.uses[w].category !== "EMPTY") words.add(w);
            const step = this.d.steps.findIndex((s) => s.number !== null && s.number === node.step);
            return { node: index, words, step: step < 0 ? null : step };
        }

        word(index) {
            const is = (n) => n.rule === null && n.begin <= index && index < n.end;
            const leaf = this.d.nodes.findIndex(is);
            return leaf < 0 ? { node: null, words: new Set([index]), step: null } : this.node(leaf);
        }

        step(index) {
            const step = this.d.steps[index];
            const at = step.node === null ? NONE : this.node(step.node);
            return { ...at, step: index };
        }

        target(el) {
            const { node, word, step } = el.dataset;
            if (node !== undefined) return this.node(+node);
            if (step !== undefined) return this.step(+step);
            if (word !== undefined) return this.word(+word);
            return null;
        }

        /* Watch what is pointed at in `root`, and light up what is in it. */
        watch(root) {
            this.elements.push(root);
            const enter = (event) => {
                const el = event.target.closest("[data-node],[data-word],[data-step]");
                this.light(el && root.contains(el) ? this.target(el) : null);
            };
            root.addEventListener("pointerover", enter);
            root.addEventListener("focusin", enter);
            root.addEventListener("pointerleave", () => this.light(null));
            root.addEventListener("focusout", () => this.light(null));
        }

        mark(target, name) {
            for (const root of this.elements)
                for (const el of root.querySelectorAll("[data-node],[data-word],[data-step]")) {
                    const { node, word, step } = el.dataset;
                    const on = node !== undefined ? +node === target.node
                        : step !== undefined ? +step === target.step : target.words.has(+word);
                    el.classList.toggle(name, on);
                }
        }

        light(target) {
            this.mark(target || NONE, "lit");
            this.onlight(target);
        }

        /* The step that a replay is at. The last one is of all words: they need no mark. */
        at(index) {
            const target = this.step(index), whole = target.node === this.d.nodes.length - 1;
            this.mark(whole ? { ...target, words: NONE.words } : target, "now");
        }
    }

    g2l2.Links = Links;
})(window.g2l2);

/* stage - where values are shown: on the picture of the scene, as a path for actions that look
 * like moves, or as a list of actions, or as text. */
"use strict";
(function (g2l2) {
    const { h, Scene, actions, walk, actionChips, bar, percent } = g2l2;
    const SURE = 0.945; /* of what is surer, how sure it is need not be said */

    /* Answers with their shares, the likeliest first. */
    function answers(list) {
        return h("ul.answers", list.filter((a) => a.share >= 0.005).slice(0, 6).map((a) =>
            h("li", h("b", a.text), bar(a.share), h("span.quiet", percent(a.share)))));
    }

    /* Objects by number, each with how surely it is meant. */
    function objectList(objects, names) {
        const some = objects.map((p, i) => [p, i]).filter(([p]) => p >= 0.02);
        if (!some.length) return h("span.quiet", "no object");
        return h("span.object-list", some.map(([p, i]) => h("span.object", {
            "data-of": i, title: names && names[i] ? names[i].text : null, style: { "--p": p.toFixed(2) },
        }, String(i + 1), p < SURE ? h("small", percent(p)) : null)));
    }

    /* An answer, and how sure it is; of a number also what is to be expected. */
    function answer(v) {
        const expected = /expected (-?[\d.]+)/.exec(v.text);
        return h("span.value", h("b", v.answers[0].text), h("span.quiet",
            v.answers[0].share < 0.995 ? ` ${percent(v.answers[0].share)}` : "",
            expected && v.answers[0].share < 0.9 ? `, expected ${expected[1]}` : ""));
    }

    /* A value as a line in a list. */
    function value(v, names) {
        if (!v || (v.text === null && !v.objects)) return h("span.quiet", "a function, waiting for the rest");
        if (v.objects) return objectList(v.objects, names);
        if (v.answers && v.answers.length) return answer(v);
        if (v.text === "") return h("span.quiet", "nothing to do");
        const list = actions(v.text);
        if (list) return actionChips(list, "span.actions.small");
        return h("b.value", g2l2.plain.meaning(v.text));
    }

    /* What there is, in words. */
    function inventory(names) {
        return h("details.inventory", h("summary", names.length === 1 ? "1 object" : `${names.length} objects`),
            h("ol", names.map((o) => h("li", o.text))));
    }

    /* How surely each object of a picture is meant. About stated facts a set is written down, {1, 3}, and
     * its objects are sure. */
    function meant(v) {
        if (!v || v.objects || !/^\{\d+(, \d+)*\}$/.test(v.text || "")) return v ? v.objects : null;
        const numbers = v.text.match(/\d+/g).map(Number);
        return Array.from({ length: Math.max(...numbers) }, (_, i) => numbers.includes(i + 1) ? 1 : 0);
    }

    class Stage {
        constructor(trace, pictureText) {
            this.trace = trace;
            this.scene = pictureText ? new Scene(pictureText) : null;
            this.below = h("div.stage-below", { "aria-live": "polite" });
            this.names = trace.scene ? trace.scene.objects : null;
            this.element = h("div.stage", this.scene ? this.scene.element : null, this.below,
                this.names && this.names.length ? inventory(this.names) : null);
        }

        /* `v`: a value; `made`: {from, relation} of the step that makes it; `title`: what it is of. */
        show(v, made, title) {
            if (this.scene) this.scene.mark({ objects: meant(v), ...made });
            this.below.replaceChildren(...(title ? [h("p.stage-title", title)] : []), ...this.value(v));
        }

        /* What is shown below the picture, or in its place. */
        value(v) {
            if (!v || (v.text === null && !v.objects)) return [];
            if (v.objects) return this.scene ? [] : [objectList(v.objects, this.names)];
            if (v.answers.length) return [answers(v.answers)];
            const list = actions(v.text);
            if (!list) return [h("p.stage-text", v.text ? g2l2.plain.meaning(v.text) : "nothing to do")];
            const way = walk(list);
            return way ? [way, actionChips(list, "div.actions.small")] : [actionChips(list, "div.actions")];
        }
    }

    Object.assign(g2l2, { Stage, meant, valueLine: value });
})(window.g2l2);

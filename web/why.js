/* why - what speaks for a word's entries, below the word: the examples, the last rival, and what ruled it
 * out (docs/HTTP.md, /v1/why). Asked for when somebody wants to know, for it is tried, not remembered. */
"use strict";
(function (g2l2) {
    const { h, category, code, count, failure, plain } = g2l2;
    const SHOWN = 3; /* examples of a kind */

    const CHECKED = {
        back: "the rival is back.", "as good": "the rival is as good as what the word means then.",
        other: "the rival is not back, for other words decide as well.", gone: "the word does not occur any more.",
        few: "the others are too few to learn from.",
    };
    const many = (n, what) => `${count(n)} ${what}${n === 1 ? "" : "s"}`;
    const entry = (e) => [category(e.category), " ", e.program ? code(e.program) : h("span.quiet", "adds nothing")];

    function examples(list, n) {
        const one = (e) => h("li", `“${e.sentence}” `, h("span.quiet", "means "), code(e.result),
            e.scene === undefined ? null : h("span.quiet", ` about scene ${e.scene}`));
        const rest = n - Math.min(SHOWN, list.length);
        return h("ul.why-examples", list.slice(0, SHOWN).map(one),
            rest > 0 ? h("li.quiet", `and ${count(rest)} more`) : null);
    }

    function decided(rival, what) {
        const one = rival.wrong === 1;
        const would = rival.would === null ? "would mean nothing" : ["would mean ", code(rival.would)];
        return [h("p", `Ruled out by ${one ? "one of them" : `${count(rival.wrong)} of them`}, `,
            `${one ? "which" : "the shortest of which"} `, would, ":"), examples(rival.decided, rival.wrong),
        rival.relearned ? h("p.why-checked", `Learned again without ${one ? `that ${what}` : `these ${what}s`}: `,
            CHECKED[rival.relearned]) : null];
    }

    function against(rival, what) {
        if (!rival) return [h("p", "With any other entry in its place, none of the shortest is right.")];
        const head = h("p", "The last rival, ", entry(rival), `, is right about ${count(rival.right)} of them.`);
        return [head, ...(rival.wrong ? decided(rival, what) : [h("p", "Nothing rules it out.")])];
    }

    function tell({ entries, lesson }) {
        const what = lesson ? "line" : "example";
        return entries.map((e) => h("div.why-entry", h("p", entry(e), h("span.quiet", `: ${plain.category(e.category)}`)),
            e.right ? [h("p", `${many(e.right, what)} ${e.right === 1 ? "is" : "are"} right with it:`),
                examples(e.examples, e.right), ...against(e.rival, what)]
                : h("p", `No ${what} is right with it.`)));
    }

    /* A button that opens and closes it below its row, over all columns. `ask(word)`: /v1/why. */
    g2l2.whyButton = function whyButton(word, text, columns, ask) {
        const close = (row) => { row.remove(); button.setAttribute("aria-expanded", "false"); };
        const open = async () => {
            const row = button.closest("tr"), below = row.nextElementSibling;
            if (below && below.classList.contains("why-row")) return close(below);
            const box = h("div.why", { role: "status", "aria-label": `why ${word}` },
                h("p.quiet", "Trying every other entry in its place …"));
            row.after(h("tr.below.why-row", h("td", { colspan: columns }, box)));
            button.setAttribute("aria-expanded", "true");
            try {
                box.replaceChildren(...tell(await ask(word)));
            } catch (error) {
                box.replaceChildren(failure(error));
            }
        };
        const button = h("button.why-button", {
            type: "button", onclick: open, "aria-expanded": "false", title: "why does it think so?",
            "aria-label": text === word ? null : `why ${word}?`,
        }, text);
        return button;
    };
})(window.g2l2);

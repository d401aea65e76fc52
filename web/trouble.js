/* trouble - a sentence without a parse: why, how words may have been meant, which small changes
 * would help, which parts are something, and what would have to combine. */
"use strict";
(function (g2l2) {
    const { h, category } = g2l2;

    /* The sentence with one word corrected. */
    function corrected(trace, index, word) {
        const wrong = trace.words[index].text;
        const at = trace.sentence.toLowerCase().indexOf(wrong.toLowerCase());
        if (at >= 0 && trace.words.filter((w) => w.text === wrong).length === 1)
            return trace.sentence.slice(0, at) + word + trace.sentence.slice(at + wrong.length);
        return trace.words.map((w, i) => i === index ? word : w.text).join(" ");
    }

    function spelling(trace, onask) {
        const unknown = trace.words.map((w, i) => [w, i]).filter(([w]) => !w.known);
        if (!unknown.length) return null;
        return h("ul.spelling", {}, unknown.map(([w, i]) => h("li", {},
            "The word ", h("mark.unknown", {}, w.text), " was never learned.",
            w.nearest.length ? [" Did you mean ", w.nearest.map((near, k) => [k ? " " : "",
                onask ? h("button.chip", { type: "button", onclick: () => onask(corrected(trace, i, near)) }, near) : h("b", {}, near)]), "?"] : "")));
    }

    /* The longest parts that are something, each under its words. */
    function parts(trace) {
        if (!trace.parts.length) return null;
        return h("div.tree", {}, h("div.tree-grid.parts", { style: { "grid-template-columns": `repeat(${trace.words.length}, auto)`, "--n": trace.words.length } },
            trace.words.map((w, i) => h(`span.tree-word${w.known ? "" : ".unknown"}`, { style: { "grid-column": String(i + 1), "grid-row": "1" } }, w.text)),
            trace.parts.map((p) => h("div.tile.part", { style: { "grid-column": `${p.begin + 1} / ${p.end + 1}`, "grid-row": "2" } },
                p.categories.length ? p.categories.slice(0, 4).map((c) => category(c)) : h("span.quiet", {}, trace.words[p.begin].known ? "nothing" : "unknown")))));
    }

    /* Small changes after which there would be a parse. */
    function repairs(trace, onask) {
        return h("ul.repairs", {}, trace.repairs.map(({ sentence, change }) => h("li", {},
            sentence === null ? null : onask ? h("button.chip", { type: "button", onclick: () => onask(sentence) }, sentence) : h("b", {}, sentence),
            h("span.quiet", {}, change))));
    }

    /* `onask(sentence)`: to ask a corrected sentence, or null. */
    function trouble(trace, onask) {
        const title = { "no parse": "Not understood", "no result": "Understood, but without a result" }[trace.status];
        const spelled = spelling(trace, onask);
        return h("section.card.trouble", { "aria-labelledby": "trouble-title" },
            h("h2", { id: "trouble-title" }, title),
            spelled ? null : h("p.reason", {}, trace.reason ? trace.reason[0].toUpperCase() + trace.reason.slice(1) + "." : ""),
            spelled,
            trace.repairs.length ? [h("h3", {}, "What would be understood"), repairs(trace, onask)] : null,
            trace.parts.length ? [h("h3", {}, "What is understood of it"), parts(trace)] : null,
            trace.missing.length ? [h("h3", {}, "What would have to combine"), h("ul.missing", {}, trace.missing.map((m) => h("li", {}, m)))] : null);
    }

    g2l2.trouble = trouble;
})(window.g2l2);

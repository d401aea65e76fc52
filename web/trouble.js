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

    /* Something to ask instead: a button, or just the text where nothing can be asked. */
    function instead(onask, sentence, text) {
        return onask ? h("button.chip", { type: "button", onclick: () => onask(sentence) }, text) : h("b", text);
    }

    /* A word that was never learned: where it can be taught, a click does that. */
    function unknownWord(text, onteach) {
        if (!onteach) return h("mark.unknown", text);
        const box = h("span.liken-box");
        const open = async () => {
            if (box.firstChild) return box.replaceChildren();
            box.replaceChildren(await onteach(text).catch((error) => g2l2.failure(error)));
        };
        return [h("button.unknown-word", { type: "button", title: "teach this word", onclick: open },
            h("mark.unknown", text)), box];
    }

    function spelling(trace, onask, onteach) {
        const unknown = trace.words.map((word, i) => ({ word, i })).filter(({ word }) => !word.known);
        if (!unknown.length) return null;
        const near = ({ word, i }) => word.nearest.map((w) => [" ", instead(onask, corrected(trace, i, w), w)]);
        const one = (it) => {
            const [word, box] = [unknownWord(it.word.text, onteach)].flat();
            return h("li", "The word ", word, " was never learned.",
                it.word.nearest.length ? [" Did you mean", near(it), "?"] : "",
                onteach ? h("span.quiet", " Click it to teach it.") : "", box);
        };
        return h("ul.spelling", unknown.map(one));
    }

    /* Small changes after which there would be a parse. */
    function repairs(trace, onask) {
        const one = ({ sentence, change }) => h("li",
            sentence === null ? null : instead(onask, sentence, sentence), h("span.quiet", change));
        return h("ul.repairs", trace.repairs.map(one));
    }

    /* The longest parts that are something, each under its words. */
    function parts(trace) {
        const n = trace.words.length;
        const at = (column, row) => ({ style: { "grid-column": column, "grid-row": row } });
        const word = (w, i) => h(`span.tree-word${w.known ? "" : ".unknown"}`, at(String(i + 1), "1"), w.text);
        const nothing = (p) => h("span.quiet", trace.words[p.begin].known ? "nothing" : "unknown");
        const part = (p) => h("div.tile.part", at(`${p.begin + 1} / ${p.end + 1}`, "2"),
            p.categories.length ? p.categories.slice(0, 4).map(category) : nothing(p));
        const grid = { style: { "grid-template-columns": `repeat(${n}, auto)`, "--n": n } };
        return h("div.tree", h("div.tree-grid.parts", grid, trace.words.map(word), trace.parts.map(part)));
    }

    /* `onask(sentence)`: to ask a corrected sentence, or null; `onteach(word)`: a form for it, or null. */
    function trouble(trace, onask, onteach) {
        const title = trace.status === "no parse" ? "Not understood" : "Understood, but without a result";
        const reason = trace.reason ? `${trace.reason[0].toUpperCase()}${trace.reason.slice(1)}.` : "";
        const missing = h("ul.missing", trace.missing.map((text) => h("li", text)));
        return h("section.card.trouble", { "aria-label": title }, h("h2", title),
            spelling(trace, onask, onteach) || h("p.reason", reason),
            trace.repairs.length ? [h("h3", "What would be understood"), repairs(trace, onask)] : null,
            trace.parts.length ? [h("h3", "What is understood of it"), parts(trace)] : null,
            trace.missing.length ? [h("h3", "What would have to combine"), missing] : null,
            trace.note ? h("p.note", `${trace.note[0].toUpperCase()}${trace.note.slice(1)}.`) : null);
    }

    g2l2.trouble = trouble;
})(window.g2l2);

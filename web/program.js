/* program - the program of a derivation, in pieces that know the word they come from; and one
 * without such knowledge, with its names, numbers and functions told apart. */
"use strict";
(function (g2l2) {
    const { h } = g2l2;
    const OWN = "what this word itself looks like, learned as numbers";

    /* The pieces of a derivation's program. */
    function program(derivation, links) {
        const tokens = derivation.tokens.length ? derivation.tokens
            : [{ text: derivation.program || "", word: null }];
        const element = h("code.program", { "aria-label": "program" }, tokens.map((t) => {
            const known = t.word !== null && t.word !== undefined;
            /* A line may break behind a comma. */
            const parts = t.text.split(/(?<=, )/).map((part, i) => i ? [h("wbr"), part] : part);
            return h("span" + (known ? ".token.hue" : ""), {
                "data-word": known ? t.word : null,
                style: known ? { "--hue": g2l2.hue(derivation, t.word) } : null,
            }, parts);
        }));
        links.watch(element);
        return element;
    }

    /* Any program as text: \x. repeat(x, 2) */
    function code(text) {
        const parts = (text || "").split(/(\\[a-z]\w*\.|[A-Za-z_]\w*(?=\()|\?|\b\d+\b|#\d+)/);
        return h("code.code", parts.map((part, i) => {
            if (i % 2 === 0) return part;
            if (part === "?") return h("span.own", { title: OWN }, part);
            if (part[0] === "\\") return h("span.binder", `λ${part.slice(1)}`);
            return h(part[0] === "#" ? "span.ref" : /^\d/.test(part) ? "span.number" : "span.call", part);
        }));
    }

    Object.assign(g2l2, { program, code });
})(window.g2l2);

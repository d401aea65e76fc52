/* details - everything there is to say of one node of a derivation, in plain words. */
"use strict";
(function (g2l2) {
    const { h, code, category, valueLine, spell, plain, bar, percent } = g2l2;

    function row(name, ...content) {
        return [h("dt", {}, name), h("dd", {}, ...content)];
    }

    /* What else the word could be, and what it is here. */
    function entries(word, use) {
        return h("table.entries", {}, h("tbody", {}, word.entries.map((e, i) => h("tr" + (i === use.entry ? ".chosen" : ""), {},
            h("td", {}, category(e.category)), h("td", {}, e.program ? code(e.program) : ""),
            h("td.share", {}, bar(e.share), percent(e.share)),
            h("td", {}, i === use.entry ? h("span.tag", {}, "here") : "", e.locked ? h("span.tag", {}, "locked") : "")))));
    }

    function details(trace, derivation, index) {
        const node = derivation.nodes[index], leaf = node.left === null;
        const names = trace.scene ? trace.scene.objects : null;
        const word = trace.words[node.begin], use = derivation.uses[node.begin];
        const part = (i) => spell(trace, derivation.nodes[i]);
        return h("div.details-body", {},
            h("h3", {}, `“${spell(trace, node)}”`),
            h("dl", {},
                row("Category", category(node.category), h("span.quiet", {}, ` — ${plain.category(node.category)}.`)),
                leaf ? null : row("Joined by", h("code", {}, node.rule), h("span.quiet", {}, ` — ${plain.rule(node.rule, part(node.left), part(node.right))}`)),
                row("Program", node.program ? code(node.program) : h("span.quiet", {}, "too large to be written out")),
                row("Value", valueLine(node.value, names), node.step ? h("span.quiet", {}, ` — step ${node.step}`) : null),
                leaf && word.entries.length ? row(word.entries.length > 1 ? "All it can be" : "Entry", entries(word, use)) : null));
    }

    g2l2.details = details;
})(window.g2l2);

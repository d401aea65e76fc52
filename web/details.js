/* details - everything there is to say of one node of a derivation, in plain words. */
"use strict";
(function (g2l2) {
    const { h, code, category, valueLine, spell, plain, bar, percent } = g2l2;

    function row(name, ...content) {
        return [h("dt", name), h("dd", ...content)];
    }

    /* What else the word could be, and what it is here. */
    function entries(word, use) {
        const one = (e, i) => h("tr" + (i === use.entry ? ".chosen" : ""),
            h("td", category(e.category)), h("td", e.program ? code(e.program) : ""),
            h("td.share", bar(e.share), percent(e.share)),
            h("td", i === use.entry ? h("span.tag", "here") : "", e.locked ? h("span.tag", "locked") : ""));
        return h("table.entries", h("tbody", word.entries.map(one)));
    }

    function details(trace, derivation, index) {
        const node = derivation.nodes[index], leaf = node.left === null;
        const names = trace.scene ? trace.scene.objects : null;
        const word = trace.words[node.begin], use = derivation.uses[node.begin];
        const part = (i) => spell(trace, derivation.nodes[i]);
        const said = (text) => h("span.quiet", ` — ${text}`);
        const rows = [row("Category", category(node.category), said(`${plain.category(node.category)}.`))];
        if (!leaf) {
            const rule = plain.rule(node.rule, part(node.left), node.right === null ? "" : part(node.right));
            rows.push(row("Joined by", h("code", node.rule), said(rule)));
        }
        /* a thing, or what describes it: functions that wait for more do so with a scene too */
        const blind = trace.status === "no scene" && /^(\w+)(?:[\\/]\1)?$/.test(node.category);
        const value = blind ? h("span.quiet", "needs a scene") : valueLine(node.value, names);
        const large = h("span.quiet", "too large to be written out");
        rows.push(row("Program", node.program ? code(node.program) : large),
            row("Value", value, node.step ? said(`step ${node.step}`) : null));
        if (leaf && word.entries.length)
            rows.push(row(word.entries.length > 1 ? "All it can be" : "Entry", entries(word, use)));
        return h("div.details-body", h("h3", `“${spell(trace, node)}”`), h("dl", rows));
    }

    g2l2.details = details;
})(window.g2l2);

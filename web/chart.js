/* chart - everything that the words could be part of: a triangle with a cell for each span of
 * words, single words below, the whole sentence on top. A cell is as dark as its part in the
 * derivations of the sentence is large; choosing one shows what competes there. */
"use strict";
(function (g2l2) {
    const { h, category, percent, bar, plain } = g2l2;

    const many = (n) => n >= 1e6 ? n.toExponential(1).replace("e+", "·10^") : String(Math.round(n));

    /* One category of a cell: how much of the sentence it carries, in how many ways it is made,
     * and what it can mean. */
    function competitor(item) {
        const ways = item.derivations === 1 ? "made in one way" : `made in ${many(item.derivations)} ways`;
        return h("li" + (item.useful ? "" : ".useless"), {},
            h("div.competing-head", {}, category(item.category),
                item.useful ? h("span.share", {}, bar(item.share), percent(item.share)) : h("span.quiet", {}, "leads nowhere")),
            h("p.quiet", {}, `${plain.category(item.category)} — ${ways}`),
            item.values.length ? h("ul.values", {}, item.values.map((v) => h("li", {}, h("span", {}, v.text), h("span.quiet", {}, percent(v.share))))) : null);
    }

    function competing(trace, begin, end, items) {
        const words = trace.words.slice(begin, end).map((w) => w.text).join(" ");
        return h("div", {}, h("h3", {}, `“${words}”`),
            items.length ? h("ul.competing", {}, items.map(competitor)) : h("p.quiet", {}, "Nothing: these words make no part together."));
    }

    class Chart {
        constructor(trace) {
            this.trace = trace;
            const n = trace.words.length;
            this.cells = new Map();
            this.items = new Map();
            for (const item of trace.chart.items) {
                const key = `${item.begin} ${item.end}`;
                this.items.set(key, [...(this.items.get(key) || []), item]);
            }
            this.panel = h("div.card.cell-panel", { "aria-live": "polite" });
            const grid = h("div.chart-grid" + (n > 8 ? ".dense" : ""), { role: "grid", "aria-label": "chart", style: { "grid-template-columns": `repeat(${2 * n}, minmax(1.75rem, 1fr))` }, onkeydown: (e) => this.key(e) });
            for (let size = n; size >= 1; size--)
                grid.append(h("div.chart-row", { role: "row" }, Array.from({ length: n - size + 1 }, (_, begin) => this.cell(begin, begin + size, n - size + 1))));
            trace.words.forEach((w, i) => grid.append(h("span.chart-word", { style: { "grid-column": `${2 * i + 1} / span 2`, "grid-row": String(n + 1) } }, w.text)));
            this.element = h("div.chart" + (n > 12 ? ".wide" : ""), {}, h("div.card.chart-card", {}, h("div.scroll", {}, grid),
                trace.chart.more ? h("p.note", {}, "There is more than is shown: the chart of this sentence is very large.") : null), this.panel);
            const whole = trace.chart.items.filter((item) => item.useful).reduce((a, b) => b.end - b.begin > a.end - a.begin ? b : a, { begin: 0, end: 0 });
            if (whole.end) this.pick(whole.begin, whole.end);
            else this.pick(0, n);
        }

        cell(begin, end, row) {
            const items = this.items.get(`${begin} ${end}`) || [], best = items.reduce((a, b) => b.share > a.share ? b : a, { share: 0 });
            const cell = h("button.cell" + (items.length ? "" : ".none") + (best.useful ? ".useful" : ""), {
                type: "button", role: "gridcell", tabindex: -1, "data-cell": `${begin} ${end}`,
                /* A span stands above the middle of its words. */
                style: { "grid-column": `${begin + end} / span 2`, "grid-row": String(row), "--share": best.share.toFixed(3) },
                "aria-label": `${this.trace.words.slice(begin, end).map((w) => w.text).join(" ")}: ${items.length} categories`,
                onclick: () => this.pick(begin, end),
            }, items.length ? h("span.cell-text", {}, category(best.category || items[0].category)) : "·",
            items.length > 1 ? h("small", {}, `+${items.length - 1}`) : null);
            this.cells.set(`${begin} ${end}`, cell);
            return cell;
        }

        pick(begin, end, focus) {
            this.at = [begin, end];
            for (const [key, cell] of this.cells) {
                const on = key === `${begin} ${end}`;
                cell.setAttribute("aria-selected", String(on));
                cell.tabIndex = on ? 0 : -1;
                if (on && focus) cell.focus();
            }
            const items = (this.items.get(`${begin} ${end}`) || []).slice().sort((a, b) => b.share - a.share);
            this.panel.replaceChildren(competing(this.trace, begin, end, items));
        }

        key(event) {
            const [begin, end] = this.at, n = this.trace.words.length;
            const to = { ArrowLeft: [begin - 1, end - 1], ArrowRight: [begin + 1, end + 1], ArrowDown: [begin, end - 1], ArrowUp: end < n ? [begin, end + 1] : [begin - 1, end] }[event.key];
            if (!to) return;
            event.preventDefault();
            if (to[0] >= 0 && to[1] <= n && to[0] < to[1]) this.pick(to[0], to[1], true);
        }
    }

    g2l2.Chart = Chart;
})(window.g2l2);

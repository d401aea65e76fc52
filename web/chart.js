/* chart - everything that the words could be part of: a triangle with a cell for each span of
 * words, single words below, the whole sentence on top. The larger its part in the
 * derivations of the sentence, the stronger is a cell's colour; choosing one shows what competes
 * there. Lines lead from the parts of the derivations to those that they are made of. */
"use strict";
(function (g2l2) {
    const { h, s, category, percent, bar, plain } = g2l2;

    const MOST = 24; /* words; the chart of a longer sentence has no empty cells */
    const BESIDE = 10; /* words; what competes in the chart of a longer one stands below it */

    const many = (n) => n >= 1e6 ? n.toExponential(1).replace("e+", "·10^") : String(Math.round(n));

    const meant = (v) => h("li", h("span", v.text), h("span.quiet", percent(v.share)));

    /* One category of a cell: how much of the sentence it carries, in how many ways it is made,
     * and what it can mean. */
    function competitor(item) {
        const ways = item.derivations === 1 ? "made in one way" : `made in ${many(item.derivations)} ways`;
        return h("li" + (item.useful ? "" : ".useless"),
            h("div.competing-head", category(item.category),
                item.useful ? h("span.share", bar(item.share), percent(item.share))
                    : h("span.quiet", "leads nowhere")),
            h("p.quiet", `${plain.category(item.category)} — ${ways}`),
            item.values.length ? h("ul.values", item.values.map(meant)) : null);
    }

    function competing(trace, begin, end, items) {
        const words = trace.words.slice(begin, end).map((w) => w.text).join(" ");
        return h("div", h("h2", `“${words}”`),
            items.length ? h("ul.competing", items.map(competitor))
                : h("p.quiet", "Nothing: these words make no part together."));
    }

    const spanOf = (node) => `${node.begin} ${node.end}`;

    /* The parts of a node, by number, as far as they stand in cells of their own. */
    function partsOf(nodes, at) {
        const node = nodes[at];
        return [node.left, node.right].filter((i) => i !== null)
            .flatMap((i) => spanOf(nodes[i]) === spanOf(node) ? partsOf(nodes, i) : [i]);
    }

    /* What stands below a node, as pairs of spans. */
    function below(nodes, at) {
        return partsOf(nodes, at).flatMap((i) => [[spanOf(nodes[at]), spanOf(nodes[i])], ...below(nodes, i)]);
    }

    class Chart {
        /* `cell`: "BEGIN-END", the one that is chosen at first, or null; `oncell(cell)`: another one is. */
        constructor(trace, cell, oncell) {
            const n = trace.words.length, [begin, end] = (cell || "").split("-").map(Number);
            this.trace = trace;
            g2l2.plain.about(trace.domain);
            this.oncell = oncell || (() => {});
            this.cells = new Map();
            this.items = new Map(); /* by span: "0 3" */
            for (const item of trace.chart.items) {
                const key = `${item.begin} ${item.end}`;
                this.items.set(key, [...(this.items.get(key) || []), item]);
            }
            this.panel = h("div.card.cell-panel", { "aria-live": "polite" });
            const more = "There is more than is shown: the chart of this sentence is very large.";
            this.lines = s("svg", { class: "chart-lines", "aria-hidden": "true" });
            this.element = h("div.chart" + (n > BESIDE ? ".wide" : ""),
                h("div.card.chart-card", h("div.scroll", this.grid(n)),
                    trace.chart.more ? h("p.note", more) : null),
                this.panel);
            const longer = (a, b) => b.end - b.begin > a.end - a.begin ? b : a;
            const whole = trace.chart.items.filter((item) => item.useful).reduce(longer, { begin: 0, end: 0 });
            if (this.cells.has(`${begin} ${end}`)) this.pick(begin, end);
            else this.pick(whole.begin, whole.end || n);
            this.shown = true;
            new ResizeObserver(() => this.drawLines()).observe(this.lines.parentElement);
        }

        /* Of the derivations that are listed, from each cell to those it is made of; what the chosen one is made of, in the best
         * of those that have it, stands out. */
        drawLines() {
            const { derivations } = this.trace, chosen = this.at.join(" ");
            const has = (d) => d.nodes.findLastIndex((node) => spanOf(node) === chosen);
            const of = derivations.find((d) => has(d) >= 0);
            const on = new Set(of ? below(of.nodes, has(of)).map(String) : []);
            const all = new Map(derivations.flatMap((d) => below(d.nodes, d.nodes.length - 1)).map((edge) => [String(edge), edge]));
            const middle = (cell, top) => [cell.offsetLeft + cell.offsetWidth / 2, cell.offsetTop + (top ? 0 : cell.offsetHeight)];
            const line = ([from, to]) => {
                const [x1, y1] = middle(this.cells.get(from), false), [x2, y2] = middle(this.cells.get(to), true);
                return s("line", { class: on.has(String([from, to])) ? "on" : null, x1, y1, x2, y2, "data-from": from, "data-to": to });
            };
            const there = [...all.values()].filter((edge) => edge.every((span) => this.cells.has(span)));
            const last = (edge) => Number(on.has(String(edge))); /* what stands out is drawn last */
            this.lines.replaceChildren(...there.sort((a, b) => last(a) - last(b)).map(line));
        }

        /* Two columns for each word: a span stands above the middle of its words. */
        grid(n) {
            const grid = h("div.chart-grid" + (n > 8 ? ".dense" : ""), {
                role: "grid", "aria-label": "chart", onkeydown: (e) => this.key(e),
                style: { "grid-template-columns": `repeat(${2 * n}, minmax(1.75rem, 3.75rem))` },
            });
            grid.append(this.lines);
            for (let size = n; size >= 1; size--) {
                const row = h("div.chart-row", { role: "row" });
                for (let begin = 0; begin + size <= n; begin++)
                    if (n <= MOST || this.items.has(`${begin} ${begin + size}`))
                        row.append(this.cell(begin, begin + size, n - size + 1));
                grid.append(row);
            }
            const place = (i) => ({ "grid-column": `${2 * i + 1} / span 2`, "grid-row": String(n + 1) });
            grid.append(...this.trace.words.map((w, i) => h("span.chart-word", { style: place(i) }, w.text)));
            return grid;
        }

        cell(begin, end, row) {
            const items = this.items.get(`${begin} ${end}`) || [];
            const best = items.reduce((a, b) => b.share > a.share ? b : a, items[0] || { share: 0 });
            const words = this.trace.words.slice(begin, end).map((w) => w.text).join(" ");
            const cell = h("button.cell" + (items.length ? "" : ".none") + (best.useful ? ".useful" : ""), {
                type: "button", role: "gridcell", tabindex: -1, "data-cell": `${begin} ${end}`,
                "aria-label": `${words}: ${items.length ? best.category : "·"}${items.length > 1 ? ` +${items.length - 1}` : ""}`, onclick: () => this.pick(begin, end),
                style: {
                    "grid-column": `${begin + end} / span 2`, "grid-row": String(row),
                    "--share": best.share.toFixed(3),
                },
            },
            items.length ? category(best.category) : "·",
            " ", items.length > 1 ? h("small", `+${items.length - 1}`) : null);
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
            const items = [...(this.items.get(`${begin} ${end}`) || [])];
            items.sort((a, b) => b.share - a.share);
            if (this.shown) {
                this.oncell(`${begin}-${end}`);
                this.drawLines();
            }
            this.panel.replaceChildren(competing(this.trace, begin, end, items));
        }

        key(event) {
            const [begin, end] = this.at, n = this.trace.words.length;
            const to = {
                ArrowLeft: [begin - 1, end - 1], ArrowRight: [begin + 1, end + 1],
                ArrowDown: [begin, end - 1], ArrowUp: end < n ? [begin, end + 1] : [begin - 1, end],
            }[event.key];
            if (!to) return;
            event.preventDefault();
            if (this.cells.has(to.join(" "))) this.pick(to[0], to[1], true);
        }
    }

    g2l2.Chart = Chart;
})(window.g2l2);

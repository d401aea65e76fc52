/* curve - numbers that change while something is learned: lines that grow with it, and for each word how
 * its candidates become fewer. */
"use strict";
(function (g2l2) {
    const { h, s, count } = g2l2;
    const WIDE = 240, HIGH = 56; /* of the drawing; the page stretches it */

    /* Each line has its own scale: {name, of: (point) => a number or null, log}. */
    class Curve {
        constructor(lines) {
            this.points = [];
            this.lines = lines.map((line) => ({ ...line, path: s("polyline"), legend: h("span.curve-name") }));
            const frame = { viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", "aria-hidden": "true" };
            this.element = h("div.curve", s("svg", frame, this.lines.map((l) => l.path)),
                h("div.curve-names", this.lines.map((l) => l.legend)));
        }

        add(point) {
            this.points.push(point);
            this.lines.forEach((line) => this.draw(line));
        }

        draw({ name, of, log, show, path, legend }) {
            const all = this.points.map(of), known = all.filter((v) => v !== null);
            legend.textContent = known.length ? `${name}: ${show(known[known.length - 1])}` : "";
            const scale = (v) => log ? Math.log1p(v) : v, most = log ? Math.max(1, ...known.map(scale)) : 1;
            const x = (i) => all.length < 2 ? WIDE : i * WIDE / (all.length - 1);
            const y = (v) => 2 + (HIGH - 4) * (1 - scale(v) / most);
            path.setAttribute("points", all.flatMap((v, i) => v === null ? [] : `${x(i).toFixed(1)},${y(v).toFixed(1)}`).join(" "));
        }
    }

    /* A bar for each step; by their logarithm, for most are ruled out at first. */
    function dying(steps) {
        const most = Math.max(1, ...steps.map((p) => Math.log1p(p.alive))), wide = 5, high = 18;
        const bar = (p, i) => {
            const tall = Math.max(1.5, high * Math.log1p(p.alive) / most);
            return s("rect", { x: i * wide, y: high - tall, width: wide - 1.5, height: tall });
        };
        const told = steps.map((p) => `${p.examples}: ${count(p.alive)}`).join(", ");
        const frame = { class: "dying", viewBox: `0 0 ${steps.length * wide} ${high}`, width: steps.length * wide, height: high };
        return s("svg", { ...frame, role: "img", "aria-label": `entries left of the first lines: ${told}` },
            s("title", {}, `Entries left after so many lines: ${told}`), steps.map(bar));
    }

    Object.assign(g2l2, { Curve, dying });
})(window.g2l2);

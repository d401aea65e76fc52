/* curve - numbers that change while something is learned: lines that grow with it, and for each word how
 * its candidates become fewer. */
"use strict";
(function (g2l2) {
    const { h, s, count } = g2l2;
    const MOST = 240; /* points; then every second goes, so that a long run costs no more than a short one */
    const LATE = 10; /* points that wait to be drawn: those of two seconds */

    /* Each line has its own scale: {name, of: (point) => a number or null, show, log}. It is drawn on a canvas, which
     * costs the page less than lines of a document do; what is text and style follows when `tell` is called. Points
     * come several at a time, for a request costs more than drawing, and are drawn one by one. */
    class Curve {
        constructor(lines) {
            this.points = [];
            this.coming = [];
            this.seen = 0;
            this.lines = lines.map((line) => ({ ...line, legend: h("span.curve-name") }));
            this.canvas = h("canvas", { "aria-hidden": "true" });
            this.to = this.canvas.getContext("2d", { desynchronized: true }); /* a third less than with the page's frames */
            this.element = h("div.curve", this.canvas, h("div.curve-names", this.lines.map((l) => l.legend)));
        }

        /* Of so many points the latest; those that were not here before are to come. */
        add({ n_points: n, points }) {
            if (n < this.seen) this.seen = 0; /* something else is learned by now */
            this.coming.push(...points.slice(Math.max(0, points.length - (n - this.seen))));
            this.seen = n;
        }

        /* Draw the next one, and what is late with it. */
        grow() {
            if (!this.coming.length) return;
            this.points.push(...this.coming.splice(0, Math.max(1, this.coming.length - LATE)));
            if (this.points.length > MOST) this.points = this.points.filter((_, i) => i % 2);
            this.draw();
        }

        tell() {
            const { canvas, points } = this, sharp = devicePixelRatio || 1;
            for (const line of this.lines) {
                const last = points.map(line.of).filter((v) => v !== null).pop();
                line.legend.textContent = last === undefined ? "" : `${line.name}: ${line.show(last)}`;
                line.color = getComputedStyle(line.legend, "::before").borderTopColor;
            }
            const [wide, high] = [canvas.clientWidth * sharp, canvas.clientHeight * sharp].map(Math.round);
            if (canvas.width !== wide || canvas.height !== high) {
                Object.assign(canvas, { width: wide, height: high });
                this.draw();
            }
            this.element.dataset.points = points.length;
        }

        draw() {
            const { canvas: { width, height }, to } = this, edge = 2 * (devicePixelRatio || 1);
            to.clearRect(0, 0, width, height);
            to.lineWidth = edge;
            for (const { of, log, color } of this.lines) {
                const scale = (v) => log ? Math.log1p(v) : v, all = this.points.map(of);
                const most = log ? Math.max(1, ...all.map((v) => scale(v || 0))) : 1;
                to.strokeStyle = color || "gray";
                to.beginPath();
                all.forEach((v, i) => {
                    if (v !== null) to.lineTo(i * width / Math.max(1, all.length - 1), edge + (height - 2 * edge) * (1 - scale(v) / most));
                });
                to.stroke();
            }
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

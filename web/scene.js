/* scene - the picture of a scene, with marks on top: objects that a value means have a ring, as
 * strong as they are sure; those it is made from a dashed one; a relation is an arrow between
 * them. Marks lie under the objects, which are found by data-object, and their numbers. */
"use strict";
(function (g2l2) {
    const { h, s, picture } = g2l2;
    const SURE = 0.02; /* less than that is not marked */
    const ROOM = 48; /* that an arrow needs for its word */

    class Scene {
        constructor(text) {
            this.svg = picture(text);
            this.element = h("div.scene", this.svg || h("p.quiet", "There is no picture of this scene."));
            if (!this.svg) return;
            this.svg.removeAttribute("width");
            this.svg.removeAttribute("height");
            this.layer = s("g", { class: "marks" });
            this.svg.insertBefore(this.layer, this.svg.querySelector("[data-object]"));
        }

        /* Where an object is in the picture: {x, y, r}. */
        spot(index) {
            const el = this.svg.querySelector(`[data-object="${index}"]`);
            if (!el || !el.getScreenCTM()) return null;
            const box = el.getBBox();
            const to = this.svg.getScreenCTM().inverse().multiply(el.getScreenCTM());
            const at = (x, y) => new DOMPoint(x, y).matrixTransform(to);
            const a = at(box.x, box.y), b = at(box.x + box.width, box.y + box.height);
            return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2,
                r: Math.max(Math.abs(b.x - a.x), Math.abs(b.y - a.y)) / 2 + 5 };
        }

        ring(index, share, kind) {
            const at = this.spot(index);
            if (!at || share < SURE) return null;
            const label = kind === "meant" && share < 0.945;
            return s("g", { class: `mark ${kind}`, "data-mark": index,
                    style: { opacity: kind === "meant" ? 0.25 + 0.75 * share : 1 } },
                s("circle", { cx: at.x, cy: at.y, r: at.r }),
                label ? s("text", { x: at.x, y: at.y - at.r - 4 }, g2l2.percent(share)) : null);
        }

        /* An arrow from ring to ring, bent a little; `word`: what it says, or null. */
        arrow(from, to, word) {
            const a = this.spot(from), b = this.spot(to);
            if (!a || !b || from === to) return null;
            const dx = b.x - a.x, dy = b.y - a.y, far = Math.hypot(dx, dy);
            if (far <= a.r + b.r) return null;
            const [ux, uy] = [dx / far, dy / far];
            const p = [a.x + ux * a.r, a.y + uy * a.r], q = [b.x - ux * (b.r + 3), b.y - uy * (b.r + 3)];
            const bend = far * 0.08, c = [(p[0] + q[0]) / 2 - uy * bend, (p[1] + q[1]) / 2 + ux * bend];
            const head = 7, [hx, hy] = [q[0] - c[0], q[1] - c[1]], n = Math.hypot(hx, hy) || 1;
            const [vx, vy] = [hx / n, hy / n];
            const wing = (side) =>
                `${q[0] - vx * head - side * vy * head * 0.6} ${q[1] - vy * head + side * vx * head * 0.6}`;
            return s("g", { class: "link" },
                s("path", { d: `M${p[0]} ${p[1]}Q${c[0]} ${c[1]} ${q[0]} ${q[1]}` }),
                s("path", { class: "head", d: `M${wing(1)}L${q[0]} ${q[1]}L${wing(-1)}` }),
                word ? s("text", { x: (p[0] + 2 * c[0] + q[0]) / 4, y: (p[1] + 2 * c[1] + q[1]) / 4 + 3 }, word) : null);
        }

        /* `objects`: how surely each is meant, or null; `from`: the ones it is made from;
         * `relation`: the word that relates them. */
        mark({ objects, from, relation }) {
            if (!this.svg) return;
            this.layer.replaceChildren();
            const meant = objects || [], used = from || [];
            for (const el of this.svg.querySelectorAll("[data-object]")) {
                const i = +el.dataset.object;
                const faint = objects && (meant[i] || 0) < SURE && (used[i] || 0) < SURE;
                el.classList.toggle("dim", Boolean(faint));
            }
            const put = (el) => el && this.layer.append(el);
            used.forEach((p, i) => p >= 0.1 && put(this.ring(i, p, "used")));
            meant.forEach((p, i) => put(this.ring(i, p, "meant")));
            if (relation) this.arrows(used, meant, relation).forEach(put);
        }

        /* From each object to each, and the word at the longest, where there is room for it. */
        arrows(from, to, relation) {
            const sure = (objects) => objects.map((p, i) => p >= 0.1 ? i : -1).filter((i) => i >= 0);
            const pairs = sure(from).flatMap((i) => sure(to).map((j) => [i, j]));
            const far = ([i, j]) => {
                const a = this.spot(i), b = this.spot(j);
                return a && b ? Math.hypot(a.x - b.x, a.y - b.y) - a.r - b.r : 0;
            };
            const longest = pairs.reduce((a, b) => !a || far(b) > far(a) ? b : a, null);
            const fits = longest && far(longest) > ROOM;
            return pairs.map((pair) => this.arrow(...pair, fits && pair === longest ? relation : null));
        }
    }

    g2l2.Scene = Scene;
})(window.g2l2);

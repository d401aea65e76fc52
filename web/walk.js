/* walk - actions that look like moves, drawn as a path on a grid: TURN_LEFT turns, WALK, RUN and
 * JUMP go one field on, LOOK stays; UP, DOWN, LEFT and RIGHT go there. Other actions have no path. */
"use strict";
(function (g2l2) {
    const { h, s } = g2l2;
    const WAYS = [[0, -1], [1, 0], [0, 1], [-1, 0]]; /* up, right, down, left */
    const STEPS = { walk: "walk", go: "walk", move: "walk", forward: "walk", step: "walk", run: "run", jump: "jump", hop: "jump" };
    const STAYS = new Set(["look", "stop", "wait", "stay"]);

    function meaning(action) {
        const name = action.toLowerCase().replace(/^i_/, "").replace(/[_-]/g, " ");
        if (name === "turn left") return { turn: 3 };
        if (name === "turn right") return { turn: 1 };
        if (name === "turn around") return { turn: 2 };
        if (STEPS[name]) return { go: STEPS[name] };
        if (STAYS.has(name)) return { stay: name };
        const way = ["up", "right", "down", "left"].indexOf(name);
        return way < 0 ? null : { go: "walk", way };
    }

    /* The text of a value as actions, or null if it is none of these. */
    function actions(text) {
        const all = (text || "").trim().split(/\s+/).filter(Boolean);
        return all.length && all.every((a) => /^[A-Z][A-Z0-9_]*$/.test(a)) ? all : null;
    }

    function trail(list) {
        let at = [0, 0], way = 0;
        const legs = [];
        for (const action of list) {
            const m = meaning(action);
            if (!m) return null;
            if (m.turn) way = (way + m.turn) % 4;
            if (m.way !== undefined) way = m.way;
            const to = m.go ? [at[0] + WAYS[way][0], at[1] + WAYS[way][1]] : at;
            legs.push({ action, from: at, to, way, how: m.go || (m.turn ? "turn" : "stay") });
            at = to;
        }
        return { legs, end: at, way };
    }

    /* One leg: jumps are arcs away from the middle; a leg gone before is drawn further out. */
    function leg(item, place, seen, middle) {
        const key = [item.from, item.to].map(String).sort().join(" ");
        const times = seen.get(key) || 0;
        seen.set(key, times + 1);
        const [x1, y1] = place(item.from), [x2, y2] = place(item.to);
        const [mx, my] = [(x1 + x2) / 2, (y1 + y2) / 2], [nx, ny] = [y2 - y1, x1 - x2];
        const away = (mx - middle[0]) * nx + (my - middle[1]) * ny < 0 ? -1 : 1;
        const out = away * ((item.how === "jump" ? 0.36 : 0) + times * 0.2);
        const [cx, cy] = [mx + nx * out, my + ny * out];
        return s("path", { class: `leg ${item.how}`, d: `M${x1} ${y1}Q${cx} ${cy} ${x2} ${y2}` });
    }

    /* The picture of the first `upto` actions of `list`, in a frame that holds all of them. */
    function walk(list, upto) {
        const all = trail(list);
        if (!all) return null;
        const now = trail(list.slice(0, upto));
        const points = [[0, 0], ...all.legs.map((l) => l.to)];
        const xs = points.map((p) => p[0]), ys = points.map((p) => p[1]);
        const [left, right, top, bottom] = [Math.min(...xs) - 1, Math.max(...xs) + 1, Math.min(...ys) - 1, Math.max(...ys) + 1];
        const unit = 40, place = ([x, y]) => [(x - left + 0.2) * unit, (y - top + 0.2) * unit];
        const w = (right - left + 0.4) * unit, height = (bottom - top + 0.4) * unit;
        const mean = (values) => values.reduce((a, b) => a + b) / values.length;
        const middle = place([mean(xs), mean(ys)]);
        const fields = [];
        for (let x = left; x <= right; x++)
            for (let y = top; y <= bottom; y++) {
                const [cx, cy] = place([x, y]);
                fields.push(s("circle", { class: "field", cx, cy, r: 1.6 }));
            }
        const seen = new Map(), [sx, sy] = place([0, 0]), [ex, ey] = place(now.end);
        return s("svg", {
            class: "walk", viewBox: `0 0 ${w} ${height}`, role: "img",
            "aria-label": `the way of ${now.legs.length} actions`,
            style: { "max-width": `${Math.max(200, w * 1.2)}px` },
        },
        fields, now.legs.map((l) => { const [cx, cy] = place(l.to); return s("circle", { class: "been", cx, cy, r: 3.5 }); }),
        s("circle", { class: "start", cx: sx, cy: sy, r: 6 }),
        now.legs.filter((l) => l.how !== "turn" && l.how !== "stay").map((l) => leg(l, place, seen, middle)),
        now.legs.filter((l) => l.how === "stay").map((l) => {
            const [cx, cy] = place(l.to);
            return s("circle", { class: "leg stay", cx, cy, r: 10 });
        }),
        s("path", { class: "walker", d: "M0 -12L8 8L0 4L-8 8Z", transform: `translate(${ex} ${ey}) rotate(${now.way * 90})` }));
    }

    const GLYPHS = { turn3: "↰", turn1: "↱", turn2: "↶", walk: "→", run: "⇉", jump: "⤼", look: "◉" };
    function chip(action, extra) {
        const m = meaning(action);
        const glyph = m && (m.turn ? GLYPHS[`turn${m.turn}`] : m.way !== undefined ? "↑→↓←"[m.way] : GLYPHS[m.go || m.stay]);
        return h("span.action" + (extra || ""), { title: action }, glyph ? h("span.glyph", { "aria-hidden": "true" }, glyph) : null,
            action.replace(/^I_/, "").replace(/_/g, " ").toLowerCase());
    }

    Object.assign(g2l2, { actions, walk, actionChip: chip });
})(window.g2l2);

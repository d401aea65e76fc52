/* walk - actions that look like moves, drawn as a path on a grid: TURN_LEFT turns, WALK, RUN and
 * JUMP go one field on, LOOK stays; UP, DOWN, LEFT and RIGHT go there. Other actions have no path. */
"use strict";
(function (g2l2) {
    const { h, s } = g2l2;
    const MOST = 400; /* actions that are drawn */
    const LISTED = 120; /* and listed */
    const WAYS = [[0, -1], [1, 0], [0, 1], [-1, 0]]; /* up, right, down, left */
    const UNIT = 40; /* from field to field */
    const STEPS = {
        walk: "walk", go: "walk", move: "walk", forward: "walk", step: "walk",
        run: "run", jump: "jump", hop: "jump",
    };
    const STRIDES = new Set(["walk", "run", "jump"]);
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

    const dot = (name, [cx, cy], r) => s("circle", { class: name, cx, cy, r });

    /* The picture of the way that `list` goes; null: it is none, or too long. */
    function walk(list) {
        const way = list.length <= MOST ? trail(list) : null;
        if (!way) return null;
        const points = [[0, 0], ...way.legs.map((l) => l.to)];
        const xs = points.map((p) => p[0]), ys = points.map((p) => p[1]);
        const [left, right] = [Math.min(...xs) - 1, Math.max(...xs) + 1];
        const [top, bottom] = [Math.min(...ys) - 1, Math.max(...ys) + 1];
        const place = ([x, y]) => [(x - left + 0.2) * UNIT, (y - top + 0.2) * UNIT];
        const [width, height] = [(right - left + 0.4) * UNIT, (bottom - top + 0.4) * UNIT];
        const mean = (values) => values.reduce((a, b) => a + b) / values.length;
        const middle = place([mean(xs), mean(ys)]), seen = new Map(), [x, y] = place(way.end);
        const fields = [];
        for (let column = left; column <= right; column++)
            for (let row = top; row <= bottom; row++) fields.push(dot("field", place([column, row]), 1.6));
        const frame = {
            class: "walk", viewBox: `0 0 ${width} ${height}`, role: "img",
            "aria-label": `the way of ${list.length} actions`,
            style: { "max-width": `${Math.max(200, width * 1.2)}px` },
        };
        const turned = `translate(${x} ${y}) rotate(${way.way * 90})`;
        return s("svg", frame, fields,
            way.legs.map((l) => dot("been", place(l.to), 3.5)), dot("start", place([0, 0]), 6),
            way.legs.filter((l) => STRIDES.has(l.how)).map((l) => leg(l, place, seen, middle)),
            way.legs.filter((l) => l.how === "stay").map((l) => dot("leg stay", place(l.to), 10)),
            s("path", { class: "walker", d: "M0 -12L8 8L0 4L-8 8Z", transform: turned }));
    }

    /* Actions as a list of chips, the first ones of many. */
    function chips(list, kind) {
        return h(kind || "div.actions", list.slice(0, LISTED).map((a) => chip(a)),
            list.length > LISTED ? h("span.quiet", `… ${list.length.toLocaleString("en")} in all`) : null);
    }

    const GLYPHS = { walk: "→", run: "⇉", jump: "⤼", look: "◉" };
    function glyphOf(m) {
        if (!m) return null;
        if (m.turn) return " ↱↶↰"[m.turn];
        return m.way !== undefined ? "↑→↓←"[m.way] : GLYPHS[m.go || m.stay];
    }

    function chip(action) {
        const glyph = glyphOf(meaning(action));
        return h("span.action", { title: action },
            glyph ? h("span.glyph", { "aria-hidden": "true" }, glyph) : null, action);
    }

    Object.assign(g2l2, { actions, walk, actionChips: chips });
})(window.g2l2);

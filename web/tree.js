/* tree - a derivation as linguists draw it, to be explored: words above, under each word what it
 * is, under that the parts they make, the whole at the bottom. A node is as wide as its words:
 *
 *     jump   around     left   twice      grid-column  its span of words
 *      V    V\V/(V\V)    V\V    V\V       grid-row     its height, down to its parent
 *           ─────────────────>
 *                 V\V                     Keys: arrows go from part to part (up: into it),
 *     ───────────────────────<            Enter shows details, Space folds a part.        */
"use strict";
(function (g2l2) {
    const { h } = g2l2;
    const MINIS = 4; /* objects that are shown by number */
    const SMALLEST = 0.55; /* of its size, that a derivation is drawn in */

    /* A category may be broken after a slash. */
    function category(text) {
        return h("span.category", text.split(/(?<=[\\/|])/).map((part, i) => i ? [h("wbr"), part] : part));
    }

    function shortValue(node) {
        const v = node.value;
        if (!v || v.text === null || v.objects) return null;
        if (v.answers.length) return v.answers[0].text;
        const text = g2l2.plain.meaning(v.text);
        return text.length > 46 ? text.slice(0, 44) + "…" : text;
    }

    /* The objects that are meant, by number, the surer the stronger. */
    function minis(objects) {
        const meant = objects.map((p, i) => [p, i]).filter(([p]) => p >= 0.1);
        if (!meant.length) return h("span.tile-value", "none");
        if (objects.length > 1 && objects.every((p) => p > 0.9)) return h("span.tile-value", "all");
        const mini = ([p, i]) => h("i", { style: { "--p": p.toFixed(3) } }, String(i + 1));
        return h("span.minis", meant.slice(0, MINIS).map(mini),
            meant.length > MINIS ? h("small", `+${meant.length - MINIS}`) : null);
    }

    function spell(trace, node) {
        return trace.words.slice(node.begin, node.end).map((w) => w.text).join(" ");
    }

    /* A word has none, a rule of one part has one. */
    const parts = (node) => [node.left, node.right].filter((part) => part !== null);

    class Tree {
        /* `onpick(index)`: a node was chosen. */
        constructor(trace, derivation, links, onpick) {
            this.trace = trace;
            this.d = derivation;
            this.onpick = onpick || (() => {});
            this.parent = new Map();
            derivation.nodes.forEach((n, i) => {
                parts(n).forEach((child) => this.parent.set(child, i));
            });
            this.root = derivation.nodes.length - 1;
            this.folded = new Set();
            this.tiles = new Map();
            const n = trace.words.length;
            this.grid = h("div.tree-grid" + (n > 8 ? ".dense" : ""),
                { style: { "grid-template-columns": `repeat(${n}, auto)`, "--n": n } },
                h("div.tree-words", trace.words.map((w, i) => this.word(w, i))));
            this.items = h("div.tree-items",
                { role: "tree", "aria-label": "derivation", onkeydown: (e) => this.key(e) });
            this.grid.append(this.items);
            this.element = h("div.tree", this.grid);
            new ResizeObserver(() => this.fit()).observe(this.element);
            this.make(this.root, 1);
            this.active = this.root;
            this.place();
            links.watch(this.element);
        }

        /* As wide as there is room: what is wider is drawn smaller, as far as it can be read. */
        fit() {
            this.grid.style.zoom = "";
            const room = this.element.clientWidth, wide = this.element.scrollWidth;
            if (room && wide > room) this.grid.style.zoom = Math.max(SMALLEST, (room - 2) / (wide + 4)).toFixed(3);
        }

        word(word, i) {
            const use = this.d.uses[i], silent = !use || use.category === "EMPTY";
            return h(`span.tree-word.hue${silent ? "-none" : ""}`, {
                "data-word": i, style: { "--hue": g2l2.hue(this.d, i), "grid-column": String(i + 1) },
                title: silent ? "takes no part in the meaning" : null,
            }, word.text);
        }

        make(index, level) {
            const node = this.d.nodes[index], leaf = node.left === null;
            const value = shortValue(node), objects = node.value && node.value.objects;
            const tile = h("div.tile" + (leaf ? ".leaf" : ""), {
                role: "treeitem", "aria-level": level, "data-node": index, tabindex: -1,
                "aria-expanded": leaf ? null : "true",
                onclick: () => { this.focus(index); this.onpick(index); },
                ondblclick: () => this.fold(index),
            },
            h("span.tile-head", category(node.category)), " ",
            leaf ? null : h("span.rule", { title: "the rule that joins its parts" }, node.rule), " ",
            objects ? minis(objects) : value ? h("span.tile-value", value) : null,
            leaf ? null : h("button.fold", {
                type: "button", tabindex: -1, "aria-label": "fold or unfold",
                title: "fold or unfold (Space)",
                onclick: (e) => { e.stopPropagation(); this.fold(index); },
            }));
            const shown = [...tile.children].map((el) => el.textContent).filter(Boolean).join(" ");
            tile.setAttribute("aria-label", `${spell(this.trace, node)}: ${shown}`); /* has what is seen */
            this.tiles.set(index, tile);
            this.items.append(tile);
            parts(node).forEach((child) => this.make(child, level + 1));
        }

        height(index) {
            const node = this.d.nodes[index];
            if (node.left === null || this.folded.has(index)) return 0;
            return 1 + Math.max(...parts(node).map((child) => this.height(child)));
        }

        hidden(index) {
            for (let p = this.parent.get(index); p !== undefined; p = this.parent.get(p))
                if (this.folded.has(p)) return true;
            return false;
        }

        place() {
            for (const [index, tile] of this.tiles) {
                const node = this.d.nodes[index], parent = this.parent.get(index);
                const row = 2 + this.height(index);
                tile.hidden = this.hidden(index);
                tile.style.gridColumn = `${node.begin + 1} / ${node.end + 1}`;
                const end = parent === undefined ? row + 1 : 2 + Math.max(this.height(parent), 1);
                tile.style.gridRow = `${row} / ${end}`;
                tile.tabIndex = index === this.active ? 0 : -1;
                if (node.left !== null) {
                    tile.setAttribute("aria-expanded", String(!this.folded.has(index)));
                    tile.classList.toggle("folded", this.folded.has(index));
                }
            }
            if (this.element.isConnected) this.fit();
        }

        fold(index) {
            if (this.d.nodes[index].left === null) return;
            if (!this.folded.delete(index)) this.folded.add(index);
            this.place();
        }

        foldAll(on) {
            this.folded.clear();
            if (on)
                this.d.nodes.forEach((n, i) => n.left !== null && i !== this.root && this.folded.add(i));
            if (this.hidden(this.active)) this.active = this.root;
            this.place();
        }

        focus(index) {
            this.active = index;
            this.place();
            this.tiles.get(index).focus({ preventScroll: false });
        }

        /* The visible node beside this one, to the left (-1) or right (1), as near in height as can be. */
        beside(index, side) {
            const node = this.d.nodes[index];
            const edge = side < 0 ? (n) => n.end <= node.begin : (n) => n.begin >= node.end;
            const near = [...this.tiles.keys()].filter((i) => edge(this.d.nodes[i]) && !this.hidden(i));
            const far = (i) => side < 0 ? node.begin - this.d.nodes[i].end : this.d.nodes[i].begin - node.end;
            const high = (i) => Math.abs(this.height(i) - this.height(index));
            near.sort((a, b) => far(a) - far(b) || high(a) - high(b));
            return near[0];
        }

        key(event) {
            const index = this.active, node = this.d.nodes[index];
            const to = {
                ArrowUp: node.left !== null && !this.folded.has(index) ? node.left : undefined,
                ArrowDown: this.parent.get(index), ArrowLeft: this.beside(index, -1),
                ArrowRight: this.beside(index, 1), Home: this.root, End: this.root,
            };
            if (event.key in to) { if (to[event.key] !== undefined) this.focus(to[event.key]); }
            else if (event.key === "Enter") this.onpick(index);
            else if (event.key === " ") this.fold(index);
            else return;
            event.preventDefault();
            event.stopPropagation();
        }
    }

    /* Words that mean something have a hue each, in their order, so that the pieces of the program
     * that come from them can be told. */
    g2l2.hue = function (derivation, word) {
        const use = derivation.uses[word];
        if (!use || use.category === "EMPTY") return 0;
        const before = derivation.uses.slice(0, word).filter((u) => u && u.category !== "EMPTY").length;
        return Math.round((before * 137.5 + 250) % 360);
    };
    Object.assign(g2l2, { Tree, category, spell });
})(window.g2l2);

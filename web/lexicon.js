/* lexicon - what was learned, as a table: search, sort, filter; and which words mean the same,
 * which are opposite, and which answers belong to an attribute. edit.js changes it. */
"use strict";
(function (g2l2) {
    const { h, api, category, code, bar, percent, plain, modelSelect } = g2l2;
    const ROWS = 200; /* at a time */
    const SORTS = {
        order: ["as learned", () => 0],
        word: ["word", (a, b) => a.word.localeCompare(b.word)],
        category: ["category", (a, b) => a.category.localeCompare(b.category)],
        uses: ["most used", (a, b) => (b.uses || 0) - (a.uses || 0)],
        share: ["least sure", (a, b) => a.share - b.share],
    };

    /* Words that mean the same, in groups, each with the group that is its opposite. */
    function alike(concepts) {
        const group = (c) => [c.word, ...c.synonyms];
        const seen = new Set(), groups = [];
        for (const c of concepts) {
            const key = `${c.type} ${c.word}`, other = c.opposite && concepts.find((o) => o.type === c.type && o.word === c.opposite.word);
            if (seen.has(key) || (!c.synonyms.length && !other)) continue;
            group(c).concat(other ? group(other) : []).forEach((w) => seen.add(`${c.type} ${w}`));
            groups.push({ same: group(c), opposite: other ? group(other) : [] });
        }
        return groups;
    }

    function found(entry, text) {
        return [entry.word, entry.category, entry.program || "", plain.category(entry.category)].some((t) => t.toLowerCase().includes(text));
    }

    g2l2.LexiconView = class LexiconView {
        constructor(app) {
            this.app = app;
            this.sort = "order";
            this.only = "";
            this.limit = ROWS;
            this.search = h("input", { type: "search", "data-main-field": true, "aria-label": "search words, categories, programs", placeholder: "Search words, categories, programs", oninput: () => this.app.go({ find: this.search.value }, true) });
            this.modelBox = h("span");
            this.filter = h("select", { "aria-label": "only this category", onchange: () => { this.only = this.filter.value; this.rows(); } });
            this.order = h("select", { "aria-label": "order", onchange: () => { this.sort = this.order.value; this.rows(); } },
                Object.entries(SORTS).map(([key, [name]]) => h("option", { value: key }, name)));
            this.editing = h("button.switch", { type: "button", "aria-pressed": "false", onclick: () => this.app.go({ edit: !this.app.state.edit }) }, "Edit");
            this.export = h("a.text", { href: "#", download: "" }, "Export");
            this.count = h("p.quiet.count", { role: "status" });
            this.table = h("tbody");
            this.more = h("button.text", { type: "button", onclick: () => { this.limit += ROWS; this.rows(); } }, "Show more");
            this.draft = h("div.draft");
            this.concepts = h("div.concepts");
            this.editor = new g2l2.Editor(app, this);
            this.element = h("div.view.lexicon", {}, h("h1.visually-hidden", {}, "Lexicon"),
                h("div.card.lexicon-tools", {}, this.modelBox, this.search,
                    h("label.field", {}, h("span.field-name", {}, "category"), this.filter), h("label.field", {}, h("span.field-name", {}, "order"), this.order),
                    h("span.tools", {}, this.export, this.editing)),
                this.draft, this.count,
                h("div.card.lexicon-card", {}, h("table.lexicon-table", {},
                    h("thead", {}, h("tr", {}, ["Word", "Category", "Program", "Share", "Used", "Example", ""].map((t) => h("th" + (t === "Used" ? ".number" : ""), { scope: "col" }, t)))), this.table), this.more),
                this.concepts);
        }

        async update(state) {
            const name = state.model.replace(/\*$/, "");
            this.name = name;
            this.modelBox.replaceChildren(modelSelect({ models: this.app.models.filter((m) => !m.name.endsWith("*")) }, "model", name, (model) => this.app.go({ model, q: "", find: "" })));
            if (this.search.value !== state.find) this.search.value = state.find;
            const changed = this.shown !== name || this.wasEditing !== state.edit;
            Object.assign(this, { shown: name, wasEditing: state.edit, edit: state.edit });
            this.editing.setAttribute("aria-pressed", String(state.edit));
            this.element.classList.toggle("editing", state.edit);
            if (!changed && this.lexicon) return this.rows();
            try {
                if (state.edit) await this.editor.open(name);
                else this.draft.replaceChildren();
                await this.load(state.edit ? this.editor.model() : name);
            } catch (error) {
                this.table.replaceChildren(h("tr", {}, h("td.failure", { colspan: 7, role: "alert" }, error.message)));
            }
        }

        /* Read the lexicon of `model` and show it. */
        async load(model) {
            this.lexicon = await api.lexicon(model);
            this.export.href = api.lexiconAddress(model);
            this.export.setAttribute("download", `${this.name}.lexicon`);
            const counts = new Map();
            this.lexicon.entries.forEach((e) => counts.set(e.category, (counts.get(e.category) || 0) + 1));
            this.filter.replaceChildren(h("option", { value: "" }, "all"), ...[...counts].sort((a, b) => b[1] - a[1]).map(([c, n]) => h("option", { value: c, selected: c === this.only }, `${c} (${n})`)));
            if (!counts.has(this.only)) this.only = "";
            this.rows();
            this.showConcepts();
        }

        rows() {
            if (!this.lexicon) return;
            const text = this.search.value.trim().toLowerCase();
            const all = this.lexicon.entries.filter((e) => (!text || found(e, text)) && (!this.only || e.category === this.only));
            if (this.sort !== "order") all.sort(SORTS[this.sort][1]);
            const words = new Set(all.map((e) => e.word)).size;
            this.count.textContent = `${all.length} ${all.length === 1 ? "entry" : "entries"} of ${words} ${words === 1 ? "word" : "words"}`;
            const rows = all.slice(0, this.limit).map((e, i) => this.row(e, this.sort === "order" || this.sort === "word" ? all[i - 1] : null));
            if (this.edit) rows.unshift(...this.editor.newRow());
            this.table.replaceChildren(...rows.flat());
            this.more.hidden = all.length <= this.limit;
        }

        row(entry, before) {
            const again = before && before.word === entry.word;
            const ask = entry.example && !this.edit;
            const example = ask ? this.app.address({ view: "ask", model: this.name, q: entry.example }) : null;
            const changed = this.edit && this.editor.isChanged(entry);
            const row = h("tr" + (again ? ".again" : "") + (entry.off ? ".off" : "") + (changed ? ".changed" : ""), { "data-entry": entry.word },
                h("td.word", {}, ask ? h("a", { href: example, title: "ask its example" }, entry.word) : h("span", {}, entry.word), entry.locked ? h("span.tag", { title: "learning leaves it alone" }, "locked") : null, entry.off ? h("span.tag", {}, "off") : null),
                h("td.entry-category", { title: plain.category(entry.category) }, category(entry.category)),
                h("td.entry-program", {}, entry.program ? code(entry.program) : entry.category === "EMPTY" ? h("span.quiet", {}, "adds nothing") : this.cases(entry)),
                h("td.share", {}, bar(entry.share), percent(entry.share)),
                h("td.number", {}, entry.uses ? entry.uses.toLocaleString("en") : ""),
                h("td.example", {}, entry.example ? (ask
                    ? h("a", { href: example }, entry.example) : entry.example) : ""),
                h("td.row-tools", {}, this.edit ? this.editor.tools(entry) : null));
            return this.edit ? [row, ...this.editor.rowBelow(entry)] : [row];
        }

        /* For each word the words that it is most like. */
        nearest(concepts) {
            return h("details.card.nearest", {}, h("summary", {}, "How alike words are"),
                h("div.scroll", {}, h("table", {}, h("tbody", {}, concepts.map((c) => h("tr", {}, h("th", { scope: "row" }, c.word), h("td.quiet", {}, c.type),
                    h("td", {}, c.near.map((n) => h("span.near", { style: { "--p": Math.max(0, n.similarity).toFixed(2) } }, n.word, h("small", {}, n.similarity.toFixed(2)))))))))));
        }

        cases(entry) {
            return h("ul.cases", {}, entry.cases.map((c) => h("li", {}, category(c.category), " ", c.program ? code(c.program) : null)));
        }

        showConcepts() {
            const { concepts, attributes } = this.lexicon;
            const words = (list) => list.map((w, i) => [i ? " " : "", h("button.chip", { type: "button", onclick: () => this.app.go({ find: w }, true) }, w)]);
            const same = alike(concepts);
            this.concepts.replaceChildren(...[
                same.length ? h("section.card", { "aria-label": "the same and the opposite" }, h("h2", {}, "The same, and the opposite"),
                    h("p.quiet", {}, "Found from what words turned out to look like; nobody said so."),
                    h("ul.groups", {}, same.map((c) => h("li", {}, h("span", {}, words(c.same)), c.opposite.length ? h("span.opposite", {}, h("span.quiet", {}, "opposite "), words(c.opposite)) : null)))) : null,
                attributes.length ? h("section.card", { "aria-label": "attributes" }, h("h2", {}, "Attributes, and their values"),
                    h("p.quiet", {}, "Which answers belong together, discovered from questions."),
                    h("ul.groups", {}, attributes.map((a) => h("li", {}, h("b", {}, a.words.join(", ")), h("span", {}, words(a.values.map((v) => v.word))))))) : null,
                concepts.length ? this.nearest(concepts) : null,
            ].filter(Boolean));
        }
    };
})(window.g2l2);

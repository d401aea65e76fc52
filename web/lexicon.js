/* lexicon - what was learned, as a table: search, sort, filter; and which words mean the same,
 * which are opposite, and which answers belong to an attribute. edit.js changes it. */
"use strict";
(function (g2l2) {
    const { h, api, category, code, bar, percent, count, failure, plain, modelSelect } = g2l2;
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
            const key = `${c.type} ${c.word}`;
            const other = c.opposite && concepts.find((o) => o.type === c.type && o.word === c.opposite.word);
            if (seen.has(key) || (!c.synonyms.length && !other)) continue;
            group(c).concat(other ? group(other) : []).forEach((w) => seen.add(`${c.type} ${w}`));
            groups.push({ same: group(c), opposite: other ? group(other) : [] });
        }
        return groups;
    }

    /* Values that compete, each set once; a synonym of one is not listed by the others. */
    function competing(concepts) {
        const sets = concepts.filter((c) => concepts.some((o) => o.type === c.type && o.rivals.includes(c.word)))
            .map((c) => [c.word, ...c.rivals].sort().join("\n"));
        return [...new Set(sets)].map((set) => set.split("\n"));
    }

    function found(entry, text) {
        const { word, category: name, program } = entry;
        return [word, name, program || "", plain.category(name)].some((t) => t.toLowerCase().includes(text));
    }

    g2l2.LexiconView = class LexiconView {
        constructor(app) {
            this.app = app;
            this.sort = "order";
            this.only = "";
            this.limit = ROWS;
            this.search = h("input", {
                type: "search", "data-main-field": true, placeholder: "Search words, categories, programs",
                "aria-label": "search words, categories, programs",
                oninput: () => this.app.go({ find: this.search.value }, true),
            });
            const select = (label, run, options) => h("select", { "aria-label": label, onchange: run }, options);
            const orders = Object.entries(SORTS).map(([key, [name]]) => h("option", { value: key }, name));
            this.filter = select("only this category", () => { this.only = this.filter.value; this.rows(); });
            this.order = select("order", () => { this.sort = this.order.value; this.rows(); }, orders);
            const button = (what, run, name) => h(what, { type: "button", onclick: run }, name);
            this.editing = button("button.switch", () => this.app.go({ edit: !this.app.state.edit }), "Edit");
            this.more = button("button.text", () => { this.limit += ROWS; this.rows(); }, "Show more");
            this.export = h("a.text", { href: "#", download: "" }, "Export");
            this.count = h("p.quiet.count", { role: "status" });
            this.modelBox = h("span");
            this.table = h("tbody");
            this.heads = h("tr");
            this.columns = 7;
            this.draft = h("div.draft");
            this.concepts = h("div.concepts");
            this.editor = new g2l2.Editor(app, this);
            this.element = this.frame();
        }

        frame() {
            const field = (name, el) => h("label.field", h("span.field-name", name), el);
            return h("div.view.lexicon", h("h1.visually-hidden", "Lexicon"),
                h("div.card.lexicon-tools", this.modelBox, this.search, field("category", this.filter),
                    field("order", this.order), h("span.tools", this.export, this.editing)),
                this.draft, this.count,
                h("div.card.lexicon-card",
                    h("table.lexicon-table", h("thead", this.heads), this.table), this.more),
                this.concepts);
        }

        async update(state) {
            const name = state.model.replace(/\*$/, "");
            this.name = name;
            const models = this.app.models.filter((m) => !m.draft);
            const choose = (model) => this.app.go({ model, q: "", find: "" });
            this.modelBox.replaceChildren(modelSelect({ models }, "model", name, choose));
            if (this.search.value !== state.find) this.search.value = state.find;
            const changed = this.shown !== name || this.wasEditing !== state.edit || state.draft;
            Object.assign(this, { shown: name, wasEditing: state.edit });
            this.editing.setAttribute("aria-pressed", String(state.edit));
            this.element.classList.toggle("editing", state.edit);
            if (!changed && this.lexicon) return this.rows();
            const turn = this.turn = {};
            this.edit = false; /* until the editor knows the text */
            this.draft.replaceChildren();
            try {
                if (state.edit) await this.editor.open(name);
                if (this.turn !== turn) return;
                if (state.edit && state.draft) await this.editor.takeLink(state.draft);
                if (this.turn !== turn) return;
                this.edit = state.edit;
                if (this.edit) this.draft.replaceChildren(this.editor.element);
                await this.load(this.edit ? this.editor.model() : name);
            } catch (error) {
                if (this.turn === turn)
                    this.table.replaceChildren(h("tr", h("td", { colspan: this.columns }, failure(error))));
            }
        }

        /* The columns that the model has something for: what was written by hand was never used. */
        showHeads() {
            this.used = this.lexicon.entries.some((e) => e.uses);
            this.exampled = this.lexicon.entries.some((e) => e.example);
            const heads = ["Word", "Category", "Program", "Share", ...(this.used ? ["Used"] : []),
                ...(this.exampled ? ["Example"] : []), ""];
            const head = (text) => !text ? h("td") : h("th" + (text === "Used" ? ".number" : ""), { scope: "col" }, text);
            this.heads.replaceChildren(...heads.map(head));
            this.columns = heads.length;
        }

        /* Read the lexicon of `model` and show it, unless another one was asked for meanwhile. */
        async load(model) {
            const asked = this.asked = {}, lexicon = await api.lexicon(model);
            if (this.asked !== asked) return;
            this.lexicon = lexicon;
            g2l2.plain.about(lexicon.domain);
            this.export.href = api.lexiconAddress(model);
            this.export.setAttribute("download", `${this.name}.lexicon`);
            const counts = new Map();
            for (const e of this.lexicon.entries) counts.set(e.category, (counts.get(e.category) || 0) + 1);
            if (!counts.has(this.only)) this.only = "";
            const options = [...counts].sort((a, b) => b[1] - a[1]).map(([c, n]) =>
                h("option", { value: c, selected: c === this.only }, `${c} (${n})`));
            this.filter.replaceChildren(h("option", { value: "" }, "all"), ...options);
            this.showHeads();
            this.rows();
            this.showConcepts();
        }

        rows() {
            if (!this.lexicon) return;
            const text = this.search.value.trim().toLowerCase();
            const wanted = (e) => (!text || found(e, text)) && (!this.only || e.category === this.only);
            const all = this.lexicon.entries.filter(wanted);
            if (this.sort !== "order") all.sort(SORTS[this.sort][1]);
            const n = (k, one, many) => `${k} ${k === 1 ? one : many}`;
            const words = new Set(all.map((e) => e.word)).size;
            this.count.textContent = `${n(all.length, "entry", "entries")} of ${n(words, "word", "words")}`;
            const grouped = this.sort === "order" || this.sort === "word";
            const rows = all.slice(0, this.limit).map((e, i) => this.row(e, grouped ? all[i - 1] : null));
            if (this.edit) rows.unshift(...this.editor.newRow());
            this.table.replaceChildren(...rows.flat());
            this.more.hidden = all.length <= this.limit;
        }

        /* An entry, and its form below it where it is changed; `before`: the entry above. */
        row(entry, before) {
            const { word, example } = entry;
            const ask = example && !this.edit
                ? { href: this.app.address({ view: "ask", model: this.name, q: example }) } : null;
            const names = [before && before.word === word && ".again", entry.off && ".off",
                this.edit && this.editor.isChanged(entry) && ".changed"];
            const row = h("tr" + names.filter(Boolean).join(""), { "data-entry": word },
                h("td.word", ask ? h("a", ask, word) : h("span", word),
                    entry.locked ? h("span.tag", { title: "learning leaves it alone" }, "locked") : null,
                    entry.off ? h("span.tag", "off") : null),
                h("td.entry-category", { title: plain.category(entry.category) }, category(entry.category)),
                h("td.entry-program", this.program(entry)),
                h("td.share", bar(entry.share), percent(entry.share)),
                this.used ? h("td.number", entry.uses ? count(entry.uses) : "") : null,
                this.exampled ? h("td.example", ask ? h("a", ask, example) : example || "") : null,
                h("td.row-tools", this.edit ? this.editor.tools(entry) : this.why(entry, before)));
            return this.edit ? [row, ...this.editor.rowBelow(entry)] : [row];
        }

        /* Where examples are at hand: the lines that it was taught, or the server's test file. */
        why({ word }, before) {
            const { taught, tests } = this.app.model(this.name) || {}, { now } = new g2l2.Lesson();
            const mine = taught && g2l2.lesson.modelOf(now) === this.name;
            if ((before && before.word === word) || !(mine || tests)) return null;
            const ask = () => api.why({ ...(mine ? g2l2.lesson.request(now)[0] : {}), model: this.name, word });
            return g2l2.whyButton(word, "Why?", this.columns, ask);
        }

        program(entry) {
            if (entry.program) return code(entry.program);
            if (entry.category === "EMPTY") return h("span.quiet", "adds nothing");
            const one = (c) => h("li", category(c.category), " ", c.program ? code(c.program) : null);
            return h("ul.cases", entry.cases.map(one));
        }

        /* ---- what words look like ------------------------------------------------------------ */

        chips(words) {
            const find = (word) => ({ type: "button", onclick: () => this.app.go({ find: word }, true) });
            return words.map((word, i) => [i ? " " : "", h("button.chip", find(word), word)]);
        }

        group({ same, opposite }) {
            return h("li", h("span", this.chips(same)),
                opposite.length ? h("span", h("span.quiet", "opposite "), this.chips(opposite)) : null);
        }

        /* For each word the words that it is most like. */
        nearest(concepts) {
            const near = (n) => h("span.near", { style: { "--p": Math.max(0, n.similarity).toFixed(2) } },
                n.word, h("small", n.similarity.toFixed(2)));
            const row = (c) =>
                h("tr", h("th", { scope: "row" }, c.word), h("td.quiet", c.type), h("td", c.near.map(near)));
            return h("details.card.nearest", h("summary", "How alike words are"),
                h("div.scroll", h("table", h("tbody", concepts.map(row)))));
        }

        showConcepts() {
            const { concepts, attributes } = this.lexicon, same = alike(concepts);
            const card = (title, text, list) => h("section.card", { "aria-label": title },
                h("h2", title), h("p.quiet", text), h("ul.groups", list));
            const cards = [];
            if (same.length)
                cards.push(card("The same, and the opposite",
                    "Found from what words turned out to look like; nobody said so.",
                    same.map((one) => this.group(one))));
            const rivals = competing(concepts);
            if (rivals.length)
                cards.push(card("Values that compete", "An object has one of them: the likeliest.",
                    rivals.map((words) => h("li", h("span", this.chips(words))))));
            if (attributes.length)
                cards.push(card("Attributes, and their values",
                    "Which answers belong together, discovered from questions.",
                    attributes.map((a) => h("li", h("b", a.words.join(", ")),
                        h("span", this.chips(a.values.map((v) => v.word)))))));
            if (concepts.length) cards.push(this.nearest(concepts));
            this.concepts.replaceChildren(...cards);
        }
    };
})(window.g2l2);

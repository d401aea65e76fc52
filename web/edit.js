/* edit - the lexicon changed by hand. The text form (docs/MODEL.md) is what is edited: an entry is
 * a line of it. Every change goes to the server as a draft, a model beside the one it is of, and
 * is tried on the test examples at once:
 *
 *     text ─▶ a line replaced, removed, added ─▶ PUT /v1/draft ─┬─▶ POST /v1/test  what it changes
 *      ▲                                                        └─▶ an error, shown at the entry
 *      └──────────────── undo: the text before ◀────────────────                              */
"use strict";
(function (g2l2) {
    const { h, api, percent } = g2l2;

    const quoted = (word) => /[\s"#]/.test(word) || word.startsWith("|") || word === "=>" ? JSON.stringify(word) : word;

    /* word => category : program  weight [locked] [off] */
    function line(e) {
        return `${quoted(e.word)} => ${e.category}${e.program ? ` : ${e.program}` : ""}  ${e.weight}${e.locked ? " locked" : ""}${e.off ? " off" : ""}`;
    }

    /* Sentences to try, one a line: a sentence, a tab or "=>", what it should give; with scenes,
     * "7: " before it is the scene's number, from 1. */
    function examples(text, scenes) {
        return text.split("\n").map((l) => l.trim()).filter(Boolean).map((l) => {
            const at = /^(?:(\d+)\s*:\s*)?(.+?)(?:\t+|\s+=>\s+)(.+)$/.exec(l.replace(/^IN:\s*(.+?)\s*OUT:\s*/, "$1\t"));
            if (!at) throw new Error(`“${l}” should be a sentence, a tab or =>, and what it should give.`);
            return { sentence: at[2], result: at[3], ...(scenes ? { scene: at[1] ? at[1] - 1 : 0 } : {}) };
        });
    }

    /* Two results from where they differ on: `… I_WALK` for what begins in the same way. */
    function differing(before, after) {
        if (before === null || after === null) return [before, after].map((text) => text === null ? "no parse" : text);
        const [a, b] = [before.split(" "), after.split(" ")];
        let n = 0;
        while (n < a.length && n < b.length && a[n] === b[n]) n++;
        return [a, b].map((words) => n > 1 ? `… ${words.slice(n - 1).join(" ")}` : words.join(" "));
    }

    /* A few changes that are easy to read. */
    function shortest(changed) {
        const length = (c) => (c.before || "").length + (c.after || "").length + c.sentence.length;
        return [...changed].sort((a, b) => length(a) - length(b)).slice(0, 4);
    }

    g2l2.Editor = class Editor {
        constructor(app, view) {
            this.app = app;
            this.view = view;
            this.pasted = "";
        }

        model() { return this.drafted ? `${this.name}*` : this.name; }
        get scenes() { return Boolean(this.app.model(this.name).has_scenes); }

        /* Begin with the draft that there is, or with the model itself. */
        async open(name) {
            if (this.name === name && this.text !== undefined) return this.panel();
            this.name = name;
            this.original = await api.lexiconText(name);
            this.drafted = Boolean(this.app.model(`${name}*`));
            this.text = this.drafted ? await api.lexiconText(`${name}*`) : this.original;
            this.before = [];
            this.known = new Set(this.original.split("\n"));
            this.open_ = null;
            this.effect = null;
            this.panel();
            if (this.drafted) await this.test();
        }

        isChanged(entry) { return !this.known.has(this.text.split("\n")[entry.line - 1]); }

        /* ---- changes ---------------------------------------------------------------------- */

        /* Try `text` as the draft; throws what is wrong with it. */
        async put(text) {
            await api.draft(this.name, text);
            this.text = text;
            this.drafted = true;
            this.app.traces.clear();
            await this.app.refreshModels();
        }

        /* Make a change; false and a message at the entry if it cannot be. */
        async change(text, entry) {
            const old = this.text;
            try {
                await this.put(text);
            } catch (error) {
                this.wrong = { key: entry ? entry.line : 0, message: error.message };
                this.view.rows();
                return false;
            }
            this.before.push(old);
            this.wrong = this.open_ = null;
            await this.afterwards();
            return true;
        }

        async afterwards() {
            await this.view.load(this.model());
            await this.test();
        }

        async undo() {
            if (!this.before.length) return;
            await this.put(this.before.pop());
            this.wrong = this.open_ = null;
            await this.afterwards();
        }

        async discard() {
            await api.dropDraft(this.name);
            await this.app.refreshModels();
            this.app.traces.clear();
            Object.assign(this, { text: this.original, before: [], drafted: false, effect: null, wrong: null, open_: null });
            this.panel();
            await this.view.load(this.name);
        }

        /* The text with the lines of an entry (itself, and what is said of its use) replaced. */
        without(entry, instead) {
            const lines = this.text.split("\n"), used = /^\s+used\s/.test(lines[entry.line] || "");
            lines.splice(entry.line - 1, used && !instead.length ? 2 : 1, ...instead);
            return lines.join("\n");
        }

        replace(entry, values) { return this.change(this.without(entry, [line({ ...entry, ...values })]), entry); }
        remove(entry) { return this.change(this.without(entry, []), entry); }

        add(values) {
            const lines = this.text.split("\n"), concept = lines.findIndex((l) => l.startsWith("concept "));
            const end = concept >= 0 ? concept : this.text.endsWith("\n") ? lines.length - 1 : lines.length;
            lines.splice(end, 0, line(values));
            return this.change(lines.join("\n"), null);
        }

        /* ---- what it does ------------------------------------------------------------------- */

        async test() {
            const turn = this.turn = {};
            this.effect = { busy: true };
            this.panel();
            try {
                const own = this.pasted.trim() ? examples(this.pasted, this.scenes) : undefined;
                const effect = await api.test({ model: this.model(), against: this.name, ...(own ? { examples: own } : {}) });
                if (this.turn === turn) this.effect = effect;
            } catch (error) {
                if (this.turn === turn) this.effect = { message: error.message };
            }
            if (this.turn === turn) this.panel();
        }

        panel() {
            const n = this.before.length;
            const button = (name, run, off) => h("button.text", { type: "button", disabled: off, onclick: run }, name);
            this.view.draft.replaceChildren(h("section.card.draft-card", { "aria-label": "draft" },
                h("header.card-head", {}, h("h2", {}, "Draft"), h("div.tools", {},
                    button(n ? `Undo (${n})` : "Undo", () => this.undo(), !n), button("Discard", () => this.discard(), !this.drafted),
                    this.drafted ? h("a.text", { href: this.app.address({ view: "compare", model: this.name, other: `${this.name}*` }) }, "Compare") : null)),
                h("p.quiet", {}, "Change entries below: the model stays as it is, the draft beside it changes, and is tried at once."),
                this.effectLine(),
                h("details", { open: this.pasted ? true : null }, h("summary", {}, "Test sentences of your own"),
                    h("textarea", { rows: 3, "aria-label": "test sentences", placeholder: this.scenes ? "3: how many cubes are there => 2" : "jump twice => I_JUMP I_JUMP", value: this.pasted, oninput: (e) => { this.pasted = e.target.value; } }),
                    h("button", { type: "button", onclick: () => this.test() }, "Try them"))));
        }

        effectLine() {
            const e = this.effect;
            if (!e) return h("p.effect.quiet", {}, "Nothing is changed yet.");
            if (e.busy) return h("p.effect.quiet", { role: "status" }, "Trying it on the test examples …");
            if (e.message) return h("p.effect.failure", { role: "alert" }, e.message);
            const was = e.against, better = was ? e.correct - was.correct : 0;
            return h("div.effect", { role: "status" },
                h("p", {}, was ? h("span", {}, `${percent(was.accuracy)} → `) : null, h("b" + (better < 0 ? ".worse" : better > 0 ? ".better" : ""), {}, percent(e.accuracy)),
                    h("span.quiet", {}, ` right, of ${e.examples.toLocaleString("en")} examples` + (was ? better ? ` (${better > 0 ? "+" : "−"}${Math.abs(better).toLocaleString("en")})` : ", no difference" : ""))),
                e.changed && e.changed.length ? h("details.changes", { open: true }, h("summary", {}, e.n_changed === 1 ? "One example changed" : `${e.n_changed.toLocaleString("en")} examples changed`), h("ul", {}, shortest(e.changed).map((c) => this.changed(c)))) : null);
        }

        changed(c) {
            const [before, after] = differing(c.before, c.after);
            return h("li", {}, h("span.changed-sentence", {}, c.sentence), h("span.was", { title: c.before }, before),
                h("span.is" + (c.after === c.expected ? ".better" : c.before === c.expected ? ".worse" : ""), { title: c.after }, after));
        }

        /* ---- rows of the table ----------------------------------------------------------------- */

        tools(entry) {
            const icon = (name, label, run, on) => h(`button.icon.${name}`, { type: "button", "aria-label": `${label} ${entry.word}`, title: label, "aria-pressed": on === undefined ? null : String(on), onclick: run });
            return [icon("lock", entry.locked ? "unlock" : "lock", () => this.replace(entry, { locked: !entry.locked }), entry.locked),
                icon("pencil", "change", () => { this.open_ = this.open_ === entry.line ? null : entry.line; this.wrong = null; this.view.rows(); this.focusForm(); }),
                icon("remove", "delete", () => this.remove(entry))];
        }

        focusForm() {
            const field = this.view.table.querySelector(".entry-form input");
            if (field) field.focus();
        }

        message(key) {
            return this.wrong && this.wrong.key === key ? h("p.failure", { role: "alert" }, this.wrong.message) : null;
        }

        rowBelow(entry) {
            const open = this.open_ === entry.line, message = this.message(entry.line);
            if (!open && !message) return [];
            return [h("tr.below", {}, h("td", { colspan: 7 }, open ? this.form(entry, (values) => this.replace(entry, values), () => { this.open_ = null; this.view.rows(); }) : null, message))];
        }

        newRow() {
            if (this.open_ !== "new") return [h("tr.below", {}, h("td", { colspan: 7 }, h("button.text.add", { type: "button", onclick: () => { this.open_ = "new"; this.wrong = null; this.view.rows(); this.focusForm(); } }, "+ Add an entry")))];
            const blank = { word: "", category: "", program: "", weight: 0, locked: true };
            return [h("tr.below", {}, h("td", { colspan: 7 }, this.form(this.typed || blank, (values) => { this.typed = values; return this.add(values).then((ok) => { if (ok) this.typed = null; }); },
                () => { this.open_ = this.typed = null; this.view.rows(); }, true), this.message(0)))];
        }

        form(entry, save, cancel, fresh) {
            const field = (name, label, attributes) => h("label.field", {}, h("span.field-name", {}, label), h("input", { name, value: entry[name] === null ? "" : String(entry[name]), spellcheck: "false", autocomplete: "off", ...attributes }));
            return h("form.entry-form", {
                onsubmit: (e) => {
                    e.preventDefault();
                    const data = new FormData(e.target);
                    const weight = Number(data.get("weight"));
                    save({ word: fresh ? data.get("word").trim() : entry.word, category: data.get("category").trim(), program: data.get("program").trim(), weight: Number.isFinite(weight) ? weight : 0, locked: data.get("locked") === "on", off: false });
                },
                onkeydown: (e) => { if (e.key === "Escape") { e.stopPropagation(); cancel(); } },
            },
            fresh ? field("word", "word", { required: true, class: "narrow" }) : null, field("category", "category", { required: true }), field("program", "program", { class: "wide" }),
            field("weight", "weight", { class: "narrow", inputmode: "decimal" }),
            h("label.check", {}, h("input", { type: "checkbox", name: "locked", checked: entry.locked }), "locked"),
            h("span.tools", {}, h("button.primary", { type: "submit" }, "Save"), h("button.text", { type: "button", onclick: cancel }, "Cancel")));
        }
    };
})(window.g2l2);

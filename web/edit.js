/* edit - the lexicon changed by hand. The text form (docs/MODEL.md) is what is edited: an entry is
 * a line of it. Every change goes to the server as a draft, a model beside the one it is of, and
 * is tried on the test examples at once:
 *
 *     text ─▶ a line replaced, removed, added ─▶ PUT /v1/draft ─┬─▶ POST /v1/test  what it changes
 *      ▲                                                        └─▶ an error, shown at the entry
 *      └──────────────── undo: the text before ◀────────────────                              */
"use strict";
(function (g2l2) {
    const { h, api, percent, count, failure, kept, forget } = g2l2;
    const KEPT = 20; /* steps back that a reload leaves */

    const quoted = (word) => /[\s"#]/.test(word) || word.startsWith("|") || word === "=>"
        ? JSON.stringify(word) : word;

    /* word => category : program  weight [locked] [off] */
    function line(e) {
        const meaning = e.program ? `${e.category} : ${e.program}` : e.category;
        return `${quoted(e.word)} => ${meaning}  ${e.weight}${e.locked ? " locked" : ""}${e.off ? " off" : ""}`;
    }

    /* A text that was refused for a concept, with that put right; null: it is something else. What no
     * entry of `word` asks for any more goes; what one now needs is copied from the word `like`. */
    function settled(text, error, word, like) {
        const lines = text.split("\n"), own = ` ${quoted(word)} = `, wrong = lines[error.line - 1] || "";
        if (wrong.startsWith("concept ") && wrong.includes(own))
            return lines.filter((_, i) => i !== error.line - 1).join("\n");
        const needed = /needs a line 'concept (\S+) /.exec(error.message);
        if (!needed || !like) return null;
        const begin = `concept ${needed[1]} ${quoted(like)} = `;
        const at = lines.findIndex((l) => l.startsWith(begin));
        if (at < 0) throw new Error(`“${like}” is no word with a ${needed[1]}.`);
        lines.splice(at + 1, 0, `concept ${needed[1]}${own}${lines[at].slice(begin.length)}`);
        return lines.join("\n");
    }

    /* Sentences to try, one a line: a sentence, a tab or "=>", what it should give; with scenes,
     * "7: " before it is the scene's number, from 0. */
    const EXAMPLE = /^(?:(\d+)\s*:\s*)?(.+?)(?:\t+|\s+=>\s+)(.+)$/;
    function examples(text, scenes) {
        return text.split("\n").map((l) => l.trim()).filter(Boolean).map((l) => {
            const at = EXAMPLE.exec(l.replace(/^IN:\s*(.+?)\s*OUT:\s*/, "$1\t"));
            if (!at) throw new Error(`“${l}” should be a sentence, a tab or =>, and what it should give.`);
            return { sentence: at[2], result: at[3], ...(scenes ? { scene: Number(at[1] || 0) } : {}) };
        });
    }

    /* Two results from where they differ on: `… I_WALK` for what begins in the same way. */
    function differing(before, after) {
        const told = (text) => text === null ? "no parse" : text;
        if (before === null || after === null) return [told(before), told(after)];
        const [a, b] = [before.split(" "), after.split(" ")];
        let n = 0;
        while (n < a.length && n < b.length && a[n] === b[n]) n++;
        return [a, b].map((words) => n > 1 ? `… ${words.slice(n - 1).join(" ")}` : words.join(" "));
    }

    const FEW = 4, MORE = 20; /* changes that are shown at first, and then at a time */

    /* Those first that are easy to read. */
    function shortest(changed) {
        const length = (c) => (c.before || "").length + (c.after || "").length + c.sentence.length;
        return [...changed].sort((a, b) => length(a) - length(b));
    }

    /* ---- a draft elsewhere: what it has that the model has not ---- */

    const units = (text) => text.split(/\n(?!\s)/); /* an entry, with what is said of its use */

    function difference(from, to) {
        const was = new Set(units(from)), is = new Set(units(to));
        return { less: [...was].filter((u) => !is.has(u)), more: [...is].filter((u) => !was.has(u)) };
    }

    function changed(from, { less, more }) {
        const gone = new Set(less), left = units(from).filter((u) => !gone.has(u));
        const isConcept = (u) => u.startsWith("concept "), at = left.findIndex(isConcept);
        const end = at >= 0 ? at : from.endsWith("\n") ? left.length - 1 : left.length;
        left.splice(end, 0, ...more.filter((u) => !isConcept(u)), ...more.filter(isConcept));
        return left.join("\n");
    }

    g2l2.Editor = class Editor {
        constructor(app, view) {
            this.app = app;
            this.view = view;
            this.queue = Promise.resolve();
            this.element = this.card();
        }

        model() { return this.drafted ? `${this.name}*` : this.name; }
        get scenes() { return Boolean(this.app.model(this.name).has_scenes); }

        /* What asks the server and changes what is known here is done one after the other. */
        inTurn(run) {
            const done = this.queue.then(run);
            this.queue = done.catch(() => {});
            return done;
        }

        /* Begin with the draft that there is, or with the model itself. */
        open(name) {
            return this.inTurn(async () => {
                if (this.name === name && this.text !== undefined && await this.isCurrent()) return;
                this.name = name;
                await this.read();
            });
        }

        async read() {
            await this.app.refreshModels();
            this.original = await api.lexiconText(this.name);
            this.drafted = Boolean(this.app.model(`${this.name}*`));
            this.text = this.drafted ? await api.lexiconText(`${this.name}*`) : this.original;
            await this.restore();
            this.known = new Set(this.original.split("\n"));
            this.open_ = this.typed = this.wrong = this.said = null;
            this.turn = null; /* what is being tried is of another draft */
            this.showEffect(null);
            this.panel();
            if (this.drafted) this.test();
        }

        /* What this browser keeps of the draft: its text, and the way back. A server that was started again
         * gets it once more; one that has another draft keeps that. */
        async restore() {
            let stored = null;
            this.before = [];
            try { stored = JSON.parse(kept(`g2l2.draft ${this.name}`)); } catch { /* not ours */ }
            if (!stored || stored.of !== this.original || !Array.isArray(stored.before)) return;
            if (!this.drafted) {
                await api.draft(this.name, stored.text);
                this.drafted = true;
                this.text = await api.lexiconText(`${this.name}*`);
                await this.app.refreshModels();
            }
            if (stored.text === this.text) this.before = stored.before;
        }

        keep() {
            const key = `g2l2.draft ${this.name}`, { original: of, text } = this;
            const before = this.before.slice(-KEPT);
            if (!this.drafted) return forget(key);
            for (const some of [before, before.slice(-1), []]) {
                const all = JSON.stringify({ of, text, before: some });
                kept(key, all);
                if (kept(key) === all) return;
            }
            forget(key);
        }

        /* The table as it is now, if it is still the one that is edited. */
        async reload() {
            if (this.view.edit && this.view.name === this.name) await this.view.load(this.model());
        }

        /* Is the server's draft the one that is shown here? Another tab may have changed it, or the
         * server been started again. */
        async isCurrent() {
            await this.app.refreshModels();
            const drafted = Boolean(this.app.model(`${this.name}*`));
            const original = await api.lexiconText(this.name);
            const text = drafted ? await api.lexiconText(`${this.name}*`) : original;
            return drafted === this.drafted && text === this.text && original === this.original;
        }

        /* Run what changes the draft; if it is another one by now, show that instead. */
        safely(run) {
            return this.inTurn(async () => {
                this.said = null;
                try {
                    if (await this.isCurrent()) await run();
                    else await this.readAgain();
                } catch (error) {
                    this.said = error.message;
                }
                this.panel();
            });
        }

        async readAgain() {
            this.app.traces.clear();
            await this.read();
            await this.reload();
            this.said = "The draft was changed elsewhere: here it is as it is now, and nothing else was done.";
        }

        isChanged(entry) { return !this.known.has(this.text.split("\n")[entry.line - 1]); }

        /* ---- changes ---------------------------------------------------------------------- */

        /* Try `text` as the draft; throws what is wrong with it. */
        async put(text) {
            await api.draft(this.name, text);
            this.drafted = true;
            this.text = await api.lexiconText(`${this.name}*`); /* that lines of entries are of */
            this.app.traces.clear();
            await this.app.refreshModels();
        }

        async putSettled(text, word, like) {
            for (let next = text; ;) {
                try {
                    return await this.put(next);
                } catch (error) {
                    next = settled(next, error, word, like);
                    if (next === null) throw error;
                }
            }
        }

        /* Make a change to the entry (null: a new one) of a word; a message there if it cannot be. */
        change(text, entry, word, like) {
            const from = this.text;
            return this.safely(() => {
                if (this.text !== from) throw new Error("The draft has just changed: try it again.");
                return this.changeNow(text, entry, word, like);
            });
        }

        async changeNow(text, entry, word, like) {
            const old = this.text;
            try {
                await this.putSettled(text, word, like);
            } catch (error) {
                this.wrong = { key: entry ? entry.line : 0, message: error.message };
                this.view.rows();
                this.focusForm();
                return;
            }
            this.before.push(old);
            this.wrong = this.open_ = this.typed = null;
            await this.afterwards();
        }

        async afterwards() {
            this.keep();
            await this.reload();
            this.test(); /* shows itself when it is done */
        }

        undo() {
            return this.safely(async () => {
                if (!this.before.length) return;
                await this.put(this.before[this.before.length - 1]);
                this.before.pop();
                this.wrong = this.open_ = null;
                await this.afterwards();
            });
        }

        /* Another text as the draft, which can be undone. */
        take(text) {
            return this.safely(async () => {
                const old = this.text;
                await this.put(text);
                this.before.push(old);
                this.wrong = this.open_ = this.typed = null;
                await this.afterwards();
            });
        }

        /* ---- names, files, links ---- */

        get shelf() {
            try { return JSON.parse(kept(`g2l2.drafts ${this.name}`)) || {}; } catch { return {}; }
        }

        keepAs(name) {
            kept(`g2l2.drafts ${this.name}`, JSON.stringify({ ...this.shelf, [name]: this.text }));
            this.said = this.shelf[name] === this.text ? null : "This browser does not keep it: export it as a file.";
            this.panel();
        }

        takeLink(link) {
            let parts = null;
            try { parts = JSON.parse(g2l2.lesson.unpack(link)); } catch { /* said below */ }
            this.app.note({});
            if (parts && Array.isArray(parts.less) && Array.isArray(parts.more))
                return this.take(changed(this.original, parts));
            return this.safely(async () => { throw new Error("The link has no draft in it."); });
        }

        share() {
            const text = g2l2.lesson.pack(difference(this.original, this.text));
            if (!text) return this.failureBox.replaceChildren(failure(new Error("It is too long for a link: export it as a file.")));
            const link = h("input", {
                type: "text", readonly: true, "aria-label": "link to this draft",
                value: `${location.href.split("#")[0]}${this.app.address({ view: "lexicon", model: this.name, edit: true })}&draft=${text}`,
            });
            this.failureBox.replaceChildren(h("p.note", "Where this model is served, this link opens its draft: ", link));
            link.select();
        }

        /* The drafts that were kept by name, and a field to keep this one so. */
        names() {
            const names = Object.keys(this.shelf).sort();
            this.kept.replaceChildren(h("option", { value: "" }, "open one that was kept"),
                ...names.map((name) => h("option", { value: name }, name)));
            this.kept.hidden = !names.length;
            this.keeper.querySelector("button").disabled = !this.drafted;
        }

        discard() {
            return this.safely(async () => {
                if (this.drafted) await api.dropDraft(this.name);
                this.drafted = false;
                this.keep();
                this.app.traces.clear();
                await this.read();
                await this.reload();
            });
        }

        /* The text with the lines of an entry (itself, and what is said of its use) replaced. */
        without(entry, instead) {
            const lines = this.text.split("\n"), used = /^\s+used\s/.test(lines[entry.line] || "");
            lines.splice(entry.line - 1, used && !instead.length ? 2 : 1, ...instead);
            return lines.join("\n");
        }

        replace(entry, values) {
            const text = this.without(entry, [line({ ...entry, ...values })]);
            return this.change(text, entry, entry.word, values.like);
        }

        remove(entry) { return this.change(this.without(entry, []), entry, entry.word); }

        add(values) {
            const lines = this.text.split("\n"), concept = lines.findIndex((l) => l.startsWith("concept "));
            const end = concept >= 0 ? concept : this.text.endsWith("\n") ? lines.length - 1 : lines.length;
            lines.splice(end, 0, line(values));
            return this.change(lines.join("\n"), null, values.word, values.like);
        }

        /* ---- what it does ------------------------------------------------------------------- */

        async test() {
            const turn = this.turn = {};
            this.showEffect({ busy: true });
            const effect = await this.effect().catch((error) => ({ message: error.message }));
            if (this.turn === turn) this.showEffect(effect);
        }

        async effect() {
            const text = this.own.value, own = text.trim() ? examples(text, this.scenes) : undefined;
            return api.test({ model: this.model(), against: this.name, examples: own, count: 1000 });
        }

        /* Made once: what is clicked or typed into must not be replaced meanwhile. `panel` and
         * `showEffect` say what is new. */
        card() {
            const button = (name, run) => h("button.text", { type: "button", onclick: run }, name);
            this.undoButton = button("Undo", () => this.undo());
            this.discardButton = button("Discard", () => this.discard());
            this.compareLink = h("a.text", { href: "#" }, "Compare");
            this.file = h("input.visually-hidden", {
                type: "file", "aria-label": "open a draft", onchange: async () => {
                    const [file] = this.file.files;
                    if (file) await this.take(await file.text());
                    this.file.value = "";
                },
            });
            this.shareButton = button("Link", () => this.share());
            this.kept = h("select", {
                "aria-label": "drafts that were kept", onchange: () => { if (this.kept.value) this.take(this.shelf[this.kept.value]); },
            });
            this.title = h("input.narrow", { type: "text", "aria-label": "name of the draft", placeholder: "a name", maxlength: 40 });
            const keep = (event) => {
                event.preventDefault();
                if (this.title.value.trim()) this.keepAs(this.title.value.trim());
            };
            this.keeper = h("form.tools", { onsubmit: keep }, this.kept, this.title, h("button", { type: "submit" }, "Keep"));
            this.failureBox = h("div");
            this.effectBox = h("div", { role: "status" });
            this.own = h("textarea", { rows: 3, "aria-label": "test sentences" });
            return h("section.card.draft-card", { "aria-label": "draft" },
                h("header.card-head", h("h2", "Draft"),
                    h("div.tools", this.undoButton, this.discardButton, this.compareLink,
                        h("label.chip", { title: "a lexicon, as Export writes it" }, this.file, "Open a file"), this.shareButton)),
                h("p.quiet", `Change entries below: the model stays as it is, the draft beside it changes, and
                    is tried at once.`),
                this.failureBox, this.effectBox, this.keeper,
                h("details", h("summary", "Test sentences of your own"), this.own,
                    h("button", { type: "button", onclick: () => this.test() }, "Try them")));
        }

        panel() {
            const n = this.before.length;
            this.undoButton.textContent = n ? `Undo (${n})` : "Undo";
            this.undoButton.disabled = !n;
            this.discardButton.disabled = this.shareButton.disabled = this.compareLink.hidden = !this.drafted;
            this.names();
            this.compareLink.href = this.app.address({ view: "compare", model: this.name, other: `${this.name}*` });
            this.own.placeholder = this.scenes ? "3: how many cubes are there => 2" : "jump twice => I_JUMP I_JUMP";
            this.failureBox.replaceChildren(...(this.said ? [failure({ message: this.said })] : []));
        }

        /* `listed`: how many of the examples that changed. */
        showEffect(effect, listed = FEW) {
            this.effectBox.replaceChildren(this.effectLine(effect, listed));
        }

        effectLine(e, listed) {
            if (!e) return h("p.effect.quiet", "Nothing is changed yet.");
            if (e.busy) return h("p.effect.quiet", "Trying it on the test examples …");
            if (e.message) return h("div.effect", failure(e));
            const better = e.correct - e.against.correct;
            const by = better ? ` (${better > 0 ? "+" : "−"}${count(Math.abs(better))})` : ", no difference";
            return h("div.effect",
                h("p", `${percent(e.against.accuracy)} → `,
                    h("b" + (better < 0 ? ".worse" : better > 0 ? ".better" : ""), percent(e.accuracy)),
                    h("span.quiet", ` right, of ${count(e.examples)} examples${by}`)),
                e.changed.length ? this.changes(e, listed) : null);
        }

        changes(effect, listed) {
            const n = effect.n_changed, known = effect.changed.length, shown = Math.min(listed, known);
            const title = n === 1 ? "One example changed" : `${count(n)} examples changed`;
            const more = { type: "button", onclick: () => this.showEffect(effect, listed + MORE) };
            return h("details.changes", { open: true },
                h("summary", shown < n ? `${title}: the first ${count(shown)} of ${count(n)}` : title),
                h("ul", shortest(effect.changed).slice(0, shown).map((c) => this.changed(c))),
                shown < known ? h("button.text", more, "Show more") : null);
        }

        changed(c) {
            const [before, after] = differing(c.before, c.after);
            const how = c.after === c.expected ? ".better" : c.before === c.expected ? ".worse" : "";
            return h("li", h("span.changed-sentence", c.sentence), h("span.was", { title: c.before }, before),
                h("span.is" + how, { title: c.after }, after));
        }

        /* ---- rows of the table ------------------------------------------------------------ */

        /* Open the form of an entry (by its line, or "new"), or none (null). */
        show(which) {
            this.open_ = which;
            this.wrong = this.typed = null;
            this.view.rows();
            this.focusForm();
        }

        focusForm() {
            const field = this.view.table.querySelector(".entry-form input");
            if (field) field.focus();
        }

        tools(entry) {
            const icon = (name, label, run, on) => h(`button.icon.${name}`, {
                type: "button", title: label, "aria-label": `${label} ${entry.word}`,
                "aria-pressed": on === undefined ? null : String(on), onclick: run,
            });
            const lock = () => this.replace(entry, { locked: !entry.locked });
            return [icon("lock", entry.locked ? "unlock" : "lock", lock, entry.locked),
                icon("pencil", "change", () => this.show(this.open_ === entry.line ? null : entry.line)),
                icon("remove", "delete", () => this.remove(entry))];
        }

        /* Below a row, over all columns. */
        below(...content) { return h("tr.below", h("td", { colspan: this.view.columns }, ...content)); }

        message(key) { return this.wrong && this.wrong.key === key ? failure(this.wrong) : null; }

        rowBelow(entry) {
            const open = this.open_ === entry.line, message = this.message(entry.line);
            if (!open && !message) return [];
            const save = (values) => this.replace(entry, values);
            return [this.below(open ? this.form(entry, save) : null, message)];
        }

        newRow() {
            if (this.open_ !== "new") {
                const open = { type: "button", onclick: () => this.show("new") };
                return [this.below(h("button.text.add", open, "+ Add an entry"))];
            }
            const blank = { word: "", category: "", program: "", weight: 0, locked: true };
            return [this.below(this.form(blank, (values) => this.add(values), true), this.message(0))];
        }

        /* What was typed and refused is still there. */
        form(entry, save, fresh) {
            const from = { ...entry, ...this.typed };
            const field = (name, label, attributes) => h("label.field", h("span.field-name", label), h("input", {
                name, value: String(from[name] ?? ""), spellcheck: "false", autocomplete: "off", ...attributes,
            }));
            const cancel = () => this.show(null);
            const submit = (event) => {
                event.preventDefault();
                const text = (name) => (new FormData(event.target).get(name) || "").trim();
                this.typed = {
                    word: fresh ? text("word") : entry.word, category: text("category"),
                    program: text("program"), weight: Number(text("weight")) || 0, like: text("like"),
                    locked: text("locked") === "on", off: false,
                };
                save(this.typed);
            };
            const escape = (event) => {
                if (event.key !== "Escape") return;
                event.stopPropagation();
                cancel();
            };
            return h("form.entry-form", { onsubmit: submit, onkeydown: escape },
                fresh ? field("word", "word", { required: true, class: "narrow" }) : null,
                field("category", "category", { required: true }),
                field("program", "program", { class: "wide" }),
                field("weight", "weight", { class: "narrow", type: "number", step: "any" }),
                this.scenes ? field("like", "looks like, for ?", { class: "narrow" }) : null,
                h("label.check", h("input", { type: "checkbox", name: "locked", checked: from.locked }),
                    "locked"),
                h("span.tools", h("button.primary", { type: "submit" }, "Save"),
                    h("button.text", { type: "button", onclick: cancel }, "Cancel")));
        }
    };
})(window.g2l2);

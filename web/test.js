/* test - a test file: what the model gets wrong, which word is to blame, and what putting it right
 * does to the rest.
 *
 *     test file ─▶ POST /v1/review ─▶ words, constructions, sentences ─▶ one of them, explained
 *                        ▲                                                   │ "should be", a cure
 *                        └─────────── PUT /v1/draft, POST /v1/test ◀─────────┘
 *
 * What was learned is a draft beside the model. Undo makes the draft again from the steps before. */
"use strict";
(function (g2l2) {
    const { h, api, table, category, code, count, failure, percent, Viewer, Sheet } = g2l2;
    const { modelSelect, modelTitle } = g2l2;
    const LISTED = 100, MOST = 1000; /* sentences of each verdict, at first and at last */
    const ROWS = 6; /* words and constructions that are shown, and more at a time */
    const VERDICTS = [
        ["wrong", "wrong", "another meaning than the file has"],
        ["unparsed", "unparsed", "no meaning at all"],
        ["suspect", "label doubtful", "the same words are right everywhere else: the file may be wrong"],
        ["ambiguous", "ambiguous", "right, but another reading is nearly as likely"],
        ["unsure", "unsure", "right, with little confidence"],
    ];
    const NAMES = new Map(VERDICTS.map(([verdict, name]) => [verdict, name]));

    const some = (n, one, many = `${one}s`) => `${count(n)} ${n === 1 ? one : many}`;
    const button = (what, run, name, more = {}) => h(what, { type: "button", onclick: run, ...more }, name);
    const entry = (e) => e.category ? [category(e.category), e.program ? [" ", code(e.program)] : null]
        : h("span.quiet", "without this entry");
    const given = (f) => f.result === null ? h("span.quiet", "no parse") : g2l2.plain.meaning(f.result);

    g2l2.TestView = class TestView {
        constructor(app) {
            this.app = app;
            this.steps = []; /* of the draft: {examples} or {edits}, and what to call it */
            this.chosen = {}; /* what the sentences are narrowed to: verdict, word, pattern */
            this.listed = LISTED;
            this.model = h("div.compose-model");
            this.about = h("p.quiet.sheet-name");
            this.file = h("input.visually-hidden", {
                type: "file", "aria-label": "choose a test file",
                onchange: () => { this.open(this.file.files); this.file.value = ""; },
            });
            this.own = button("button.chip", () => this.take(null), "The server’s test file");
            this.paste = h("textarea", {
                rows: 5, spellcheck: "false", "aria-label": "test file as text", "data-main-field": true,
                placeholder: "IN: jump twice OUT: I_JUMP I_JUMP",
            });
            this.status = h("p.test-status", { role: "status" });
            this.effect = h("div.test-effect");
            this.words = h("div");
            this.patterns = h("div");
            this.list = h("div");
            this.detail = h("div.test-detail");
            this.results = h("div.test-results", { hidden: true });
            this.element = this.frame();
        }

        frame() {
            const card = (name, title, ...rest) => h(`section.card.${name}`, { "aria-label": title },
                h("header.card-head", h("h2", title)), ...rest);
            const box = h("details.paste-box", h("summary", "Paste it here"), this.paste,
                button("button", () => this.take(new Sheet("pasted", this.paste.value)), "Test with this"));
            const sheet = card("sheet", "Test file",
                h("div.sheet-line", this.model, h("label.chip", this.file, "Choose a file"), this.own,
                    h("span.quiet", "or drop one here")), box, this.about);
            sheet.addEventListener("dragover", (event) => event.preventDefault());
            sheet.addEventListener("drop", (event) => {
                event.preventDefault();
                this.open(event.dataTransfer.files);
            });
            this.results.append(this.effect,
                h("div.test-grid", card("words", "Words to blame", this.words),
                    card("patterns", "Constructions", this.patterns)),
                card("sentences", "Sentences", this.list), this.detail);
            return h("div.view.test", h("h1.visually-hidden", "Test"),
                h("p.lead", `Sentences with what they should mean. Where the model is wrong, other entries are tried
                    in the place of each word: the one whose change mends most and breaks least is to blame.`),
                sheet, this.status, this.results);
        }

        /* ---- what is tested ---------------------------------------------------------------------- */

        get base() { return this.name.replace(/\*$/, ""); }
        get draft() { return this.steps.length > 0; }
        /* The model as it is by now. */
        get now() { return this.draft ? `${this.base}*` : this.name; }
        get body() { return this.app.sheet ? { file: this.app.sheet.text } : {}; }

        update(state) {
            const choose = (name) => this.app.go({ model: name, q: "" });
            this.model.replaceChildren(modelSelect(this.app, "model", state.model, choose));
            if (this.name === state.model) return;
            this.name = state.model;
            this.steps = [];
            const { tests } = this.app.model(state.model);
            this.own.hidden = !tests;
            this.own.textContent = `The server’s ${some(tests, "test")}`;
            if (this.app.sheet || tests) this.take(this.app.sheet || null);
            else this.rest();
        }

        rest() {
            this.results.hidden = true;
            this.status.textContent = "Choose a test file, drop one, or paste it.";
            this.element.dataset.state = "empty";
        }

        async open(files) {
            if (files.length) this.take(new Sheet(files[0].name, await files[0].text()));
        }

        take(sheet) {
            this.app.sheet = sheet;
            this.chosen = {};
            this.listed = LISTED;
            this.effect.replaceChildren();
            return this.review();
        }

        async review() {
            const turn = this.turn = {};
            const { sheet } = this.app;
            this.element.dataset.state = "running";
            this.about.textContent = sheet ? sheet.name : "";
            this.status.textContent = "Asking, and trying other entries …";
            try {
                const answer = await api.review({ model: this.now, count: this.listed, ...this.body });
                if (this.turn !== turn) return;
                this.found = answer.review;
                this.show(answer.seconds);
                this.element.dataset.state = "done";
            } catch (error) {
                if (this.turn !== turn) return;
                this.results.hidden = true;
                this.status.replaceChildren(failure(error));
                this.element.dataset.state = "refused";
            }
        }

        /* ---- groups -------------------------------------------------------------------------------- */

        show(seconds) {
            const { examples, verdicts, complete } = this.found;
            const right = verdicts.right + verdicts.unsure + verdicts.ambiguous;
            this.results.hidden = false;
            this.detail.replaceChildren();
            this.status.textContent = `${modelTitle(this.now)}: ${count(right)} of ${count(examples)} right `
                + `(${percent(examples ? right / examples : 0)}), in ${seconds.toFixed(1)} s.`
                + (complete ? "" : " There was no time to try every entry.");
            this.showWords(ROWS);
            this.showPatterns(ROWS);
            this.showList();
        }

        /* The rest of a long list, on demand. */
        more(box, rows, shown, again) {
            if (rows <= shown) return;
            box.append(button("button.text", () => again(shown + 5 * ROWS), `Show more: ${count(rows - shown)} below`));
        }

        showWords(shown) {
            const all = this.found.words;
            const row = (w) => h("tr", { "data-word": w.word, class: this.chosen.word === w.word ? "on" : null },
                h("td.word", button("button.text", () => this.choose({ word: w.word }), w.word,
                    { "aria-pressed": String(this.chosen.word === w.word) })),
                h("td", w.entry ? entry(w.entry) : h("span.quiet", "not known")),
                h("td.number", `${count(w.mistakes)} of ${count(w.examples)}`),
                h("td", w.cure ? [h("div.cure", entry(w.cure)),
                    h("span.quiet", `mends ${count(w.mends)}, breaks ${count(w.breaks)} `),
                    button("button.text", () => this.cure(w), "Try it")]
                    : h("span.quiet", "nothing that was tried mends it")));
            this.words.replaceChildren(all.length
                ? table(["Word", "Entry", "Wrong", "What would mend it"], all.slice(0, shown).map(row))
                : h("p.quiet", "Nothing is wrong."));
            this.more(this.words, all.length, shown, (n) => this.showWords(n));
        }

        showPatterns(shown) {
            const all = this.found.patterns;
            const row = (p) => h("tr", h("td", button("button.text.pattern", () => this.choose({ pattern: p.pattern }),
                p.pattern, { "aria-pressed": String(this.chosen.pattern === p.pattern) })),
                h("td.number", `${count(p.mistakes)} of ${count(p.examples)}`));
            this.patterns.replaceChildren(all.length
                ? table(["Sentences of this form", "Wrong"], all.slice(0, shown).map(row))
                : h("p.quiet", "Nothing is wrong."));
            this.more(this.patterns, all.length, shown, (n) => this.showPatterns(n));
        }

        /* Chosen again, it is let go. */
        choose(what) {
            const [[key, value]] = Object.entries(what);
            this.chosen = { ...this.chosen, [key]: this.chosen[key] === value ? undefined : value };
            this.showWords(ROWS);
            this.showPatterns(ROWS);
            this.showList();
        }

        /* ---- sentences ------------------------------------------------------------------------------- */

        showList() {
            const { findings, verdicts } = this.found, { verdict, word, pattern } = this.chosen;
            const chip = ([name, title, about]) => button("button.chip", () => this.choose({ verdict: name }),
                `${title} ${count(verdicts[name])}`,
                { title: about, "aria-pressed": String(verdict === name), "data-verdict": name });
            const rows = findings.filter((f) => (!verdict || f.verdict === verdict) && (!word || f.guilty === word)
                && (!pattern || f.pattern === pattern));
            const label = (what) => h("td.label", h("div.clamp", what));
            const open = (f) => button("button.text.sentence-link", () => this.openFinding(f), f.sentence);
            const row = (f) => h("tr", { "data-line": f.line, "data-verdict": f.verdict },
                h("td.guilty", f.guilty || h("span.quiet", NAMES.get(f.verdict))),
                h("td", open(f)), label(g2l2.plain.meaning(f.expected)), label(given(f)));
            const all = VERDICTS.reduce((n, [name]) => n + verdicts[name], 0);
            const narrowed = [word && `word “${word}”`, pattern && `form “${pattern}”`].filter(Boolean);
            const chips = VERDICTS.filter(([name]) => verdicts[name]).map(chip);
            this.list.replaceChildren(h("div.chips", chips,
                narrowed.length ? button("button.text", () => { this.chosen = {}; this.choose({ word: undefined }); },
                    `${narrowed.join(", ")}: show all`) : null),
            rows.length ? table(["Blame", "Sentence", "Expected", "Given"], rows.map(row))
                : h("p.quiet", all ? "None of those that are listed." : "Everything is right, and sure."));
            if (findings.length < all && this.listed < MOST)
                this.list.append(button("button.text", () => { this.listed = MOST; this.review(); },
                    `${count(findings.length)} of ${count(all)} are listed: list more`));
        }

        /* One sentence: the guilty word first, then expected beside given, and how it is read. */
        async openFinding(f) {
            const turn = this.opened = {};
            const w = this.found.words.find((one) => one.word === f.guilty);
            const out = h("div.out", { "aria-busy": "true" });
            this.detail.replaceChildren(this.findingCard(f, w), out);
            this.detail.scrollIntoView({ block: "start", behavior: g2l2.still() ? "auto" : "smooth" });
            try {
                const scene = f.scene === undefined ? null : f.scene;
                const [trace, seen] = await Promise.all([api.explain(this.now, f.sentence, scene),
                    scene === null ? null : api.scene(this.base, scene)]);
                if (this.opened !== turn) return;
                this.viewer = new Viewer(trace, { picture: seen ? seen.picture : null });
                out.replaceChildren(this.viewer.element);
                if (this.viewer.d) this.viewer.rest();
            } catch (error) {
                if (this.opened === turn) out.replaceChildren(failure(error));
            }
            out.setAttribute("aria-busy", "false");
        }

        findingCard(f, w) {
            const hint = "what it should mean";
            const field = h("input", { type: "text", value: f.expected, "aria-label": hint, autocomplete: "off",
                spellcheck: "false" });
            const submit = (event) => {
                event.preventDefault();
                if (field.value.trim()) this.should(f, field.value.trim());
            };
            const blame = w ? h("p.blame", h("b", w.word), " is to blame: ",
                w.entry ? entry(w.entry) : "it is not known", ". ",
                w.cure ? [f.mended ? "Right with " : "Elsewhere mended by ", entry(w.cure), " ",
                    button("button", () => this.cure(w), "Try it")]
                    : "Nothing that was tried mends it.") : null;
            const doubtful = f.verdict === "suspect" ? h("p.blame", "Its words are right everywhere else, so the label "
                + "may be wrong. ", this.app.sheet && f.result !== null
                ? button("button", () => this.relabel(f, f.result), "The model is right: change the label") : null) : null;
            return h("section.card.finding", { "aria-label": "sentence" },
                h("header.card-head", h("h2", `${NAMES.get(f.verdict)} · line ${f.line}`)), blame, doubtful,
                h("h3", f.sentence),
                h("dl.sides", h("div", h("dt", "Expected"), h("dd.label", g2l2.plain.meaning(f.expected))),
                    h("div", h("dt", "Given"), h("dd.label", given(f),
                        f.result === null ? null : h("span.quiet", ` ${percent(f.confidence)} sure`)))),
                f.reason ? h("p.quiet", f.reason) : null,
                h("form.correction", { onsubmit: submit }, h("span.quiet", "It should be"), field,
                    h("button", { type: "submit" }, "Learn it")));
        }

        /* ---- putting it right ------------------------------------------------------------------------- */

        /* A label that was typed anew is the file's from now on, where the file is at hand. */
        relabel(f, label) {
            this.app.sheet.relabel(f.line, label);
            return this.review();
        }

        should(f, label) {
            if (label !== f.expected && this.app.sheet) this.app.sheet.relabel(f.line, label);
            const example = { sentence: f.sentence, result: label };
            if (f.scene !== undefined) example.scene = f.scene;
            return this.step({ examples: [example] }, `“${f.sentence}”`);
        }

        cure(w) {
            const { cure, id, word } = w;
            const edit = id === null ? { kind: "add", word, category: cure.category, program: cure.program }
                : cure.category ? { kind: "replace", entry: id, category: cure.category, program: cure.program }
                    : { kind: "remove", entry: id };
            return this.step({ edits: [edit] }, `another entry for “${word}”`);
        }

        async step(change, name) {
            const before = this.now;
            this.element.dataset.state = "learning";
            try {
                const done = await this.apply(before, change);
                this.steps.push({ ...change, name });
                await this.told(done, name);
            } catch (error) {
                this.effect.replaceChildren(h("div.card", failure(error)));
                this.element.dataset.state = "refused";
                this.effect.scrollIntoView({ block: "center" });
            }
        }

        /* An example is learned so that what is right in the file stays so. */
        apply(model, { examples, edits }) {
            return api.change(examples ? { model, examples, ...this.body } : { model, edits });
        }

        async undo() {
            const steps = this.steps.slice(0, -1);
            this.element.dataset.state = "learning";
            try {
                await api.dropDraft(this.base);
                this.steps = [];
                for (const one of steps) {
                    await this.apply(this.now, one);
                    this.steps.push(one);
                }
                await this.told(null, steps.length ? steps[steps.length - 1].name : null);
            } catch (error) {
                this.effect.replaceChildren(h("div.card", failure(error)));
            }
        }

        /* What the draft does to the test file, and then the file again. */
        async told(done, name) {
            await this.app.refreshModels();
            this.app.forget();
            this.app.linkViews();
            this.chosen = {};
            this.effect.replaceChildren();
            if (this.draft) {
                const r = await api.test({ model: this.now, against: this.base, count: MOST, ...this.body });
                this.effect.replaceChildren(this.effectCard(r, done, name));
            }
            await this.review();
            this.effect.scrollIntoView({ block: "center" });
        }

        effectCard(r, done, name) {
            const same = (a, b) => a === b;
            const mended = r.changed.filter((c) => same(c.after, c.expected));
            const broken = r.changed.filter((c) => same(c.before, c.expected));
            const text = (result) => h("td.label", result === null ? "no parse" : result);
            const rows = (list) => table(["Sentence", "Expected", "Before", "Now"], list.slice(0, 50).map((c) =>
                h("tr", h("td", c.sentence), h("td.label", c.expected), text(c.before), text(c.after))));
            const part = (title, list) => list.length ? h("details", h("summary", title), rows(list)) : null;
            const taught = done && done.taught ? done.taught.map((t) => h("p", h("b", t.word), " is now ", entry(t),
                t.own ? ", a concept of its own" : t.like ? `, like “${t.like}”` : null,
                t.old_category ? [", no longer ", entry({ category: t.old_category, program: t.old_program })] : null)) : [];
            return h("section.card.effect", { "aria-label": "what it does" },
                h("header.card-head", h("h2", `Learned: ${name}`), h("div.tools",
                    button("button", () => this.undo(), "Undo"),
                    h("a.text", { href: this.app.address({ view: "lexicon", model: this.base, edit: true }) },
                        "The draft in the lexicon"),
                    h("a.text", { href: api.modelAddress(this.now), download: `${this.base}.g2l2` }, "Save the model"))),
                taught, h("p.effect-count", h("b.good", `${count(r.n_mended)} mended`), ", ",
                    h("b.bad", `${count(r.n_broken)} broken`),
                    ` of ${count(r.examples)}; ${count(r.correct)} right, before ${count(r.against.correct)}.`),
                part(`${some(mended.length, "sentence")} mended`, mended),
                part(`${some(broken.length, "sentence")} broken`, broken));
        }

        key(event) { return Boolean(this.viewer && this.viewer.key(event)); }
    };
})(window.g2l2);

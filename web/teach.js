/* teach - examples in, a language out, learned again at every change:
 *
 *     lines ─▶ POST /v1/learn ─▶ what was learned, what is unsure ─▶ a sentence to try
 *       ▲                                  │                                │
 *       └────────── an answer ◀────────────┴────── "it should be" ◀─────────┘
 *
 * Only the latest lines count: what is learned from older ones is given up. */
"use strict";
(function (g2l2) {
    const { h, api, category, code, count, failure, percent, plain, resultText, save, Viewer, Lesson, starts } = g2l2;
    const { Curve, SceneRow, dying } = g2l2;
    const forms = g2l2.lesson;
    const PAUSE = 150; /* ms without a key, until it is learned */
    const SOON = 300, LOOK = 200; /* ms until it counts as long, and from one point of its curves to the next */
    const TELL = 2000; /* ms between looks at how far it is, and changes of a text about it: these cost most of all */
    const ROWS = 100; /* lines that are shown, and more at a time */
    const FEW = 5; /* lines of which none can be held back */
    const QUICK = "a quick look"; /* the reason of what is shown until all is learned */
    const HEAD = 4096; /* bytes of a file that tell whether it is text */
    const LONG = 600; /* seconds that learning may take, where somebody can stop it */

    const some = (n, one, many = `${one}s`) => `${count(n)} ${n === 1 ? one : many}`;
    const after = (ms) => new Promise((done) => { setTimeout(done, ms); });
    const took = (s) => s < 1 ? `${Math.max(1, Math.round(s * 1000))} ms` : `${s.toFixed(1)} s`;
    const button = (what, run, name, more = {}) => h(what, { type: "button", onclick: run, ...more }, name);

    /* ---- the lines ---------------------------------------------------------------------------- */

    class Lines {
        constructor(onchange) {
            this.onchange = onchange;
            this.limit = ROWS;
            this.body = h("tbody");
            this.more = button("button.text", () => { this.limit += 5 * ROWS; this.show(this.lesson); }, "Show more");
            this.box = h("div.lines-box", h("table.lines", h("thead", h("tr", h("th", { scope: "col" }, "Sentence"),
                    h("th", { scope: "col" }, "What it means"), h("td"))), this.body));
            this.element = h("div", this.box, this.more);
        }

        show(lesson) {
            this.lesson = lesson;
            const { lines } = lesson.now;
            this.rows = [];
            this.body.replaceChildren();
            lines.slice(0, this.limit).forEach((line) => this.append(line));
            this.more.hidden = lines.length <= this.limit;
            if (this.more.hidden) this.append(null);
            else this.more.textContent = `Show more: ${some(lines.length - this.limit, "line")} below`;
        }

        /* line: null is the empty one at the end, which becomes a line when something is typed. */
        append(line) {
            const row = { line, note: h("div.line-note", { "aria-live": "polite" }) };
            const hints = this.lesson.now.table || this.lesson.now.scenes ? ["a question", "its answer"] : ["walk twice", "WALK WALK"];
            const field = (key, label, hint) => h("textarea", {
                rows: 1, value: line ? line[key] : "", "aria-label": label, placeholder: line ? null : hint,
                autocomplete: "off", spellcheck: "false", oninput: () => this.typed(row),
                onkeydown: (event) => this.key(event, row, key), onpaste: (event) => this.paste(event, row, key),
            });
            row.sentence = field("sentence", "sentence", hints[0]);
            row.result = field("result", "what it means", hints[1]);
            row.scene = this.choice(row);
            const label = { "aria-label": "remove this line", title: "remove this line" };
            row.remove = button("button.icon.remove", () => this.remove(row), null, label);
            row.remove.disabled = !line;
            row.element = h("tr", h("td", h("div.line-sentence", row.scene, row.sentence), row.note), h("td", row.result),
                h("td.row-tools", row.remove));
            this.rows.push(row);
            this.body.append(row.element);
            return row;
        }

        /* Which scene a line is about; its own objects are none of the others. */
        choice(row) {
            const { line } = row, { scenes } = this.lesson.now;
            if (line && line.objects) return h("span.tag", some(line.objects.length, "object"));
            if (!line || !scenes) return null;
            const at = forms.find(scenes, line.scene);
            const choose = (event) => {
                const scene = scenes[event.target.value - 1];
                if (!scene) return;
                this.lesson.remember();
                line.scene = scene.id;
                this.onchange();
            };
            return h("input.scene-of", {
                type: "number", min: 1, max: scenes.length, value: at < 0 ? "" : at + 1, title: "the scene it is about",
                "aria-label": "the scene it is about", oninput: choose,
            });
        }

        typed(row) {
            this.lesson.rememberTyping(row);
            if (!row.line) {
                const { scenes } = this.lesson.now;
                row.line = { sentence: "", result: "", ...(scenes ? { scene: scenes[this.lesson.scene].id } : {}) };
                this.lesson.now.lines.push(row.line);
                row.remove.disabled = false;
                row.scene = this.choice(row);
                if (row.scene) row.sentence.before(row.scene);
                this.append(null);
            }
            row.line.sentence = row.sentence.value;
            row.line.result = row.result.value;
            this.onchange();
        }

        key(event, row, key) {
            const at = this.rows.indexOf(row), by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
            const to = event.key === "Enter" ? (key === "sentence" ? row.result : (this.rows[at + 1] || row).sentence)
                : by && this.rows[at + by] ? this.rows[at + by][key] : null;
            if (!to || event.isComposing) return;
            event.preventDefault();
            to.focus();
        }

        /* Several lines, or a sentence with its result, go to where they belong. */
        paste(event, row, key) {
            const text = event.clipboardData.getData("text/plain").trim();
            const whole = key === "sentence" && !row.sentence.value && /\t|^\{|^IN:/.test(text);
            if (!whole && !/\n/.test(text)) return;
            event.preventDefault();
            this.onpaste(text, this.lesson.now.lines.indexOf(row.line));
        }

        remove(row) {
            const at = this.rows.indexOf(row);
            this.lesson.remember();
            this.lesson.now.lines.splice(this.lesson.now.lines.indexOf(row.line), 1);
            this.show(this.lesson);
            (this.rows[at] || this.rows[at - 1]).sentence.focus();
            this.onchange();
        }

        /* Bring a line into the middle of what is seen of them; the page stays where it is. */
        reveal(at) {
            const row = this.rows.find(({ line }) => line && line === this.lesson.now.lines[at]);
            if (!row) return null;
            const [box, there] = [this.box, row.element].map((el) => el.getBoundingClientRect());
            this.box.scrollTop += there.top - box.top - (box.height - there.height) / 2;
            return row;
        }

        /* What is to be said of single lines: a Map from their number to {kind, parts}. */
        mark(notes, n) {
            this.rows.forEach((row, i) => {
                const note = row.line ? notes.get(this.lesson.now.lines.indexOf(row.line)) : null;
                row.element.className = note ? note.kind : "";
                row.element.classList.toggle("unused", n !== null && i >= n && Boolean(row.line));
                row.note.replaceChildren(...(note ? note.parts : []));
            });
        }
    }

    /* ---- the view ------------------------------------------------------------------------------- */

    g2l2.TeachView = class TeachView {
        constructor(app) {
            this.app = app;
            this.lesson = new Lesson();
            this.upto = null; /* lines that count; null: all */
            this.lines = new Lines(() => this.changed());
            this.lines.onpaste = (text, at) => this.take(text, at);
            this.status = h("p.teach-status", { role: "status" });
            this.held = h("p.quiet");
            this.working = h("div.working", { hidden: true });
            this.scenes = new SceneRow((at) => this.chooseScene(at));
            this.unsure = h("div.unsure");
            this.lexicon = h("div");
            this.tools = h("div.tools");
            this.problem = h("div");
            this.makeFields();
            this.element = this.frame();
            addEventListener("storage", (event) => { /* another window of this browser */
                if (event.key !== forms.KEY || !this.element.isConnected) return;
                this.lesson.load();
                this.showLesson();
            });
            addEventListener("pagehide", () => { /* nobody waits for it any more */
                if (this.turn && !this.turn.over) api.stopLearning(this.turn.model, true).catch(() => {});
            });
        }

        makeFields() {
            const submit = { type: "text", autocomplete: "off", spellcheck: "false" };
            this.name = h("input.narrow",
                { ...submit, "aria-label": "name", maxlength: 40, oninput: () => this.rename() });
            this.file = h("input.visually-hidden", {
                type: "file", multiple: true, "aria-label": "open a file",
                onchange: () => { this.open(this.file.files); this.file.value = ""; },
            });
            this.table = h("textarea", {
                rows: 7, spellcheck: "false", "aria-label": "table as CSV", oninput: () => this.typedTable(),
                placeholder: "name,city,age\nAnn,Rome,31\nBob,Oslo,45",
            });
            this.tableBox = h("details.table-box",
                h("summary", "A table that the sentences are questions about (CSV)"), this.table);
            this.world = h("textarea", {
                rows: 7, spellcheck: "false", "aria-label": "scenes as JSON", oninput: () => this.typedScenes(),
                placeholder: '{"objects": [{"shape": "circle", "color": "red", "x": 1}, {"shape": "square", "color": "blue", "x": 4}]}',
            });
            this.worldBox = h("details.table-box",
                h("summary", "Scenes that the sentences are questions about (JSON, one a line)"), this.world);
            this.names = h("select.lesson-names", {
                "aria-label": "lesson", onchange: () => { this.lesson.take(this.names.value); this.showLesson(); },
            });
            this.back = button("button.text", () => { this.lesson.undo(); this.showLesson(); }, "Undo");
            this.scrub = h("input", {
                type: "range", min: 1, "aria-label": "learn from the first lines only", oninput: () => this.scrubbed(),
            });
            this.scrubText = h("span.quiet");
            this.scrubBox = h("label.scrub", this.scrub, this.scrubText);
            this.sentence = h("input.sentence", {
                ...submit, "data-main-field": true, "aria-label": "a sentence to try",
                placeholder: "Try a sentence that is not among the lines", oninput: () => this.tryLater(),
            });
            this.answer = h("div.answer-line", { role: "status" });
            this.out = h("div.out", { "aria-busy": "false" });
            const hint = "what it should mean";
            this.right = h("input", { ...submit, "aria-label": hint, placeholder: hint });
            const correct = (event) => {
                event.preventDefault();
                if (this.right.value.trim()) this.teach(this.sentence.value.trim(), this.right.value.trim());
                this.right.value = "";
            };
            this.wrongly = h("span.quiet");
            this.correction = h("form.correction", { hidden: true, onsubmit: correct },
                this.wrongly, this.right, h("button", { type: "submit" }, "Teach it"));
        }

        frame() {
            const start = (s) => button("button.chip", () => this.begin(s), s.title);
            const drop = (event) => { event.preventDefault(); this.open(event.dataTransfer.files); };
            const card = (name, title, head, ...rest) => h(`section.card.${name}`, { "aria-label": title },
                h("header.card-head", h("h2", title), head), ...rest);
            const submit = (event) => { event.preventDefault(); this.tryNow(); };
            const fresh = button("button.text", () => this.openLesson(null), "New", { title: "another lesson, beside this one" });
            const keep = button("button.text", () => this.saveLines(), "Save", { title: "the lines as a file" });
            const link = button("button.text", () => this.share(), "Link", { title: "an address that has the whole lesson in it" });
            const clear = button("button.text", () => this.begin({ lines: [] }), "Clear", { title: "take all lines away; Undo brings them back" });
            const file = h("label.chip", { title: "lines, a table (CSV), scenes, or a lesson that was saved" }, this.file, "Open a file");
            const tools = h("div.tools", this.names, fresh, file, keep, link, this.back, clear);
            this.whole = [fresh, keep, link, clear];
            const lines = card("lesson", "Lines", tools,
                h("div.starts", h("span.quiet", "Begin with"), starts.map(start)),
                this.problem, this.scenes.element, this.lines.element, this.tableBox, this.worldBox);
            lines.addEventListener("dragover", (event) => event.preventDefault());
            lines.addEventListener("drop", drop);
            return h("div.view.teach", h("h1.visually-hidden", "Teach"),
                h("ol.lead.way",
                    h("li", h("b", "Write"), ` a few sentences and what each means: actions, a label, JSON, or the answer to a
                        question about a table or a scene.`),
                    h("li", h("b", "See"), " what every word contributes. It is learned while you type."),
                    h("li", h("b", "Try"), " a sentence that you did not write.")),
                h("div.teach-grid", lines,
                    card("learned", "What was learned", this.tools, this.working, this.status, this.held,
                        this.scrubBox, this.unsure),
                    card("try", "Try it", null, h("form.compose-line", { onsubmit: submit }, this.sentence,
                        h("button.primary", { type: "submit" }, "Ask")), this.answer, this.correction),
                    card("taught", "Lexicon", null, this.lexicon)),
                this.out);
        }

        /* A link brings a lesson along, which is one more. */
        update({ lesson }) {
            const came = lesson ? forms.fromLink(lesson) : null;
            if (lesson) history.replaceState(null, "", "#/teach");
            if (came) this.openLesson(came);
            else if (!this.shown) this.showLesson();
            if (!this.shown && !this.lesson.now.lines.length && !matchMedia("(hover: none) and (pointer: coarse)").matches) this.lines.rows[0].sentence.focus();
            this.shown = true;
            if (lesson && !came) this.problem.replaceChildren(failure(new Error("The link has no lesson in it.")));
        }

        openLesson(lesson) {
            this.lesson.open(lesson);
            this.showLesson();
        }

        showNames() {
            const { names, now } = this.lesson;
            this.names.replaceChildren(...names.map((name) => h("option", { value: name, selected: name === now.name }, name)));
            this.names.hidden = names.length < 2;
        }

        /* The lesson in an address, to be sent. */
        async share() {
            const text = forms.toLink(this.lesson.now);
            if (!text) return this.problem.replaceChildren(failure(new Error("It is too long for a link: save it as a file.")));
            const link = h("input", {
                type: "text", readonly: true, "aria-label": "link to this lesson",
                value: `${location.href.split("#")[0]}#/teach?lesson=${text}`,
            });
            this.problem.replaceChildren(h("p.note", "This link has the whole lesson in it: ", link));
            link.select();
        }

        showLesson() {
            const { now } = this.lesson;
            this.name.value = now.name;
            this.showNames();
            this.table.value = now.table ? now.table.text : "";
            this.tableBox.open = Boolean(now.table);
            this.tableBox.hidden = Boolean(now.scenes);
            this.world.value = (now.scenes || []).map(({ also, ...scene }) => JSON.stringify(scene)).join("\n");
            this.worldBox.open = false;
            this.worldBox.hidden = Boolean(now.table);
            this.scenes.show(now.scenes, this.lesson.scene);
            if (now.ask !== undefined) this.sentence.value = now.ask;
            this.lines.limit = ROWS;
            this.lines.show(this.lesson);
            this.upto = null;
            this.changed(0);
        }

        /* ---- what changes the lesson ---------------------------------------------------------- */

        changed(pause = PAUSE) {
            const fine = this.lesson.save();
            this.problem.replaceChildren(...(fine ? []
                : [h("p.note", "This browser does not keep the lines: save them before you leave.")]));
            const { lines, table, scenes } = this.lesson.now;
            this.back.disabled = !this.lesson.before.length;
            this.whole.forEach((one) => { one.disabled = !lines.length && !table && !scenes; });
            this.app.say("");
            this.element.dataset.state = "changed";
            clearTimeout(this.later);
            this.later = setTimeout(() => this.learn(), pause);
        }

        begin(start) {
            const { lines, table = null, scenes = null, name = "mine", ask = "", scene = 0 } = start;
            this.lesson.replace({ name, table, scenes, ask, scene, lines: lines.map((l) => ({ ...l })) });
            this.showLesson();
        }

        teach(sentence, result) {
            const { scenes } = this.lesson.now;
            const at = this.lesson.teach(sentence, result, scenes ? scenes[this.lesson.scene].id : undefined);
            this.lines.show(this.lesson);
            this.lines.reveal(at);
            this.upto = null;
            this.changed(0);
        }

        /* Lines, a table, or both: what is pasted, or in a file of that name. */
        take(text, at, name) {
            const { table, rest } = forms.cutTable(text, name);
            if (table) this.takeTable({ name: name || "table.csv", text: table });
            if (table && !rest.trim()) this.askWhatItIs(table);
            if (!rest.trim()) return;
            try {
                this.lesson.add(forms.read(rest), at < 0 || table ? undefined : at);
                this.showLesson();
            } catch (error) {
                this.problem.replaceChildren(failure(error));
            }
        }

        /* Two columns may as well be sentences with what they mean. */
        askWhatItIs(table) {
            const lines = forms.fromPairs(table);
            if (!lines || this.lesson.now.lines.length) return;
            const use = () => {
                this.lesson.add(lines);
                this.lesson.now.table = null;
                this.showLesson();
            };
            this.problem.replaceChildren(h("p.note", "This was taken for a table to ask questions about. ",
                button("button.text", use, "No, its rows are sentences and what they mean")));
        }

        async open(files) {
            for (const file of files) {
                if (await this.isForeign(file)) continue;
                const text = await file.text(), lesson = forms.whole(text), scenes = lesson ? null : forms.readScenes(text);
                if (lesson) this.openLesson(lesson);
                else if (scenes) this.takeScenes(scenes);
                else this.take(text, -1, file.name);
            }
        }

        /* What is no text has no lines in it, and is said to have none. */
        async isForeign(file) {
            const image = file.type.startsWith("image/");
            if (!image && !/[\0\uFFFD]/.test(await file.slice(0, HEAD).text())) return false;
            this.problem.replaceChildren(failure(new Error(image
                ? `${file.name} is an image, and lines cannot be about one here. A model that was learned from images `
                    + "(g2l2 train visual --images) answers questions about it in Ask: drop it there."
                : `${file.name} is no text: a lesson is lines, a table (CSV) or scenes (JSON).`)));
            return true;
        }

        /* Lines about one table say nothing of another, which is a lesson of its own. */
        takeTable(table) {
            const { now } = this.lesson, other = now.table && now.table.name !== table.name && now.lines.length;
            if (other) return this.openLesson({ name: table.name.replace(/\.csv$/i, "").slice(0, 40), table, lines: [], ask: "" });
            this.lesson.remember();
            now.table = table;
            this.showLesson();
        }

        typedTable() {
            const text = this.table.value, { now } = this.lesson;
            this.lesson.rememberTyping(this.table);
            now.table = text.trim() ? { name: now.table ? now.table.name : "table.csv", text } : null;
            this.changed();
        }

        takeScenes(scenes) {
            this.lesson.remember();
            Object.assign(this.lesson.now, { scenes, table: null, scene: 0 });
            this.showLesson();
        }

        /* What cannot be read yet is not taken; the lines stay as they are. */
        typedScenes() {
            const scenes = this.world.value.trim() ? forms.readScenes(this.world.value) : null, { now } = this.lesson;
            if (this.world.value.trim() && !scenes)
                return this.problem.replaceChildren(failure(new Error('These are no scenes: {"objects": [{"shape": "circle"}]}, one a line.')));
            this.lesson.rememberTyping(this.world);
            now.scenes = scenes;
            this.scenes.show(scenes, this.lesson.scene);
            this.lines.show(this.lesson);
            this.changed();
        }

        chooseScene(at) {
            this.lesson.now.scene = at;
            this.lesson.save();
            this.scenes.show(this.lesson.now.scenes, at);
            if (this.learned) this.scenes.load(this.learned.model);
            this.tryNow();
        }

        rename() {
            this.lesson.rename(this.name.value.trim() || "mine");
            this.showNames();
            this.changed();
        }

        scrubbed() {
            const n = this.lesson.now.lines.length;
            this.upto = Number(this.scrub.value) < n ? Number(this.scrub.value) : null;
            this.changed();
        }

        saveLines() {
            try {
                const { name, text } = forms.file(this.lesson.now);
                save(name, new Blob([text], { type: "text/plain" }));
            } catch (error) {
                this.problem.replaceChildren(failure(error));
            }
        }

        /* ---- learning ---------------------------------------------------------------------------- */

        /* One run; null: something newer is on its way. */
        async ask(turn, body) {
            for (;;) {
                try {
                    return await api.learn(body, turn.abort.signal);
                } catch (error) {
                    if (this.turn !== turn || error.name === "AbortError" || error.status === 409) return null;
                    if (error.status !== 503 || turn.stopped) throw error;
                    this.status.textContent = error.message;
                    await after(LOOK);
                    if (this.turn !== turn) return null;
                }
            }
        }

        async learn() {
            const old = this.turn, turn = this.turn = { abort: new AbortController(), model: this.model() };
            this.element.dataset.state = "learning";
            if (old) old.abort.abort();
            if (old && old.model !== turn.model && !old.over) await api.stopLearning(old.model).catch(() => {});
            if (this.turn !== turn) return;
            let body, numbers;
            try {
                [body, numbers] = this.request();
            } catch (error) {
                return this.refuse(error, error.at);
            }
            this.showScrub();
            if (!body.examples.length) return this.showNothing();
            body.seconds = LONG;
            if (!this.learned) this.status.textContent = `Learning from ${some(numbers.length, "line")} …`;
            this.watch(turn, "Learning");
            try {
                let learned = await this.ask(turn, { ...body, quick: true });
                if (!learned || this.turn !== turn) return;
                if (learned.reason === QUICK && !(learned = await this.settle(turn, body, learned, numbers))) return;
                turn.done = turn.learned = true;
                await this.show(learned, numbers);
                if (numbers.length > 1 && !learned.interrupted) await this.estimate(turn, body);
            } catch (error) {
                if (this.turn === turn) this.refuse(error, error.line ? numbers[error.line - 1] : undefined);
            } finally {
                turn.done = turn.over = true;
            }
        }

        /* What was had at once is shown until all of it is learned. */
        async settle(turn, body, first, numbers) {
            turn.looked = true; /* what is shown is of these lines from now on */
            await this.show(first, numbers);
            const learned = this.turn === turn ? await this.ask(turn, body) : null;
            return this.turn === turn ? learned : null;
        }

        request() { return forms.request(this.lesson.now, this.upto === null ? undefined : this.upto); }

        /* How it would do with others, and which lines ruled out what: learned again from parts. */
        async estimate(turn, body) {
            const many = body.examples.length > FEW;
            if (many) this.held.textContent = "Holding some lines back, to see what to expect …";
            turn.done = false;
            this.watch(turn, "Holding lines back");
            const learned = await this.ask(turn, { ...body, estimate: many, timeline: true });
            if (!learned || this.turn !== turn) return;
            turn.done = true;
            this.working.hidden = true;
            const e = learned.held_back;
            this.held.textContent = e ? `Held back: of ${some(e.asked, "line")} that it was not shown, ${e.correct} ${e.correct === 1 ? "was" : "were"} right${e.calibrated ? "; so it is less sure of itself now" : ""}.` : "";
            this.showDying(learned.timeline);
            if (e && e.calibrated) {
                this.app.forget();
                await this.tryNow();
            }
            if (many) this.element.dataset.state = "estimated";
        }

        model() { return forms.modelOf(this.lesson.now); }

        /* What the other views show who is sent there from here. */
        get linked() {
            if (!this.learned) return {};
            const { model } = this.learned;
            return { model, q: this.sentence.value.trim(), scene: this.sceneFor(model) };
        }

        /* A bar that never goes back, curves, and a way to stop, for what takes longer. */
        async watch(turn, what) {
            const watched = turn.watched = {}, since = Date.now();
            await after(SOON);
            const bar = h("progress", { max: 1, "aria-label": what }), how = h("span.quiet");
            const curve = new Curve([
                { name: "entries left", of: ([alive]) => alive || null, log: true, show: count },
                { name: "right so far", of: ([, accuracy]) => accuracy >= 0 ? accuracy : null, show: percent },
            ]);
            const ours = () => this.turn === turn && turn.watched === watched && !turn.done;
            let at = null, asked = 0, next = Date.now();
            /* From one look to the next it is as long, however long one takes; who is late begins anew. */
            const later = () => {
                next = Math.max(next + LOOK, Date.now());
                return after(next - Date.now());
            };
            for (; ours(); await later()) {
                if (at) {
                    const share = at.updates ? Math.min(1, at.update / at.updates) : 0;
                    if (this.working.hidden && !turn.looked && !turn.learned) this.wait();
                    if (this.working.hidden)
                        this.working.replaceChildren(bar, how, button("button", () => this.stop(turn), "Stop"), curve.element);
                    this.working.hidden = false;
                    if (at.model) curve.add(at);
                    bar.value = Math.max(bar.value, at.parts ? (at.part + share) / at.parts : share);
                    how.textContent = `${what}, ${took((Date.now() - since) / 1000)}`;
                    curve.tell();
                    at = null;
                }
                curve.grow();
                if (Date.now() - asked < TELL - LOOK / 2) continue; /* the tick that is nearest to it */
                asked = Date.now();
                at = await api.learning().catch(() => null); /* the next look may do */
            }
        }

        /* What is shown is older than the lines. */
        wait() {
            this.element.classList.toggle("stale", Boolean(this.learned));
            this.held.textContent = "";
            this.status.textContent = `Learning from ${some(this.request()[1].length, "line")} …`
                + (this.learned ? " Until then you see what was learned before the last change." : "");
        }

        /* What was learned stays where only the estimate is stopped. */
        async stop(turn) {
            turn.stopped = true;
            turn.abort.abort();
            this.turn = null;
            this.working.hidden = true;
            await api.stopLearning(turn.model).catch(() => {});
            if (turn.learned || turn.looked) {
                this.held.textContent = `Stopped: ${turn.learned ? "what to expect is not known" : "this is a first look"}.`;
                return;
            }
            this.refuse(new Error("Stopped. Change a line, or press Learn, to learn again."));
            this.tools.replaceChildren(button("button", () => this.learn(), "Learn"));
        }

        /* ---- showing ------------------------------------------------------------------------------ */

        /* Lines with one half only, but for the one that is being written. */
        unfinished() {
            const { activeElement } = document;
            return this.lines.rows.filter(({ line, element }) => line && !element.contains(activeElement)
                && Boolean(line.sentence.trim()) !== Boolean(line.result.trim()));
        }

        showNothing() {
            const [first] = this.unfinished();
            const { table, scenes } = this.lesson.now, about = table ? "table" : "scene";
            const [told, where] = !first ? [table || scenes ? `ask something about the ${about}, and write the answer beside it.`
                : "write a line, or begin with one of the lessons."]
                : first.line.sentence.trim() ? ["write beside each sentence what it means. ", first.result]
                : ["write beside each meaning a sentence for it. ", first.sentence];
            this.status.replaceChildren(`Nothing yet: ${told}`,
                where ? button("button.text", () => where.focus(), "Show the first") : "");
            this.scrubBox.hidden = true;
            this.clear();
            this.element.dataset.state = "empty";
        }

        clear() {
            this.element.classList.remove("stale");
            this.working.hidden = true;
            this.working.replaceChildren();
            this.held.textContent = "";
            const boxes = [this.unsure, this.lexicon, this.tools, this.answer, this.out];
            boxes.forEach((box) => box.replaceChildren());
            this.lexicon.replaceChildren(h("p.quiet", "What each word means, and why, stands here once there are lines."));
            this.correction.hidden = true;
            this.lines.mark(new Map(), this.upto);
            this.learned = null;
        }

        /* Nothing was learned; what was learned before is not shown as if it were of these lines. */
        refuse(error, at) {
            this.clear();
            this.status.replaceChildren(failure(error));
            const kind = "wrong", parts = [h("span.failure", error.message)];
            if (at !== undefined) this.lines.mark(new Map([[at, { kind, parts }]]), this.upto);
            this.element.dataset.state = "refused";
        }

        showScrub() {
            const n = this.lesson.now.lines.length;
            this.scrubBox.hidden = n < 2;
            this.scrub.max = n;
            if (this.upto === null || this.upto >= n) this.upto = null;
            this.scrub.value = this.upto === null ? n : this.upto;
            this.scrubText.textContent = `learned from ${this.upto === null ? `all ${n} lines` : `the first ${some(this.upto, "line")}`}`;
        }

        async show(learned, numbers) {
            const { correct, checked, words, seconds, interrupted, reason } = learned, looked = reason === QUICK;
            const told = !checked ? "none checked" : correct < checked ? `${correct} of ${checked} explained`
                : "all explained";
            this.learned = learned;
            plain.about(learned.domain);
            plain.fields(this.lesson.now.lines.map((l) => l.result));
            this.element.classList.remove("stale");
            if (!looked) this.working.hidden = true;
            this.held.textContent = "";
            const phrases = learned.entries.some((e) => e.word.includes(" "));
            const what = `${phrases ? `${count(words)} words and phrases` : some(words, "word")} from ${some(numbers.length, "line")}`;
            const note = !interrupted ? "" : looked ? " This is a first look: learning goes on …"
                : ` ${reason || "Interrupted"}: this is the best so far.`;
            const left = this.unfinished().length;
            const open = left ? ` ${some(left, "line is", "lines are")} not finished.` : "";
            this.status.replaceChildren(`${what} in ${took(seconds)}, ${told}.${open}${note}`, ...this.others(learned, numbers));
            this.unsure.replaceChildren(...this.questions(learned), ...this.thin(learned));
            this.showLexicon(learned);
            this.lines.mark(this.wrong(learned, numbers), this.upto);
            await this.app.refreshModels();
            this.app.forget();
            this.app.linkViews();
            this.showTools(learned);
            if (this.lesson.now.scenes) this.scenes.load(learned.model);
            await this.tryNow();
            this.element.dataset.state = looked ? "looked" : "learned";
        }

        showTools({ model }) {
            const { name } = this.lesson.now, q = this.sentence.value.trim(), scene = this.sceneFor(model);
            this.tools.replaceChildren(h("label.field", h("span.field-name", "name"), this.name),
                h("a.text", { href: api.modelAddress(model), download: `${name}.g2l2` }, "Save the model"),
                h("a.text", { href: this.app.address({ view: "ask", model, q, scene }) }, "Open in the explorer"));
        }

        /* Entries that explain the lines equally well: whoever wrote them knows. */
        questions({ ties }) {
            return ties.map((tie) => {
                const all = new Set(tie.meanings.flatMap((m) => m.split(" | ")));
                const meanings = [...all].filter((m) => m !== "no parse");
                const rivals = tie.entries.map((e, i) => [i ? " or " : "", category(e.category), " ", code(e.program)]);
                const what = [h("b", tie.word), " may be ", rivals, ": the lines do not tell."];
                if (!tie.sentence || meanings.length < 2) return h("p.tie", what);
                const answer = (m) => button("button", () => this.teach(tie.sentence, plain.meaning(m)), plain.meaning(m));
                return h("div.tie.question", { role: "group", "aria-label": `question about ${tie.word}` },
                    h("p", "What does ", h("b", `“${tie.sentence}”`), " mean?"),
                    h("div.answers-row", meanings.map(answer)), h("p.quiet", what));
            });
        }

        thin({ thin }) {
            if (!thin.length) return [];
            const words = thin.slice(0, 12).map((t, i) => [i ? ", " : "", h("b", t.word)]);
            return [h("p.thin", "Seen in one line only: ", words, thin.length > 12 ? " …" : "",
                ". One more line with such a word would make it surer.")];
        }

        /* The way to the first line that is not explained, which may be far below. */
        others({ unexplained: [first] }, numbers) {
            if (!first) return [];
            const show = () => {
                const row = this.lines.reveal(numbers[first.line - 1]);
                if (row) row.result.focus({ preventScroll: true });
            };
            return [" ", button("button.text", show, "Show it")];
        }

        /* A line that says something else than the answer. */
        contrary(q) {
            const found = this.learned.unexplained.find((u) => u.sentence === q && u.got !== null);
            return !found ? null : h("p.failure", "Your line says ", code(plain.meaning(found.wanted)),
                ". It is set aside, for the others contradict it.");
        }

        /* Does a line say just that? How sure it is tells of sentences that were not written. */
        isWritten(q, trace) {
            const { lines, scenes } = this.lesson.now, about = scenes ? scenes[this.lesson.scene].id : undefined;
            return lines.some((l) => l.sentence.trim() === q && l.scene === about && !l.objects
                && plain.meaning(l.result.trim()) === plain.meaning(trace.result));
        }

        /* Lines that are taken to be wrong. */
        wrong({ unexplained }, numbers) {
            const notes = new Map();
            for (const u of unexplained) {
                const at = numbers[u.line - 1], line = this.lesson.now.lines[at];
                const got = u.got === null ? null : plain.meaning(u.got);
                const use = () => this.teach(line.sentence.trim(), got);
                const parts = got === null ? [h("span.failure", `Not explained: ${u.reason || "no parse"}`)]
                    : [h("span.failure", "Set aside: by the other lines it means "), code(got), " ",
                        button("button.text", use, "Take that")];
                notes.set(at, { kind: "wrong", parts });
            }
            return notes;
        }

        /* How many entries are left is told where lines rule them out, which those about tables and scenes do not. */
        showLexicon({ entries, standing: all }) {
            const standing = this.lesson.now.table || this.lesson.now.scenes ? [] : all;
            const alive = new Map(standing.map((s) => [s.word, s]));
            /* Words that were written come first, then phrases, then what stands for any. */
            const rank = ({ word }) => plain.word(word) ? 2 : word.includes(" ") ? 1 : 0;
            const used = entries.filter((e) => !e.off).sort((a, b) => rank(a) - rank(b));
            const columns = standing.length ? 4 : 3;
            const why = (word) => api.why({ ...this.request()[0], word });
            const rows = used.map((e, i) => {
                const again = i && used[i - 1].word === e.word, left = alive.get(e.word);
                const title = left ? left.top.map((t) => `${t.category} : ${t.program}`).join("\n") : null;
                return h(again ? "tr.again" : "tr", { "data-entry": e.word },
                    h("td.word", again ? h("span", e.word) : [g2l2.whyButton(e.word, e.word, columns, why),
                        plain.word(e.word) ? h("div.stands", plain.word(e.word)) : null]),
                    h("td.entry-category", { title: plain.category(e.category) }, category(e.category)),
                    h("td.entry-program", e.program ? code(e.program) : h("span.quiet", "adds nothing")),
                    standing.length ? h("td.left", { title }, again || !left ? "" : count(left.alive)) : null);
            });
            const heads = ["Word", "Category", "Program", ...(standing.length ? ["Left"] : [])];
            const head = (text) => h(text === "Left" ? "th.left" : "th",
                { scope: "col", title: text === "Left" ? "entries that the lines did not rule out" : null }, text);
            this.lexicon.replaceChildren(
                h("div.scroll.tall", { tabindex: 0, role: "region", "aria-label": "entries" },
                    h("table.lexicon-table", h("thead", h("tr", heads.map(head))), h("tbody", rows))));
        }

        /* Of each word, how few are left after so many lines. */
        showDying(timeline) {
            this.element.dataset.timeline = timeline.length;
            if (timeline.length < 2) return;
            for (const row of this.lexicon.querySelectorAll("tr[data-entry]:not(.again)")) {
                const steps = timeline.flatMap(({ examples, words }) =>
                    words.filter((w) => w.word === row.dataset.entry).map(({ alive }) => ({ examples, alive })));
                const cell = row.querySelector("td.left");
                if (cell && steps.length > 1) cell.prepend(dying(steps));
            }
        }

        /* ---- trying ---------------------------------------------------------------------------------- */

        /* The scene to ask about: that which is chosen; of a table there is one. */
        sceneFor(model) {
            const { scenes } = this.app.model(model) || { scenes: 0 };
            return scenes ? Math.min(this.lesson.scene || 0, scenes - 1) : null;
        }

        tryLater() {
            this.lesson.now.ask = this.sentence.value;
            this.lesson.save();
            clearTimeout(this.trying);
            this.trying = setTimeout(() => this.tryNow(), PAUSE);
        }

        async tryNow() {
            clearTimeout(this.trying);
            const q = this.sentence.value.trim(), { learned } = this;
            const turn = this.trial = {};
            if (q !== this.out.dataset.asked) this.correction.hidden = true; /* who writes there already goes on */
            this.app.linkViews();
            if (!q || !learned) return [this.answer, this.out].forEach((box) => box.replaceChildren());
            this.showTools(learned);
            this.out.setAttribute("aria-busy", "true");
            try {
                const trace = await api.explain(learned.model, q, this.sceneFor(learned.model));
                if (this.lesson.now.scenes) await this.scenes.load(learned.model);
                if (this.trial !== turn) return;
                this.showTrace(trace, q);
            } catch (error) {
                if (this.trial === turn) this.answer.replaceChildren(failure(error));
            }
            if (this.trial === turn) this.out.setAttribute("aria-busy", "false");
        }

        showTrace(trace, q) {
            if (this.viewer && this.viewer.replay) this.viewer.replay.stop();
            const onask = (sentence) => { this.sentence.value = sentence; this.tryNow(); };
            this.viewer = new Viewer(trace, { onask, picture: this.lesson.now.scenes ? this.scenes.picture : null, told: true });
            this.answer.replaceChildren(...(trace.result === null
                ? [h("p.failure", `Not understood: ${trace.reason || "no parse"}.`)]
                : [resultText(trace.result), h("span.quiet", this.isWritten(q, trace) ? "as one of your lines says" : `${percent(trace.confidence)} sure`), this.contrary(q), this.said(trace, onask)].filter(Boolean)));
            this.wrongly.textContent = trace.result === null ? "It means" : "Not right? It should be";
            this.out.replaceChildren(this.viewer.element);
            if (this.viewer.d) this.viewer.rest();
            this.correction.hidden = false;
            this.out.dataset.asked = q;
        }

        /* A command is said back; of a question the answer is known. */
        said(trace, onask) {
            const { table, scenes, lines } = this.lesson.now;
            return table || scenes || lines.some((l) => l.objects) ? null : g2l2.sayBack(this.learned.model, trace, onask);
        }

        key(event) { return Boolean(this.viewer && this.viewer.key(event)); }
    };
})(window.g2l2);

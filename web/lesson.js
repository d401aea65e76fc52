/* lesson - examples to learn from: lines of a sentence and its result, read from what people type,
 * paste or drop, kept by this browser, and as the server wants them (docs/HTTP.md).
 *
 *     {name, lines: [{sentence, result, objects, scene}], table: {name, text}, scenes: [{id, also, objects}]}
 *
 * A result is text, as it was typed; one that begins with { is a record, and about a table or a scene
 * whatever is JSON is that. A line is about its own objects, or about a scene, by one of its names. */
"use strict";
(function (g2l2) {
    const { kept } = g2l2;
    const KEY = "g2l2.lesson", UNDO = 30; /* steps back */
    const SHELF = "g2l2.lessons"; /* the others, by name */
    const STATED = 100; /* lines about scenes; fewer cannot tell what words look like, only what the scenes state */
    const LINK = 16000; /* characters that an address may have for a lesson */

    const SAID = ["sentence", "command", "question", "text", "utterance"];
    const MEANT = ["result", "actions", "answer", "target", "label", "intent"];

    const empty = () => ({ name: "mine", lines: [], table: null, scenes: null });
    const text = (value) => typeof value === "string" ? value : JSON.stringify(value);

    /* ---- reading ------------------------------------------------------------------------ */

    /* A line of JSON, in any of the forms that `train` reads. */
    function fromObject(o) {
        const first = (called) => o[called.find((name) => o[name] !== undefined)];
        const sentence = first(SAID), result = first(MEANT);
        if (typeof sentence !== "string" || result === undefined)
            throw new Error("there is no sentence and result in it, or command and actions, or question and answer");
        const scene = names({ ...o, id: o.scene })[0];
        return line({ sentence, result: text(result), objects: o.objects, scene: o.objects ? undefined : scene });
    }

    /* What a scene is called, the best name first. */
    const names = (o) => [o.id, o.image_filename, o.image_index].filter((name) => name !== undefined && name !== null).map(String);

    /* Without what there is not. */
    function line({ sentence, result, objects, scene }) {
        return { sentence, result, ...(objects ? { objects } : {}), ...(scene === undefined ? {} : { scene: String(scene) }) };
    }

    function toScene(o, i) {
        const [id = `scene-${i + 1}`, ...also] = [...names(o), ...(o.also || []).map(String)];
        return { id, also, objects: o.objects, ...(o.directions ? { directions: o.directions } : {}) };
    }

    /* The scenes of a text, in any of the forms that `train` reads; null: it has something else. */
    function readScenes(all) {
        const isScene = (o) => Boolean(o) && Array.isArray(o.objects) && ![o.question, o.sentence, o.command].some(Boolean);
        const scenes = (list) => list.length && list.every(isScene) ? list.map(toScene) : null;
        try {
            const value = JSON.parse(all);
            return scenes(Array.isArray(value) ? value : Array.isArray(value.scenes) ? value.scenes : [value]);
        } catch { /* one a line, then */ }
        try {
            return scenes(all.split("\n").filter((l) => l.trim()).map((l) => JSON.parse(l)));
        } catch {
            return null;
        }
    }

    function fromLine(line) {
        if (line.startsWith("{")) return fromObject(JSON.parse(line));
        const scan = /^IN:\s*(.+?)\s*OUT:\s*(.*)$/.exec(line);
        if (scan) return { sentence: scan[1], result: scan[2] };
        const at = /\t|\s=>\s/.exec(line);
        if (!at) return { sentence: line, result: "" };
        const [a, b] = [line.slice(0, at.index), line.slice(at.index + at[0].length)];
        return { sentence: a.trim(), result: b.trim() };
    }

    /* ---- rows below a header ---------------------------------------------------------------- */

    /* The fields of a row; one with a separator in it stands in quotes. */
    function fields(row, by) {
        const out = [""];
        let quoted = false;
        for (const c of row) {
            if (c === '"') quoted = !quoted;
            if (c === by && !quoted) out.push("");
            else out[out.length - 1] += c;
        }
        return out.map((f) => f.trim()).map((f) => /^".*"$/.test(f) ? f.slice(1, -1).replace(/""/g, '"') : f);
    }

    /* Lines of a text whose first row names their columns, such as question,answer; null: it names none. */
    function fromRows(all) {
        const [head, ...rows] = all.replace(/^\uFEFF/, "").trim().split(/\r?\n/).filter((row) => row.trim());
        const by = ["\t", ",", ";"].find((c) => (head || "").includes(c));
        const names = by ? fields(head.toLowerCase(), by) : [];
        const named = (called) => names.find((name) => called.includes(name));
        const sentence = named(SAID), result = named(MEANT);
        if (!sentence || !result) return null;
        return rows.map((row) => {
            const values = fields(row, by);
            const entry = Object.fromEntries(names.map((name, i) => [name, values[i] || undefined]));
            return line({ sentence: entry[sentence] || "", result: entry[result] || "", scene: entry.scene });
        });
    }

    /* Lines of a text; a file of questions as CLEVR has it is one JSON value. */
    function read(all) {
        const whole = all.replace(/^\uFEFF/, "").trim();
        try {
            const value = JSON.parse(whole);
            const list = Array.isArray(value) ? value : value.questions || value.examples;
            if (Array.isArray(list)) return list.map(fromObject);
        } catch (error) {
            if (!(error instanceof SyntaxError)) throw error;
        }
        return fromRows(whole) || whole.split(/\r?\n/).map((l) => l.trim()).filter(Boolean).map((line, i) => {
            try {
                return fromLine(line);
            } catch (error) {
                throw new Error(`Line ${i + 1} cannot be read: ${error.message}.`);
            }
        });
    }

    /* ---- tables ------------------------------------------------------------------------- */

    const cells = (row, by) => row.replace(/"(?:[^"]|"")*"/g, "").split(by).length;

    /* Rows of as many cells each; a tab between two is a line of a lesson, and a comma with a blank behind it a sentence's. */
    function isRows(all) {
        const rows = all.split(/\r?\n/).filter((row) => row.trim());
        const by = ["\t", ",", ";"].find((c) => cells(rows[0] || "", c) > (c === "\t" ? 2 : 1));
        if (!by || rows.length < 2 || /^\s*[[{]|[,;] /.test(rows[0])) return false;
        return rows.every((row) => cells(row, by) === cells(rows[0], by) && (by === "\t" || !row.includes("\t")));
    }

    /* The table that a text is, or begins with, and what stands behind an empty line below it: questions about it. */
    function cutTable(all, name = "") {
        if (fromRows(all)) return { table: null, rest: all };
        const [first, ...rest] = all.replace(/^\uFEFF/, "").trim().split(/\r?\n[ \t]*\r?\n/);
        if (/\.csv$/i.test(name) && !/^\s*[[{]/.test(all)) return { table: all, rest: "" };
        return isRows(first) ? { table: first, rest: rest.join("\n") } : { table: null, rest: all };
    }

    /* Rows of two cells as lines; null: there are others. */
    function fromPairs(table) {
        const rows = table.trim().split(/\r?\n/).filter((row) => row.trim());
        const by = ["\t", ",", ";"].find((c) => cells(rows[0], c) === 2);
        const pairs = by ? rows.map((row) => fields(row, by)) : [];
        return pairs.length && pairs.every((pair) => pair.length === 2)
            ? pairs.map(([sentence, result]) => line({ sentence, result })) : null;
    }

    /* ---- sending -------------------------------------------------------------------------- */

    function value(result, questions) {
        const trimmed = result.trim();
        if (!trimmed.startsWith("{") && !(questions && /^(-?\d|\[|true$|false$)/.test(trimmed))) return trimmed;
        try {
            return JSON.parse(trimmed);
        } catch (error) {
            if (trimmed.startsWith("{")) throw new Error(`its result is not JSON: ${error.message}`);
            return trimmed;
        }
    }

    /* What to send of the first n lines, and which line each example is: [examples, numbers]. Lines
     * that are not finished are left out. */
    function examples(lesson, n) {
        const questions = Boolean(lesson.table || lesson.scenes), list = [], numbers = [];
        lesson.lines.slice(0, n).forEach((l, i) => {
            if (!l.sentence.trim() || !l.result.trim()) return;
            try {
                const result = value(l.result, questions || Boolean(l.objects));
                list.push(line({ ...l, result, scene: sceneOf(lesson, l) }));
            } catch (error) {
                throw Object.assign(error, { at: i });
            }
            numbers.push(i);
        });
        return [list, numbers];
    }

    /* The name by which the server knows the scene of a line. */
    function sceneOf({ scenes }, { scene, objects }) {
        if (objects || (scene === undefined && !scenes)) return undefined;
        const at = find(scenes || [], scene);
        if (at < 0 && scene !== undefined) throw new Error(`there is no scene “${scene}” here: open its file, too`);
        if (at < 0) throw new Error("it is about no scene: choose one");
        return scenes[at].id;
    }

    const find = (scenes, name) => scenes.findIndex((s) => s.id === name || (s.also || []).includes(name));

    /* What is learned of it is called like the lesson, unless a file's model is. */
    function modelOf(lesson) {
        const name = lesson.name.replace(/\*+$/, "") || "mine", there = g2l2.app.model(name);
        return there && !there.taught && !there.draft ? `${name}-taught` : name;
    }

    /* The whole request of the first n lines, and which line each example is. */
    function request(lesson, n) {
        const [list, numbers] = examples(lesson, n);
        const { table } = lesson, scenes = lesson.scenes || undefined;
        return [{
            model: modelOf(lesson), domain: scenes && list.length <= STATED ? "facts" : undefined, examples: list, tables: table && !scenes ? [table] : undefined,
            scenes: scenes && scenes.map(({ also, ...scene }) => scene),
        }, numbers];
    }

    /* As lines of a file that `train` reads; with a table or scenes, all of it in one that this page reads. */
    function file(lesson) {
        const [list] = examples(lesson);
        if (lesson.table || lesson.scenes) return { name: `${lesson.name}.lesson.json`, text: JSON.stringify(lesson, null, 1) };
        const plain = list.every((e) => typeof e.result === "string" && !e.objects);
        const row = (e) => `${e.sentence}\t${e.result}\n`;
        if (plain) return { name: `${lesson.name}.tsv`, text: list.map(row).join("") };
        const questions = list.some((e) => e.objects);
        const entry = ({ sentence, result, objects }) => questions ? { question: sentence, answer: result, objects }
            : typeof result === "string" ? { command: sentence, actions: result } : { command: sentence, result };
        return { name: `${lesson.name}.jsonl`, text: list.map((e) => `${JSON.stringify(entry(e))}\n`).join("") };
    }

    /* ---- elsewhere: a link, and a file that has everything ---------------------------------- */

    const isLesson = (o) => Boolean(o) && Array.isArray(o.lines)
        && o.lines.every((l) => l && typeof l.sentence === "string" && typeof l.result === "string")
        && (!o.table || typeof o.table.text === "string")
        && (!o.scenes || (Array.isArray(o.scenes) && o.scenes.every((s) => s && Array.isArray(s.objects))));

    /* A lesson that came from elsewhere; null: it is none. */
    function whole(all) {
        try {
            const o = JSON.parse(all);
            if (!isLesson(o)) return null;
            const table = o.table ? { name: String(o.table.name || "table.csv"), text: o.table.text } : null;
            const scenes = o.scenes ? o.scenes.map(toScene) : null, { ask, scene } = o;
            return { ...empty(), name: String(o.name || "mine").slice(0, 40), table, scenes, lines: o.lines.map(line), ask, scene };
        } catch {
            return null;
        }
    }

    const base64 = (bytes) => btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(""));

    /* A value as a part of an address; null: it is too long for one. */
    function pack(value) {
        const text = base64(new TextEncoder().encode(JSON.stringify(value)));
        return text.length > LINK ? null : text.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
    }

    /* The value as JSON; null: there is none. */
    function unpack(text) {
        try {
            const bytes = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
            return new TextDecoder().decode(Uint8Array.from(bytes, (c) => c.charCodeAt(0)));
        } catch {
            return null;
        }
    }

    const toLink = ({ name, table, scenes, lines, ask, scene }) => pack({ name, table, scenes, lines, ask, scene });
    const fromLink = (text) => whole(unpack(text));

    /* ---- keeping ----------------------------------------------------------------------------- */

    /* The lesson of this browser, and those before it. */
    class Lesson {
        constructor() {
            this.load();
        }

        load() {
            let stored = null;
            try { stored = JSON.parse(kept(KEY)); } catch { /* not ours */ }
            const fine = stored && stored.now && Array.isArray(stored.now.lines) && Array.isArray(stored.before);
            this.now = fine ? { ...empty(), ...stored.now } : empty();
            this.before = fine ? stored.before : [];
        }

        /* ---- the others, by name ---- */

        shelf() {
            try { return JSON.parse(kept(SHELF)) || {}; } catch { return {}; }
        }

        get names() { return [...new Set([...Object.keys(this.shelf()), this.now.name])].sort(); }

        /* On the shelf, unless it is empty. */
        put() {
            const { [this.now.name]: old, ...others } = this.shelf();
            const mine = this.now.lines.length ? { [this.now.name]: { now: this.now, before: this.before } } : {};
            kept(SHELF, JSON.stringify({ ...others, ...mine }));
        }

        take(name) {
            this.put();
            const found = this.shelf()[name];
            if (found && isLesson(found.now)) Object.assign(this, { now: found.now, before: found.before || [] });
        }

        /* A name that no other lesson has. */
        unused(name) {
            const taken = new Set(this.names);
            for (let i = 2, free = name; ; free = `${name}-${i++}`) if (!taken.has(free)) return free;
        }

        /* Another one beside it: empty, or as it came. */
        open(lesson) {
            const name = (lesson || {}).name || "mine";
            this.put();
            const there = this.shelf()[name];
            const same = lesson && there && JSON.stringify(there.now.lines) === JSON.stringify(lesson.lines);
            this.now = { ...empty(), ...lesson, name: same ? name : this.unused(name) };
            this.before = [];
        }

        rename(name) {
            const { [this.now.name]: old, ...others } = this.shelf();
            kept(SHELF, JSON.stringify(others));
            this.now.name = name;
        }

        /* False: this browser does not keep it. */
        save() {
            const all = JSON.stringify({ now: this.now, before: this.before });
            kept(KEY, all);
            if (kept(KEY) === all) return true;
            const last = JSON.stringify({ now: this.now, before: [] }); /* without the way back there may be room */
            kept(KEY, last);
            return kept(KEY) === last;
        }

        /* Before something is changed that one may want back. */
        remember() {
            this.typing = null;
            const copy = JSON.stringify(this.now), { lines, table, scenes } = this.now;
            if ((lines.length || table || scenes) && copy !== this.before[this.before.length - 1]) this.before.push(copy);
            this.before.splice(0, this.before.length - UNDO);
        }

        /* What is typed in one place is one step. */
        rememberTyping(place) {
            if (this.typing !== place) this.remember();
            this.typing = place;
        }

        undo() {
            this.typing = null;
            if (this.before.length) this.now = JSON.parse(this.before.pop());
        }

        replace(lesson) {
            this.remember();
            this.now = { ...empty(), ...lesson };
        }

        /* Add lines at a place; a sentence that is there already has its result replaced. */
        add(lines, at = this.now.lines.length) {
            this.remember();
            this.now.lines.splice(at, 0, ...lines);
        }

        /* One more line, or another result of one that there is: its number. */
        teach(sentence, result, scene) {
            this.remember();
            const { lines } = this.now, at = lines.findIndex((l) => l.sentence.trim() === sentence && l.scene === scene);
            if (at >= 0) lines[at].result = result;
            else lines.push(line({ sentence, result, scene }));
            return at >= 0 ? at : lines.length - 1;
        }

        /* The number of the scene that is looked at. */
        get scene() {
            const { scenes, scene } = this.now;
            return scenes ? Math.max(0, Math.min(scenes.length - 1, scene || 0)) : null;
        }
    }

    Object.assign(g2l2, { Lesson, lesson: { read, readScenes, fromRows, find, request, modelOf, file, whole, pack, unpack, toLink, fromLink, cutTable, fromPairs, KEY } });
})(window.g2l2);

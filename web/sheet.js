/* sheet - a test file as lines, in any form that `g2l2 eval` reads, as the server wants it
 * (docs/HTTP.md, /v1/review):
 *
 *     {name, lines: ["IN: jump OUT: I_JUMP", ...]}
 *
 * Rows below a header become lines of JSON, and one that is a single JSON value becomes a line for each question, with what is looked at and no more:
 * files of questions are mostly their programs. A label that is wrong is put right in its line. */
"use strict";
(function (g2l2) {
    const KEPT = ["question", "answer", "command", "sentence", "text", "utterance", "actions", "target", "result", "label", "intent", "scene", "image_filename", "image_index", "objects"];
    const LABELS = ["actions", "target", "result", "label", "intent", "answer"]; /* of a line of JSON */

    const only = (question) => Object.fromEntries(Object.entries(question).filter(([key]) => KEPT.includes(key)));

    function whole(text) {
        if (!/^\s*[[{]/.test(text)) return null;
        try {
            const value = JSON.parse(text);
            const list = Array.isArray(value) ? value : value.questions;
            return Array.isArray(list) ? list : null;
        } catch {
            return null; /* a line of JSON for each example, or what the server has something to say about */
        }
    }

    /* Lines of what has a header, which is an empty one: the others keep their numbers. */
    function rows(text) {
        const list = g2l2.lesson.fromRows(text), questions = /question/i.test(text.split("\n")[0]);
        const entry = ({ sentence, result, scene }) => questions ? { question: sentence, answer: result, scene }
            : { command: sentence, actions: result };
        return list ? ["", ...list.map((l) => JSON.stringify(entry(l)))] : null;
    }

    g2l2.Sheet = class Sheet {
        constructor(name, text) {
            const list = whole(text.replace(/^\uFEFF/, ""));
            this.name = name;
            this.lines = list ? list.map((q) => JSON.stringify(only(q)))
                : rows(text) || text.replace(/^\uFEFF/, "").split(/\r?\n/).map((line) => this.shorter(line));
        }

        shorter(line) {
            if (!line.includes("\"question\"")) return line;
            try {
                return JSON.stringify(only(JSON.parse(line)));
            } catch {
                return line;
            }
        }

        get text() { return this.lines.join("\n"); }

        /* The label of a line, from 1, as it should be. */
        relabel(number, label) {
            const line = this.lines[number - 1];
            if (/^\s*\{/.test(line)) {
                const value = JSON.parse(line), key = LABELS.find((k) => k in value);
                value[key] = key === "result" && /^\s*\{/.test(label) ? JSON.parse(label) : label;
                this.lines[number - 1] = JSON.stringify(value);
            } else {
                const at = /^\s*IN:/.test(line) ? /\s*OUT:\s*/.exec(line) : /\t/.exec(line);
                this.lines[number - 1] = line.slice(0, at.index + at[0].length) + label;
            }
        }
    };
})(window.g2l2);

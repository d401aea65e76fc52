/* plain - categories, rules and actions in plain words; records in the order in which people write their fields. */
"use strict";
(function (g2l2) {
    const KINDS = {
        S: "a whole command", V: "an action", objset: "a set of objects", integer: "a number",
        bool: "a yes or no", word: "an answer", said: "objects", pair: "two things side by side",
        X: "anything",
    };
    /* What definitions call by the same letters. */
    const OWN = {
        actions: { N: "a thing" },
        arith: { N: "a number" },
        facts: {
            N: "things", NUM: "a number", C: "a number that is said", T: "a yes or no", W: "an answer", A: "a property",
            Q: "a number that things have", G: "things in groups", V: "a value",
        },
        frames: { F: "a record", V: "a value" },
        labels: { M: "a label, or nothing" },
        nested: { S: "a record" },
        terms: { N: "a thing", P: "what is so or not" },
    };
    let kinds = KINDS;
    const SCHEMAS = {
        EMPTY: "adds nothing to the meaning", AND: "joins two of a kind: both",
        OR: "joins two of a kind: either",
        SAME: "compares: the same", MORE: "compares: more", LESS: "compares: fewer",
        LET: "what is named before it is what the clause after it speaks of",
    };
    const SIDE = { "/": "on its right", "\\": "on its left", "|": "on either side" };

    /* "V\V/(V\V)" -> {result, op, argument} or {atom}; null: not a category of this form. */
    function parse(text) {
        let at = 0;
        function atom() {
            if (text[at] === "(") {
                at++;
                const inner = expression();
                if (text[at++] !== ")") throw new Error("unbalanced");
                return inner;
            }
            const name = /^[^()\\/|^\s]+/.exec(text.slice(at));
            if (!name) throw new Error("no name");
            at += name[0].length;
            return { atom: name[0] };
        }
        function expression() {
            let left = atom();
            while (at < text.length && "\\/|^".includes(text[at])) {
                const op = text[at++];
                left = { result: left, op, argument: atom() };
            }
            return left;
        }
        try {
            const all = expression();
            return at === text.length ? all : null;
        } catch {
            return null;
        }
    }

    function text(c) {
        if (c.atom) return c.atom;
        const argument = c.argument.atom || `(${text(c.argument)})`;
        return `${text(c.result)}${c.op}${argument}`;
    }
    const an = (name) => `${/^([AEFHILMNORSX]([^a-z]|$)|[AEIOaeio])/.test(name) ? "an" : "a"} ${name}`;
    const kind = (c) => c.atom ? kinds[c.atom] || an(c.atom) : an(text(c));

    /* Which definition the categories from now on are of. */
    function about(domain) { kinds = { ...KINDS, ...OWN[domain] }; }

    /* What a category says, as a sentence without its full stop. */
    function category(name) {
        if (SCHEMAS[name]) return SCHEMAS[name];
        if (name.startsWith("[")) return "has one of the two that it joins, and waits for the other";
        let c = parse(name);
        if (!c) return name;
        if (c.atom) return `complete: ${kind(c)}`;
        if (c.op === "^") return `${kind(c.result)} that speaks of ${kind(c.argument)} named elsewhere`;
        const wants = [];
        for (; c.op && c.op !== "^"; c = c.result) wants.push(`${kind(c.argument)} ${SIDE[c.op]}`);
        return `takes ${wants.join(", then ")}; together they are ${kind(c)}`;
    }

    const STANDS = {
        "<value>": "any value of the data", "<name>": "any name of the data", "<number>": "any number",
        "<start>": "how a sentence begins", "<unknown>": "any word that is new",
    };

    /* What a word of the lexicon stands for that nobody wrote; null: for itself. */
    function word(text) {
        return STANDS[text.split(" ").find((part) => STANDS[part])] || null;
    }

    /* How two parts came together; `left` and `right` are their words. */
    function rule(name, left, right) {
        const base = name.replace(/\^$/, "");
        const lifted = name.length > 1 && name.endsWith("^");
        const how = {
            ">": `“${left}” takes “${right}” on its right.`,
            "<": `“${right}” takes “${left}” on its left.`,
            "&>": `“${left}” joins “${right}”.`, "&<": `“${right}” joins “${left}”.`,
            "^>": `“${left}” gives “${right}” what it refers to.`,
            "^<": `“${right}” is given what it refers to by “${left}”.`,
            ">B": `“${left}” takes what “${right}” will make.`,
            "<B": `“${right}” takes what “${left}” will make.`,
            ">S": `“${left}” and “${right}” share what they still want.`,
            "<S": `“${left}” and “${right}” share what they still want.`,
            ">T": `“${left}” takes what would take it.`, "<T": `“${left}” takes what would take it.`,
        }[base.replace(/x$/, "")];
        return (how || `“${left}” and “${right}” combine by ${name}.`)
            + (lifted ? " What one of them refers to is passed on." : "");
    }

    /* ---- records ------------------------------------------------------------------------------ */

    let written = new Map(); /* of fields: when they were written first */

    function list(value) {
        if (value === null || typeof value !== "object") return;
        for (const [name, part] of Object.entries(value)) {
            if (!Array.isArray(value) && !written.has(name)) written.set(name, written.size);
            list(part);
        }
    }

    /* These texts are records as somebody wrote them, or something else. */
    function fields(texts) {
        written = new Map();
        for (const text of texts.filter((t) => /^\s*[[{]/.test(t))) {
            try { list(JSON.parse(text)); } catch { /* it is being written */ }
        }
    }

    /* A value as text, its fields in this order. */
    function dump(value, order) {
        if (value === null || typeof value !== "object") return JSON.stringify(value);
        if (Array.isArray(value)) return `[${value.map((v) => dump(v, order)).join(", ")}]`;
        const names = Object.keys(value).sort((a, b) => order(a) - order(b));
        return `{${names.map((name) => `${JSON.stringify(name)}: ${dump(value[name], order)}`).join(", ")}}`;
    }

    /* A result as people would write it: a blank between the arguments of a term, and the fields of a record, which it has by
     * name, in their order. What is not sure to be the same stays. */
    function meaning(text) {
        if (/^[^\s{[("']+\(/.test(text)) return text.replace(/,(?=\S)/g, ", ");
        if (!/^\s*[[{]/.test(text) || !written.size) return text;
        try {
            const value = JSON.parse(text);
            return dump(value, () => 0) === text ? dump(value, (name) => written.get(name) ?? written.size) : text;
        } catch {
            return text;
        }
    }

    Object.assign(g2l2, { plain: { about, category, fields, meaning, rule, word } });
})(window.g2l2);

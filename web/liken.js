/* liken - an unknown word, taught without lambda terms: it is like a known word, or another of its kind.
 * The model stays as it is; its draft knows the word (docs/HTTP.md, /v1/draft).
 *
 *     hop is  ( ) like  (•) new, like   [ jump  ▾ ]   Teach it
 *                                         └ known words, by what they are in a sentence */
"use strict";
(function (g2l2) {
    const { h, api, plain, failure } = g2l2;

    /* Words in groups, by their category in plain words; those first that most words are of. */
    function groups(entries) {
        const of = new Map();
        for (const e of entries) {
            if (e.off || /[\s<]/.test(e.word)) continue;
            const kind = plain.category(e.category), words = of.get(kind) || new Set();
            of.set(kind, words.add(e.word));
        }
        return [...of].sort(([, a], [, b]) => b.size - a.size);
    }

    function chooser(entries) {
        const option = (word) => h("option", { value: word }, word);
        const group = ([kind, words]) => h("optgroup", { label: kind }, [...words].sort().map(option));
        return h("select", { "aria-label": "a known word" }, groups(entries).map(group));
    }

    /* A form for `word` of `model`; `ontaught(draft)` when the draft knows it. */
    g2l2.likenForm = async function likenForm(model, word, ontaught) {
        const { entries } = await api.lexicon(model);
        const known = chooser(entries), wrong = h("div");
        const fresh = h("select", { "aria-label": "how it is like it" },
            h("option", { value: "" }, "means the same as"), h("option", { value: "new" }, "is something new, used like"));
        const submit = async (event) => {
            event.preventDefault();
            try {
                const like = known.value, { model: draft } = await api.change({ model, word, like, new: fresh.value === "new" });
                await ontaught(draft);
            } catch (error) {
                wrong.replaceChildren(failure(error));
            }
        };
        return h("form.liken", { onsubmit: submit, "aria-label": `teach ${word}` }, h("b", word), fresh, known,
            h("button.primary", { type: "submit" }, "Teach it"), wrong);
    };
})(window.g2l2);

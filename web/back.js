/* back - what was understood, said back: another sentence of the learned language that means the same
 * (docs/HTTP.md, /v1/say), parsed again by the server. Whoever reads it knows whether that was meant. */
"use strict";
(function (g2l2) {
    const { h, api } = g2l2;
    const ENOUGH = 3; /* sentences, of which one is not what was asked */

    const bare = (sentence) => sentence.toLowerCase().replace(/[\s.?!]+/g, " ").trim();

    /* A line for the result of a trace, which has something in it once that is known; null: there is none. */
    g2l2.sayBack = function sayBack(model, trace, onask) {
        if (!trace.result) return null;
        const line = h("p.said-back.quiet"), asked = bare(trace.sentence);
        api.say({ model, meaning: trace.result, n_best: ENOUGH }).then(({ sentences }) => {
            const other = sentences.find(({ sentence }) => bare(sentence) !== asked);
            if (!other) return;
            line.append("In other words: ", h("button.text", { type: "button", onclick: () => onask(other.sentence) }, `“${other.sentence}”`));
        }).catch(() => {}); /* it may have been learned anew meanwhile */
        return line;
    };
})(window.g2l2);

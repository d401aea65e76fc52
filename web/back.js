/* back - what was understood, said back: another sentence of the learned language that means the same
 * (docs/HTTP.md, /v1/say), parsed again by the server. Whoever reads it knows whether that was meant. */
"use strict";
(function (g2l2) {
    const { h, api } = g2l2;

    const bare = (sentence) => sentence.toLowerCase().replace(/[\s.?!]+/g, " ").trim();

    /* A line for the result of a trace, which has something in it once that is known; null: there is none. */
    g2l2.sayBack = function sayBack(model, trace, onask) {
        if (!trace.result) return null;
        const line = h("p.said-back.quiet"), asked = bare(trace.sentence);
        api.say({ model, meaning: trace.result }).then(({ sentences: [best] }) => {
            if (!best || bare(best.sentence) === asked) return; /* it was said in the best way */
            const ask = { type: "button", onclick: () => onask(best.sentence) };
            line.append("In other words: ", h("button.text", ask, `“${best.sentence}”`));
        }).catch(() => {}); /* it may have been learned anew meanwhile */
        return line;
    };
})(window.g2l2);

/* api - the server's interface (docs/HTTP.md). Every call gives an object, or throws an Error
 * with the server's message, and line and column where a text was read. */
"use strict";
(function (g2l2) {
    async function call(method, path, body) {
        let response;
        try {
            response = await fetch(path, body === undefined ? { method } : {
                method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
            });
        } catch {
            throw new Error("The server does not answer. Is it still running?");
        }
        const text = await response.text();
        let answer;
        try {
            answer = JSON.parse(text);
        } catch {
            if (response.ok) return text;
            throw new Error(`The server answered ${response.status}.`);
        }
        if (answer.error) throw Object.assign(new Error(answer.error.message), { line: answer.error.line, column: answer.error.column });
        return answer;
    }

    const query = (values) => "?" + new URLSearchParams(Object.entries(values).filter(([, v]) => v !== undefined && v !== null)).toString();

    g2l2.api = {
        models: () => call("GET", "/v1/models"),
        explain: (model, sentence, scene) => call("POST", "/v1/explain", { model, sentence, ...(scene === null || scene === undefined ? {} : { scene }) }),
        lexicon: (model) => call("GET", "/v1/lexicon" + query({ model })),
        lexiconText: (model) => call("GET", "/v1/lexicon" + query({ model, format: "text" })),
        lexiconAddress: (model) => "/v1/lexicon" + query({ model, format: "text" }),
        scene: (index) => call("GET", `/v1/scenes/${index}`),
        draft: (model, lexicon) => call("PUT", "/v1/draft", { model, lexicon }),
        dropDraft: (model) => call("DELETE", "/v1/draft", { model }),
        test: (body) => call("POST", "/v1/test", body),
    };
})(window.g2l2);

/* api - the server's interface (docs/HTTP.md). Every call gives an object, or throws an Error
 * with the server's message, and line and column where a text was read. A page that has no server brings
 * its own way to ask (wasm/host.js). */
"use strict";
(function (g2l2) {
    /* An address with #token=TOKEN behind it hands the token over; it goes with every request to this
     * server, and to no other. */
    const token = /^#token=([!-:<-~]+)$/.exec(location.hash);
    if (token) {
        document.cookie = `g2l2_token=${token[1]}; path=/; SameSite=Strict`;
        history.replaceState(null, "", location.pathname);
    }

    async function call(method, path, body, signal, keepalive) {
        let response;
        try {
            response = await (g2l2.fetch || fetch)(path, body === undefined ? { method } : {
                method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal, keepalive,
            });
        } catch (error) {
            if (error.name === "AbortError") throw error;
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
        if (!answer.error) return answer;
        const { message, line, column, status } = answer.error;
        throw Object.assign(new Error(message), { line, column, status });
    }

    /* What is null is left out. */
    function given(values) {
        return Object.fromEntries(Object.entries(values).filter(([, v]) => v !== undefined && v !== null));
    }
    const query = (values) => `?${new URLSearchParams(given(values))}`;

    g2l2.api = {
        models: () => call("GET", "/v1/models"),
        explain: (model, sentence, scene) => call("POST", "/v1/explain", given({ model, sentence, scene })),
        /* About an image that the page holds, as base64; with its picture. */
        explainImage: (model, sentence, image) =>
            call("POST", "/v1/explain", { model, sentence, image, pictures: true }),
        explainAddress: (model, sentence, scene, format, derivation) =>
            "/v1/explain" + query({ model, sentence, scene, format, derivation }),
        lexicon: (model) => call("GET", "/v1/lexicon" + query({ model })),
        lexiconText: (model) => call("GET", "/v1/lexicon" + query({ model, format: "text" })),
        lexiconAddress: (model) => "/v1/lexicon" + query({ model, format: "text" }),
        modelAddress: (model) => "/v1/model" + query({ model }),
        learn: (lesson, signal) => call("POST", "/v1/learn", given(lesson), signal),
        learning: () => call("GET", "/v1/learning"),
        /* `leaving`: the page is about to be gone. */
        stopLearning: (model, leaving) => call("DELETE", "/v1/learn", { model, keep: true }, undefined, leaving),
        scene: (model, index) => call("GET", `/v1/scenes/${index}` + query({ model })),
        draft: (model, lexicon) => call("PUT", "/v1/draft", { model, lexicon }),
        dropDraft: (model) => call("DELETE", "/v1/draft", { model }),
        change: (body) => call("PUT", "/v1/draft", body),
        test: (body) => call("POST", "/v1/test", body),
        say: (body) => call("POST", "/v1/say", given(body)),
        why: (body) => call("POST", "/v1/why", given(body)),
        review: (body) => call("POST", "/v1/review", body),
    };
})(window.g2l2);

/* worker - answers requests beside the page: behind emscripten's script, which makes `G2L2`.
 *
 *     {wasm, page}             the program, and what it serves; first, once
 *     {method, target, body}   a request, one at a time; answered by {status, type, body} or {failed}
 *     {learning}               told meanwhile: how far learning is, as the server says it            */
"use strict";
(function () {
    let program, server, opened;

    const bytes = (base64) => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));

    /* A copy in the program's memory, ended by a zero; its own to free. Where it is, and its length. */
    function put(text) {
        if (text === null) return [0, 0];
        const all = new TextEncoder().encode(text), at = program._malloc(all.length + 1);
        if (!at) throw new Error("out of memory");
        program.HEAPU8.set(all, at);
        program.HEAPU8[at + all.length] = 0;
        return [at, all.length];
    }
    const get = (at, n) => program.HEAPU8.slice(at, at + n);
    const text = (at) => new TextDecoder().decode(get(at, program.HEAPU8.indexOf(0, at) - at));

    async function open({ wasm, page }) {
        program = await G2L2({ wasmBinary: wasm });
        for (const [name, data] of Object.entries(page.files)) program.FS.writeFile(`/${name}`, bytes(data));
        const path = (name) => name ? `/${name}` : null, models = page.models.map((name) => `/${name}\0`).join("");
        const paths = [models, path(page.scenes), path(page.test), path(page.questions)].map((p) => put(p)[0]);
        server = program._page_open(...paths);
        const wrong = program._page_wrong(server);
        if (wrong) throw new Error(text(wrong));
    }

    function answer({ method, target, body }) {
        const texts = [method, target, body].map(put), [, , [, n]] = texts;
        const status = program._page_request(server, ...texts.map(([at]) => at), n);
        texts.forEach(([at]) => program._free(at));
        return {
            status, type: text(program._page_type(server)),
            body: get(program._page_body(server), program._page_length(server)),
        };
    }

    onmessage = async ({ data }) => {
        try {
            if (data.wasm) opened = open(data);
            await opened;
            if (!data.wasm) postMessage(answer(data));
        } catch (error) {
            postMessage({ failed: error.message });
        }
    };
})();

/* host - the page without a server: what would go to one goes to a worker, which has the server's own handler
 * as WebAssembly (wasm/page.c), so that the rest of the page is as it is with a server.
 *
 *     g2l2.fetch ─▶ queue ─▶ worker          #g2l2-wasm     the program: gzip, base64
 *         ▲                     │            #g2l2-worker   the worker's script
 *         └──── Response ◀──────┘            #g2l2-page     what this page holds (below)
 *
 * The worker does one thing at a time and cannot be interrupted. What is given up while it runs ends the
 * worker; the next one does again what had been done, from the journal: lessons and drafts, which always come
 * out the same. A page is what it holds: files, and a journal; with those of now it is saved as a copy.
 *
 *     {models: ["scan.g2l2"], scenes: "scenes.json", test, questions, files: {"scan.g2l2": base64},
 *      journal: [[method, target, body]], lesson} */
"use strict";
(function (g2l2) {
    const { h, kept, save } = g2l2;
    const SHARED = "g2l2.shared"; /* the lesson that came with the page that was opened last */
    const held = (id) => document.getElementById(id).textContent;
    const page = { models: [], files: {}, journal: [], ...JSON.parse(held("g2l2-page")) };

    async function unpack(base64) {
        const packed = Uint8Array.from(atob(base64.trim()), (c) => c.charCodeAt(0));
        const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
        return new Uint8Array(await new Response(stream).arrayBuffer());
    }
    const script = URL.createObjectURL(new Blob([held("g2l2-worker")], { type: "text/javascript" }));
    const wasm = unpack(held("g2l2-wasm"));

    /* ---- the journal ------------------------------------------------------------------------ */

    const journal = new Map(); /* what a model is by now: the request that made it so */
    const todo = new Set(); /* of these, what the worker has not done yet */

    /* A draft of a draft is one of its model. */
    const modelOf = ({ body }) => (JSON.parse(body || "{}").model || "").replace(/\*$/, "");
    const keyOf = (request) => `${request.target} ${modelOf(request)}`;
    const makes = ({ method, target }) => (method === "POST" && target === "/v1/learn")
        || (method === "PUT" && target === "/v1/draft");
    const ends = ({ method, target, body }) => method === "DELETE" && /^\/v1\/(learn|draft)$/.test(target)
        && !JSON.parse(body || "{}").keep;

    /* Held-back lines have been looked at; for what a model is they do not matter. */
    const bare = ({ method, target, body }) => ({
        method, target, body: JSON.stringify({ ...JSON.parse(body), estimate: undefined }),
    });

    function forget(key) {
        journal.delete(key);
        todo.delete(key);
    }

    function record(request) {
        const key = keyOf(request);
        if (makes(request)) {
            journal.set(key, bare(request)); /* in its place: a draft comes after its lesson */
            todo.delete(key);
        } else if (ends(request)) {
            forget(key);
            if (request.target === "/v1/learn") forget(`/v1/draft ${modelOf(request)}`);
        }
    }
    for (const [method, target, body] of page.journal) {
        const request = { method, target, body };
        journal.set(keyOf(request), request);
        todo.add(keyOf(request));
    }

    /* ---- one worker, one request at a time ---------------------------------------------------- */

    let worker = null, current = null, learning = null;
    const queue = [];

    async function start() {
        const one = worker = new Worker(script);
        one.onmessage = ({ data }) => { if (worker === one) heard(data); };
        one.onerror = (event) => { if (worker === one) broken(event.message); };
        const program = await wasm;
        if (worker === one) one.postMessage({ wasm: program, page });
    }

    function end() {
        if (worker) worker.terminate();
        worker = current = null;
        journal.forEach((_, key) => todo.add(key));
    }

    /* The request that did it must not do it again. */
    function broken(why) {
        const { request, reject } = current || queue.shift() || {};
        end();
        if (reject) reject(new Error(why));
        else if (request) forget(keyOf(request));
        next();
    }

    function heard({ status, type, body, failed, learning: far }) {
        if (far !== undefined) { learning = far; return; }
        if (failed !== undefined) { broken(failed); return; }
        const { request, resolve } = current;
        current = learning = null;
        if (status === 200) record(request);
        else if (!resolve) forget(keyOf(request)); /* it cannot be had again */
        if (resolve) resolve(new Response(body, { status, headers: { "Content-Type": type } }));
        next();
    }

    /* What was done before comes first, but for what the next request does anew. */
    function before() {
        const first = queue[0].request, key = makes(first) ? keyOf(first) : null;
        const again = [...journal].find(([k]) => todo.has(k) && k !== key);
        return again ? { request: again[1] } : null;
    }

    async function next() {
        if (current || !queue.length) return;
        current = before() || queue.shift();
        const mine = current;
        try {
            if (!worker) await start();
            if (current === mine) worker.postMessage(mine.request);
        } catch (error) {
            if (current === mine) broken(`This browser cannot run the page: ${error.message}`);
        }
    }

    function giveUp(one) {
        const at = queue.indexOf(one);
        if (at >= 0) queue.splice(at, 1);
        else if (current === one) end();
        one.reject(new DOMException("given up", "AbortError"));
        next();
    }

    /* As fetch, for what the page asks. */
    g2l2.fetch = (target, { method = "GET", body = null, signal } = {}) => new Promise((resolve, reject) => {
        const one = { request: { method, target, body }, resolve, reject };
        if (target === "/v1/learning" && learning) return resolve(new Response(learning));
        if (signal && signal.aborted) return giveUp(one);
        if (signal) signal.addEventListener("abort", () => giveUp(one));
        queue.push(one);
        return next();
    });

    /* ---- files ---------------------------------------------------------------------------------- */

    /* Links to what a server would send. */
    document.addEventListener("click", async (event) => {
        const link = event.target.closest("a[href^='/v1/']");
        if (!link) return;
        event.preventDefault();
        const answer = await g2l2.fetch(link.getAttribute("href"));
        if (answer.ok) save(link.download || "g2l2", await answer.blob());
        else g2l2.app.say((await answer.json()).error.message);
    });

    /* JSON inside a script: `<` stands in texts alone, and there it may as well be an escape. */
    const inside = (value) => JSON.stringify(value).replaceAll("<", "\\u003c");

    /* This page as a text that opens as it is now. */
    function copy() {
        const { now } = new g2l2.Lesson(), whole = document.documentElement.cloneNode(true);
        const requests = [...journal.values()].map(({ method, target, body }) => [method, target, body]);
        const holds = { ...page, journal: requests, lesson: now.lines.length ? now : undefined };
        whole.querySelector("#g2l2-page").textContent = inside(holds);
        whole.querySelector("#main").replaceChildren();
        whole.querySelectorAll("#status, #g2l2-save").forEach((el) => el.replaceChildren());
        whole.removeAttribute("data-theme");
        return `<!DOCTYPE html>\n${whole.outerHTML}`;
    }

    document.getElementById("g2l2-save").append(h("button.text", {
        type: "button", title: "one file with the lines and all that was learned or changed; it opens anywhere",
        onclick: () => save("g2l2.html", new Blob([copy()], { type: "text/html" })),
    }, "Save this page"));

    /* The lesson that came with the page; the one before is a step back. */
    const given = page.lesson ? JSON.stringify(page.lesson) : null;
    if (given && kept(SHARED) !== given) {
        const lesson = new g2l2.Lesson();
        lesson.replace(page.lesson);
        lesson.save();
        kept(SHARED, given);
    }
})(window.g2l2);

/* app - the frame of the explorer: which view is shown, and the state behind it, which lives in
 * the address so that a link reopens the same view, model, sentence and scene:
 *
 *     #/ask?model=clevr&q=how+many+cubes+are+there&scene=3&step=2
 *     #/chart?model=scan&q=jump+twice&cell=0-2
 *
 * An image that somebody chose or dropped is on this page only, and in no address.
 *
 * A view is made once when it is gone to, and updated whenever the state changes. */
"use strict";
(function (g2l2) {
    const { h, api, kept } = g2l2;
    const VIEWS = {
        ask: g2l2.AskView, chart: g2l2.ChartView, lexicon: g2l2.LexiconView, compare: g2l2.CompareView,
        teach: g2l2.TeachView, test: g2l2.TestView,
    };
    const TITLES = { ask: "Ask", chart: "Chart", lexicon: "Lexicon", compare: "Compare", teach: "Teach", test: "Test" };

    const app = {
        models: [], view: null, name: null, traces: new Map(), pictures: new Map(),
        image: null, /* {name, data}: base64, what questions are about */
        sheet: null, /* the test file (sheet.js); null: the server's */

        get state() {
            const [path, rest] = location.hash.replace(/^#\/?/, "").split("?");
            const values = new URLSearchParams(rest || "");
            const model = this.models.find((m) => m.name === values.get("model")) || this.models[0];
            const scene = Math.max(0, parseInt(values.get("scene"), 10) || 0);
            const image = model && model.sees ? this.image : null;
            return {
                view: model && VIEWS[path] ? path : this.models.every((m) => m.taught) ? "teach" : "ask",
                model: model ? model.name : null,
                q: values.get("q") || "",
                scene: model && model.scenes ? Math.min(scene, model.scenes - 1) : null,
                image,
                other: values.get("other"),
                find: values.get("find") || "",
                edit: values.get("edit") === "1",
                step: /^\d+$/.test(values.get("step")) ? Number(values.get("step")) : null,
                cell: /^\d+-\d+$/.test(values.get("cell")) ? values.get("cell") : null,
                lesson: values.get("lesson"),
                draft: values.get("draft"),
            };
        },

        address(changes) {
            const now = this.state, other = ["model", "q", "scene"].some((k) => k in changes && changes[k] !== now[k]);
            const s = { ...now, ...(other ? { step: null, cell: null } : {}), ...changes };
            const values = new URLSearchParams();
            if (s.model) values.set("model", s.model);
            if (s.q) values.set("q", s.q);
            if (s.scene !== null) values.set("scene", s.scene);
            if (s.view === "compare" && s.other) values.set("other", s.other);
            if (s.view === "lexicon" && s.find) values.set("find", s.find);
            if (s.view === "lexicon" && s.edit) values.set("edit", "1");
            if (s.view === "ask" && s.step !== null) values.set("step", s.step);
            if (s.view === "chart" && s.cell !== null) values.set("cell", s.cell);
            return `#/${s.view}?${values}`;
        },

        /* What is looked at, for whoever copies the address; nothing is shown again. */
        note(changes) {
            try {
                history.replaceState(null, "", this.address(changes));
            } catch { /* a browser that has had enough of them for now */ }
        },

        go(changes, replace) {
            if (changes.scene !== undefined) this.image = null; /* another one was chosen */
            const to = this.address(changes);
            if (to === location.hash) return this.render();
            if (!replace) { location.hash = to; return; }
            history.replaceState(null, "", to);
            this.render();
        },

        /* Sentences to try, {q, scene}; those of a draft are its model's. */
        examples(name) {
            const model = this.model(name.replace(/\*$/, ""));
            if (!model) return [];
            const scene = (i) => model.example_scenes[i];
            return model.examples.map((q, i) => scene(i) === null ? { q } : { q, scene: scene(i) });
        },

        model(name) { return this.models.find((m) => m.name === name); },

        say(text) { document.getElementById("status").textContent = text || ""; },

        async refreshModels() {
            this.models = (await api.models()).models;
        },

        /* A model is another one now. */
        forget() {
            this.traces.clear();
            this.pictures.clear();
        },

        /* The model that scenes are of, and how many it has; where two are compared, one has some. */
        get seeing() {
            const { model, other } = this.state;
            return this.models.find((m) => (m.name === model || m.name === other) && m.scenes) || null;
        },
        get scenes() { return this.seeing ? this.seeing.scenes : 0; },

        /* One trace, asked for once. */
        trace(model, sentence, scene) {
            const key = JSON.stringify([model, sentence, scene]);
            if (!this.traces.has(key)) {
                if (this.traces.size > 50) this.traces.clear();
                const asked = api.explain(model, sentence, scene);
                asked.catch(() => this.traces.delete(key));
                this.traces.set(key, asked);
            }
            return this.traces.get(key);
        },

        /* The same about the image, whose picture comes along. */
        traceImage(model, sentence, image) {
            const key = JSON.stringify([model, sentence]);
            if (!image.traces.has(key)) {
                const asked = api.explainImage(model, sentence, image.data);
                asked.catch(() => image.traces.delete(key));
                image.traces.set(key, asked);
            }
            return image.traces.get(key);
        },

        /* A file that was chosen or dropped; what it is, the server says. */
        look(file) {
            const reader = new FileReader();
            reader.onload = () => {
                const data = String(reader.result).replace(/^[^,]*,/, "");
                this.image = { name: file.name, data, traces: new Map() };
                this.render();
            };
            reader.onerror = () => this.say(`${file.name} cannot be read`);
            reader.readAsDataURL(file);
        },

        scene(index) {
            const model = this.seeing ? this.seeing.name : null, key = JSON.stringify([model, index]);
            if (!this.pictures.has(key)) {
                if (this.pictures.size > 200) this.pictures.clear();
                const asked = api.scene(model, index);
                asked.catch(() => this.pictures.delete(key));
                this.pictures.set(key, asked);
            }
            return this.pictures.get(key);
        },

        render() {
            const state = this.state;
            if (this.name !== state.view) {
                this.name = state.view;
                this.view = new VIEWS[state.view](this);
                document.getElementById("main").replaceChildren(this.view.element);
            }
            document.title = `${TITLES[state.view]}${state.q ? ` · ${state.q}` : ""} · g2l2`;
            this.linkViews();
            this.view.update(state);
        },

        /* The names of the views go where they are; without a model there is one to go to. */
        linkViews() {
            const { view } = this.state, linked = (this.view && this.view.linked) || {};
            for (const link of document.querySelectorAll("[data-view]")) {
                link.href = this.address({ ...(link.dataset.view === view ? {} : linked), view: link.dataset.view });
                link.hidden = !this.models.length && link.dataset.view !== "teach";
                link.toggleAttribute("aria-current", false);
                if (link.dataset.view === view) link.setAttribute("aria-current", "page");
            }
        },
    };

    /* ---- light and dark ---------------------------------------------------------------- */

    function dark() {
        const { theme: chosen } = document.documentElement.dataset;
        return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    }

    function theme(name) {
        if (name) document.documentElement.dataset.theme = name;
        document.getElementById("theme").setAttribute("aria-pressed", String(dark()));
    }

    /* ---- keys ---------------------------------------------------------------------------- */

    function toField() {
        const field = document.querySelector("main [data-main-field]");
        if (!field) return;
        field.focus();
        field.select();
    }

    function key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const typing = /^(input|textarea|select)$/i.test(event.target.tagName);
        if (event.key === "Escape" && typing) return event.target.blur();
        if (typing) return;
        const views = { 1: "ask", 2: "chart", 3: "lexicon", 4: "compare", 5: "teach", 6: "test" };
        if (views[event.key]) app.go({ view: views[event.key] });
        else if (event.key === "/") toField();
        else if (event.key === "t") document.getElementById("theme").click();
        else if (!(app.view && app.view.key && app.view.key(event))) return;
        event.preventDefault();
    }

    async function start() {
        theme(kept("g2l2.theme"));
        document.getElementById("theme").addEventListener("click", () => {
            theme(dark() ? "light" : "dark");
            kept("g2l2.theme", document.documentElement.dataset.theme);
        });
        document.querySelector(".skip").addEventListener("click", (event) => {
            event.preventDefault();
            document.getElementById("main").focus();
        });
        document.addEventListener("keydown", key);
        try {
            await app.refreshModels();
        } catch (error) {
            document.getElementById("main").replaceChildren(h("p.card.failure", error.message));
            return;
        }
        if (!app.models.length && !location.hash.startsWith("#/teach"))
            history.replaceState(null, "", "#/teach"); /* there is nothing else yet */
        addEventListener("hashchange", () => app.render());
        app.render();
    }

    g2l2.app = app;
    start();
})(window.g2l2);

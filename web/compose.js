/* compose - what is asked: the model, the sentence, examples to click; and the scene it is about,
 * chosen from a strip of pictures. */
"use strict";
(function (g2l2) {
    const { h, picture, count } = g2l2;
    const MOST = 72; /* letters of an example to click */

    const modelTitle = (name) => name.endsWith("*") ? `${name.slice(0, -1)} (draft)` : name;

    function modelSelect(app, label, current, onchange) {
        const option = (m) => h("option", { value: m.name, selected: m.name === current }, modelTitle(m.name));
        return h("label.field", h("span.field-name", label),
            h("select", { "aria-label": label, onchange: (e) => onchange(e.target.value) }, app.models.map(option)));
    }

    /* The image that questions are about: chosen, or dropped here. */
    class ImageChoice {
        constructor(app) {
            this.app = app;
            this.file = h("input.visually-hidden", {
                type: "file", accept: "image/png", "aria-label": "image", onchange: () => this.take(this.file.files),
            });
            this.name = h("span.quiet");
            this.drop = h("button.text", { type: "button", onclick: () => { app.image = null; app.render(); } },
                "back to scenes");
            this.element = h("div.image-choice", h("label.chip", this.file, "Choose an image"),
                h("span.quiet", "or drop one here (PNG)"), this.name, this.drop);
        }

        take(files) {
            if (files.length) this.app.look(files[0]);
            this.file.value = "";
        }

        update(state) {
            const model = this.app.model(state.model);
            this.element.hidden = !(model && model.sees);
            this.name.textContent = state.image ? `· ${state.image.name}` : "";
            this.drop.hidden = !state.image || !this.app.scenes;
        }
    }

    class Compose {
        constructor(app) {
            this.app = app;
            this.image = new ImageChoice(app);
            this.input = h("input.sentence", {
                type: "text", "data-main-field": true, "aria-label": "command or question",
                autocomplete: "off", spellcheck: "false",
                placeholder: "Type a command or a question",
            });
            this.modelBox = h("div.compose-model");
            this.examples = h("div.examples");
            const submit = (event) => {
                event.preventDefault();
                this.app.go({ q: this.input.value.trim() });
            };
            this.element = h("form.compose.card", { onsubmit: submit },
                h("div.compose-line", this.modelBox, this.input,
                    h("button.primary", { type: "submit" }, "Ask")),
                this.examples, this.image.element);
            const over = (event) => { if (!this.image.element.hidden) event.preventDefault(); };
            this.element.addEventListener("dragover", over);
            this.element.addEventListener("drop", (event) => {
                over(event);
                if (!this.image.element.hidden) this.image.take(event.dataTransfer.files);
            });
        }

        update(state) {
            if (document.activeElement !== this.input || !this.input.value) this.input.value = state.q;
            else if (this.asked !== state.q) this.input.value = state.q;
            this.asked = state.q;
            this.image.update(state);
            const choose = (name) => this.app.go({ model: name, q: "" });
            this.modelBox.replaceChildren(modelSelect(this.app, "model", state.model, choose));
            const some = this.app.examples(state.model).filter((e) => e.q.length <= MOST).slice(0, 4);
            const chips = some.map((example) =>
                h("button.chip", { type: "button", onclick: () => this.app.go(example) }, example.q));
            this.examples.replaceChildren(...(chips.length ? [h("span.quiet", "Try"), ...chips] : []));
        }
    }

    /* Pictures of the scenes around the one that is shown. */
    class SceneStrip {
        constructor(app) {
            this.app = app;
            this.row = h("div.strip-row", { role: "listbox", "aria-label": "scenes" });
            const button = (name, label, to) => h(`button.icon.${name}`, {
                type: "button", "aria-label": label, title: label, onclick: () => this.app.go({ scene: to() }),
            });
            const n = () => this.app.scenes, now = () => this.app.state.scene;
            this.label = h("span.quiet.strip-label");
            this.element = h("div.strip", h("div.strip-head", this.label,
                button("back", "previous scene", () => (now() + n() - 1) % n()),
                button("shuffle", "any other scene", () => Math.floor(Math.random() * n())),
                button("forward", "next scene", () => (now() + 1) % n())), this.row);
        }

        update(state) {
            const n = this.app.scenes, shown = Math.min(n, 5);
            const first = Math.max(0, Math.min(n - shown, state.scene - 2));
            this.label.textContent = `Scene ${state.scene} · ${n === 1 ? "1 scene" : `${count(n)} scenes`}`;
            const all = Array.from({ length: shown }, (_, i) => this.thumbnail(first + i, state.scene));
            this.row.replaceChildren(...all);
        }

        thumbnail(index, current) {
            const button = h("button.thumbnail", {
                type: "button", role: "option", "aria-selected": String(index === current),
                "aria-label": `scene ${index}`,
                onclick: () => this.app.go({ scene: index }),
            });
            this.app.scene(index).then((scene) => {
                button.title = scene.objects.map((o) => o.text).join(", ");
                const svg = picture(scene.picture);
                if (!svg) return;
                for (const name of ["width", "height"]) svg.removeAttribute(name);
                svg.setAttribute("aria-hidden", "true");
                button.replaceChildren(svg);
            }).catch(() => {});
            return button;
        }
    }

    Object.assign(g2l2, { Compose, SceneStrip, modelSelect, modelTitle });
})(window.g2l2);

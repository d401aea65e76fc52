/* row - the scenes of a lesson, side by side: that which is chosen is asked about, and new lines are
 * about it. Their pictures are the server's, once it has learned. */
"use strict";
(function (g2l2) {
    const { h, api, picture } = g2l2;
    const SHOWN = 6; /* at once */

    class SceneRow {
        constructor(onchoose) {
            this.onchoose = onchoose;
            this.pictures = new Map(); /* by what they show */
            this.row = h("div.scene-row", { role: "group", "aria-label": "scenes" });
            const move = (name, label, by) => h(`button.icon.${name}`, {
                type: "button", "aria-label": label, title: label,
                onclick: () => this.onchoose((this.at + by + this.scenes.length) % this.scenes.length),
            });
            this.label = h("span.quiet.strip-label");
            this.element = h("div.scenes", h("div.strip-head", this.label, move("back", "previous scene", -1),
                move("forward", "next scene", 1)), this.row);
        }

        show(scenes, at) {
            Object.assign(this, { scenes, at });
            this.element.hidden = !scenes;
            if (!scenes) return;
            const shown = Math.min(scenes.length, SHOWN), first = Math.max(0, Math.min(scenes.length - shown, at - (SHOWN >> 1)));
            this.label.textContent = `Scene ${at + 1} of ${scenes.length}. Sentences are questions about it, and results their answers.`;
            this.buttons = scenes.slice(first, first + shown).map((scene, i) => this.thumbnail(scene, first + i));
            this.row.replaceChildren(...this.buttons.map((b) => b.element));
        }

        thumbnail(scene, index) {
            const what = scene.objects.map((o) => Object.values(o).filter((v) => typeof v === "string").join(" ")).join(", ");
            const element = h("button.thumbnail", {
                type: "button", "aria-pressed": String(index === this.at), "aria-label": `scene ${index + 1}: ${what}`, title: what,
                onclick: () => this.onchoose(index),
            }, String(index + 1));
            const key = JSON.stringify(scene.objects), button = { element, index, key };
            this.fill(button);
            return button;
        }

        fill({ element, key }) {
            const svg = picture(this.pictures.get(key));
            if (!svg) return;
            for (const name of ["width", "height"]) svg.removeAttribute(name);
            svg.setAttribute("aria-hidden", "true");
            element.replaceChildren(svg);
        }

        /* The pictures of what is shown, from a model that was taught with these scenes. */
        async load(model) {
            for (const button of this.buttons || []) {
                if (this.pictures.has(button.key)) continue;
                try {
                    this.pictures.set(button.key, (await api.scene(model, button.index)).picture);
                    this.fill(button);
                } catch { return; /* something newer is on its way */ }
            }
        }

        get picture() { return this.scenes ? this.pictures.get(JSON.stringify(this.scenes[this.at].objects)) || null : null; }
    }

    g2l2.SceneRow = SceneRow;
})(window.g2l2);

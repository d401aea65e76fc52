/* replay - the execution of a derivation, step by step: a list of the steps, and buttons to go
 * through them. Keys within it: left and right go a step, Space plays, Home and End. */
"use strict";
(function (g2l2) {
    const { h, valueLine, meant, still } = g2l2;
    const PACE = 1100; /* ms a step */

    class Replay {
        /* `onstep(index)`: the step that is shown now. */
        constructor(trace, derivation, links, onstep) {
            this.trace = trace;
            this.steps = derivation.steps;
            this.links = links;
            this.onstep = onstep;
            this.timer = null;
            this.index = this.steps.length - 1;
            const names = trace.scene ? trace.scene.objects : null;
            const to = (index) => () => { this.stop(); this.go(index()); };
            this.rows = this.steps.map((step, i) => h("li",
                h("button.step", { type: "button", "data-step": i, onclick: to(() => i) },
                    h("span.step-number", step.number === null ? "" : String(step.number)),
                    this.call(step), h("span.step-value", trace.status === "no scene"
                        ? h("span.quiet", "needs a scene") : valueLine(step.value, names)))));
            this.list = h("ol.steps", { "aria-label": "steps of the execution" }, this.rows);
            const button = (name, label, run) => h(`button.icon.${name}`,
                { type: "button", "aria-label": label, title: label, onclick: run });
            this.playing = button("play", "play (Space)", () => this.toggle());
            this.count = h("span.replay-count", { "aria-live": "polite" });
            this.track = h("span.replay-track", { "aria-hidden": "true" }, h("i"));
            this.controls = h("div.replay-controls", { role: "group", "aria-label": "replay" },
                button("first", "first step (Home)", to(() => 0)),
                button("back", "step back (←)", to(() => this.index - 1)),
                this.playing,
                button("forward", "next step (→)", to(() => this.index + 1)),
                this.track, this.count);
            for (const el of [this.controls, this.list]) el.addEventListener("keydown", (e) => this.key(e));
            links.watch(this.list);
        }

        /* #3 in a call is the value of step 3. */
        call(step) {
            const code = g2l2.code(step.call);
            for (const ref of code.querySelectorAll(".ref"))
                ref.title = `what step ${ref.textContent.slice(1)} found`;
            return h("span.step-call", code);
        }

        /* The objects that a step starts from: those of the steps it uses; of a relation, the
         * ones that it relates to. */
        made(index) {
            const step = this.steps[index];
            const used = step.uses.map((n) => this.steps.find((other) => other.number === n))
                .map((other) => other && meant(other.value)).filter(Boolean);
            if (!used.length) return { from: null, relation: null };
            const from = step.relation ? used[used.length - 1]
                : Array.from({ length: Math.max(...used.map((o) => o.length)) }, (_, i) => Math.max(...used.map((o) => o[i] || 0)));
            return { from, relation: step.relation };
        }

        go(index) {
            if (!this.steps.length) return;
            this.index = Math.max(0, Math.min(this.steps.length - 1, index));
            this.rows.forEach((row, i) => {
                row.classList.toggle("later", i > this.index);
                row.firstChild.toggleAttribute("aria-current", i === this.index);
                if (i === this.index) row.firstChild.setAttribute("aria-current", "step");
            });
            this.keepInView(this.rows[this.index]);
            this.count.textContent = `step ${this.index + 1} of ${this.steps.length}`;
            this.track.firstChild.style.width = `${(this.index + 1) / this.steps.length * 100}%`;
            this.links.at(this.index);
            this.onstep(this.index);
        }

        /* Within the list, which scrolls by itself; the page stays where it is. */
        keepInView(row) {
            const { list } = this, top = row.offsetTop - list.offsetTop, bottom = top + row.offsetHeight;
            if (top < list.scrollTop) list.scrollTop = top;
            else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
        }

        toggle() {
            if (this.timer) return this.stop();
            if (this.index >= this.steps.length - 1) this.go(0);
            this.timer = setInterval(() => {
                this.go(this.index + 1);
                if (this.index >= this.steps.length - 1) this.stop();
            }, still() ? PACE * 1.5 : PACE);
            this.playing.classList.add("on");
            this.playing.setAttribute("aria-label", "pause (Space)");
        }

        stop() {
            clearInterval(this.timer);
            this.timer = null;
            this.playing.classList.remove("on");
            this.playing.setAttribute("aria-label", "play (Space)");
        }

        key(event) {
            if (event.ctrlKey || event.altKey || event.metaKey) return;
            const last = this.steps.length - 1;
            const to = { ArrowLeft: this.index - 1, ArrowRight: this.index + 1, Home: 0, End: last }[event.key];
            if (to !== undefined) { this.stop(); this.go(to); }
            else if (event.key === " ") this.toggle();
            else return;
            event.preventDefault();
        }
    }

    g2l2.Replay = Replay;
})(window.g2l2);

/* dom - elements made by code, never from strings of HTML: whatever a server or a trace says
 * is text. Everything of the page lives in one object, g2l2. */
"use strict";
window.g2l2 = window.g2l2 || {};

(function (g2l2) {
    const SVG = "http://www.w3.org/2000/svg";

    function set(el, name, value) {
        if (value === null || value === undefined || value === false) return;
        if (name.startsWith("on")) el.addEventListener(name.slice(2), value);
        else if (name === "style") Object.entries(value).forEach(([k, v]) => el.style.setProperty(k, v));
        else if (name === "value" || name === "checked" || name === "disabled") el[name] = value;
        else el.setAttribute(name, value === true ? "" : value);
    }

    function build(el, attributes, children) {
        Object.entries(attributes || {}).forEach(([name, value]) => set(el, name, value));
        el.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
        return el;
    }

    /* h("button.chip.on", {onclick: f, "data-word": 3}, "text", [element, ...]) */
    function h(what, attributes, ...children) {
        const [tag, ...classes] = what.split(".");
        const el = document.createElement(tag || "div");
        if (classes.length) el.className = classes.join(" ");
        return build(el, attributes, children);
    }

    function s(tag, attributes, ...children) {
        return build(document.createElementNS(SVG, tag), attributes, children);
    }

    /* A picture that came as text: parsed as SVG, without anything that could run or reach out. */
    function picture(text) {
        const root = new DOMParser().parseFromString(text || "", "image/svg+xml").documentElement;
        if (root.localName !== "svg" || root.getElementsByTagName("parsererror").length) return null;
        const banned = new Set(["script", "foreignobject", "iframe", "image", "use", "a", "animate", "set"]);
        for (const el of [root, ...root.querySelectorAll("*")]) {
            if (banned.has(el.localName.toLowerCase())) { el.remove(); continue; }
            for (const { name, value } of [...el.attributes])
                if (/^on/i.test(name) || /href$/i.test(name) || /url\s*\(\s*["']?\s*[^#"'\s]/i.test(value))
                    el.removeAttribute(name);
        }
        return document.importNode(root, true);
    }

    const percent = (share) => share >= 0.9995 ? "100%" : share < 0.0005 ? "0%" : (share * 100).toFixed(share >= 0.1 ? 0 : 1) + "%";

    /* A share as a bar. */
    function bar(share, label) {
        return h("span.bar", { role: "img", "aria-label": `${label || "share"} ${percent(share)}` },
            h("span.bar-fill", { style: { width: `${Math.max(0, Math.min(1, share)) * 100}%` } }));
    }

    const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

    /* What this browser remembers; nothing, where storage is switched off. */
    function kept(key, value) {
        try {
            if (value === undefined) return localStorage.getItem(key);
            localStorage.setItem(key, value);
        } catch { /* it is */ }
        return null;
    }

    Object.assign(g2l2, { h, s, picture, bar, percent, still, kept });
})(window.g2l2);

/* dom - elements made by code, never from strings of HTML: whatever a server or a trace says
 * is text. Everything of the page lives in one object, g2l2. */
"use strict";
window.g2l2 = window.g2l2 || {};

(function (g2l2) {
    const SVG = "http://www.w3.org/2000/svg";
    const BANNED = new Set(["script", "foreignobject", "iframe", "use", "a", "animate", "set"]);
    const INSIDE = /^data:image\/png;base64,[A-Za-z0-9+/=]*$/; /* an image that is part of the text */
    const ELSEWHERE = /url\s*\(\s*["']?\s*[^#"'\s]/i; /* url(#here) is fine */

    function set(el, name, value) {
        if (value === null || value === undefined || value === false) return;
        if (name.startsWith("on")) el.addEventListener(name.slice(2), value);
        else if (name === "style") Object.entries(value).forEach(([k, v]) => el.style.setProperty(k, v));
        else if (name === "value" || name === "checked" || name === "disabled") el[name] = value;
        else el.setAttribute(name, value === true ? "" : value);
    }

    function build(el, attributes, children) {
        Object.entries(attributes || {}).forEach(([name, value]) => set(el, name, value));
        const there = (child) => child !== null && child !== undefined && child !== false;
        el.append(...children.flat(3).filter(there));
        return el;
    }

    /* h("button.chip.on", {onclick: f, "data-word": 3}, "text", [element, ...]); attributes may be
     * left out. */
    function h(what, ...rest) {
        const [tag, ...classes] = what.split(".");
        const el = document.createElement(tag || "div");
        if (classes.length) el.className = classes.join(" ");
        const plain = rest.length && rest[0] && Object.getPrototypeOf(rest[0]) === Object.prototype;
        return build(el, plain ? rest[0] : {}, plain ? rest.slice(1) : rest);
    }

    function s(tag, attributes, ...children) {
        return build(document.createElementNS(SVG, tag), attributes, children);
    }

    /* A picture that came as text: parsed as SVG, without anything that could run or reach out. */
    function picture(text) {
        const root = new DOMParser().parseFromString(text || "", "image/svg+xml").documentElement;
        if (root.localName !== "svg" || root.getElementsByTagName("parsererror").length) return null;
        for (const el of [root, ...root.querySelectorAll("*")]) {
            if (BANNED.has(el.localName.toLowerCase())) { el.remove(); continue; }
            const photo = el.localName === "image" && INSIDE.test(el.getAttribute("href"));
            for (const { name, value } of [...el.attributes])
                if (/^on/i.test(name) || (/href$/i.test(name) && !(photo && name === "href")) || ELSEWHERE.test(value))
                    el.removeAttribute(name);
        }
        return document.importNode(root, true);
    }

    function percent(share) {
        if (share >= 0.9995) return "100%";
        return share < 0.0005 ? "0%" : `${(share * 100).toFixed(share >= 0.1 && share < 0.995 ? 0 : 1)}%`;
    }
    const count = (n) => n.toLocaleString("en");

    /* A share as a bar. */
    function bar(share, label) {
        return h("span.bar", { role: "img", "aria-label": `${label || "share"} ${percent(share)}` },
            h("span.bar-fill", { style: { width: `${Math.max(0, Math.min(1, share)) * 100}%` } }));
    }

    /* A table in a box that scrolls. `rows` are elements. */
    function table(heads, rows) {
        const head = h("thead", h("tr", heads.map((text) => h("th", { scope: "col" }, text))));
        return h("div.scroll", { tabindex: 0 }, h("table", head, h("tbody", rows)));
    }

    const failure = (error) => h("p.failure", { role: "alert" }, error.message);

    const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

    /* What this browser remembers; nothing, where storage is switched off. */
    function kept(key, value) {
        try {
            if (value === undefined) return localStorage.getItem(key);
            localStorage.setItem(key, value);
        } catch { /* it is */ }
        return null;
    }

    function forget(key) {
        try { localStorage.removeItem(key); } catch { /* as above */ }
    }

    /* A file for whoever looks at the page. */
    function save(name, blob) {
        const link = h("a", { href: URL.createObjectURL(blob), download: name });
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    }

    Object.assign(g2l2, { h, s, save, picture, bar, percent, count, table, failure, still, kept, forget });
})(window.g2l2);

/* page - the page of `g2l2 explain --format html`: the trace is in the page as JSON, the picture
 * of the scene as SVG. What can be read without scripts is replaced by what can be explored. */
"use strict";
(function (g2l2) {
    const data = document.getElementById("trace");
    const still = document.getElementById("still");
    if (!data || !still) return;
    const trace = JSON.parse(data.textContent);
    const picture = still.querySelector(".scene-picture svg");
    const viewer = new g2l2.Viewer(trace,
        { picture: picture ? new XMLSerializer().serializeToString(picture) : null });
    still.replaceWith(viewer.element);
    if (trace.chart.items.length)
        viewer.element.append(g2l2.h("details.card",
                g2l2.h("summary", "The chart: everything that competes"), new g2l2.Chart(trace).element));
    if (viewer.d) viewer.rest();
    document.addEventListener("keydown", (event) => {
        if (!event.ctrlKey && !event.metaKey && !event.altKey && viewer.key(event)) event.preventDefault();
    });
})(window.g2l2);

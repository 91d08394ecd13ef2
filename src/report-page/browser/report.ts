import type { PageHead } from "../page-data.js";
import { about } from "./about.js";
import { readHead } from "./data.js";
import { element, svgElement } from "./dom.js";
import { overview } from "./overview.js";
import { Router, type View } from "./route.js";
import { TimeMapList } from "./timemap-list.js";
import { makeTooltip } from "./tooltip.js";

/** The patterns that off-topic areas are filled with besides their colour. */
export function hatches(): SVGSVGElement {
  const hatch = (id: string, className: string, width: number): SVGPatternElement =>
    svgElement(
      "pattern",
      { id, patternUnits: "userSpaceOnUse", width, height: width, patternTransform: "rotate(45)" },
      svgElement("path", { class: className, d: `M0 0V${width}` }),
    );
  return svgElement(
    "svg",
    { width: 0, height: 0, class: "defs", "aria-hidden": "true" },
    svgElement(
      "defs",
      {},
      hatch("hatch", "hatch-line", 7),
      hatch("bar-hatch", "bar-hatch-line", 5),
    ),
  );
}

/** Puts the report on the page. */
export function startReport(): void {
  const main = document.getElementById("report");
  if (main === null) return;
  const head = readHead();
  const router = new Router(({ view, choice }) => {
    show(view);
    if (view === "seeds") list.apply(choice);
  });
  const list = new TimeMapList(head, makeTooltip(head.measures), (choice) =>
    router.note("seeds", choice),
  );
  const views: Readonly<Record<View, HTMLElement>> = {
    overview: overview(head, {
      pattern: (pattern) => router.go("seeds", { pattern }),
      kind: (kind) => router.go("seeds", { kind }),
    }),
    seeds: list.section,
    review: element("section"),
  };
  const titles: Readonly<Record<View, string>> = {
    overview: "Overview",
    seeds: "Seeds",
    review: "Review",
  };
  const shown: readonly View[] = ["overview", "seeds"];
  const links = shown.map((view) => element("a", { href: `#${view}` }, titles[view]));
  const show = (view: View): void => {
    for (const [at, each] of shown.entries()) {
      views[each].classList.toggle("view-off", each !== view);
      if (each === view) links[at]!.setAttribute("aria-current", "page");
      else links[at]!.removeAttribute("aria-current");
    }
    if (view === "seeds") list.redraw();
  };
  main.replaceChildren(
    hatches(),
    element("header", {}, element("h1", {}, "Off-topic mementos"), about(head)),
    element("nav", { class: "views", "aria-label": "Parts of the report" }, ...links),
    ...shown.map((view) => views[view]),
    footer(head),
  );
  router.start();
  let width = window.innerWidth;
  window.addEventListener("resize", () => {
    if (window.innerWidth === width) return;
    width = window.innerWidth;
    requestAnimationFrame(() => list.redraw());
  });
}

function footer({ file, hasText, hasEvidence }: PageHead): HTMLElement {
  // A report written straight from a run has all that there was.
  const isComplete = file === undefined;
  const remarks = [
    "✕ and hatching: off-topic. ● on-topic. □ no verdict or no score. ▾ the memento that others are compared with. A ring: a curator's own verdict.",
    ...(isComplete || hasText
      ? []
      : [
          "No texts: results files have none. Run detect_off_topic with -ot html -o report.html for the passages in which the text of each memento differs.",
        ]),
    ...(isComplete || hasEvidence ? [] : ["Evidence is only in reports of runs with --explain."]),
  ];
  return element("footer", {}, ...remarks.map((remark) => element("p", {}, remark)));
}

import type { PageHead } from "../page-data.js";
import { about } from "./about.js";
import { readHead } from "./data.js";
import { element, svgElement } from "./dom.js";
import { overview } from "./overview.js";
import type { ReviewServer } from "./review/review-model.js";
import { ReviewView } from "./review/review-view.js";
import { Router, type View, VIEWS } from "./route.js";
import { TimeMapList } from "./timemap-list.js";
import { makeTooltip } from "./tooltip.js";
import { grouped } from "./words.js";

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

/** Puts the report on the page; `server` is what keeps decisions, where the page is served. */
export function startReport(server?: ReviewServer): void {
  const main = document.getElementById("report");
  if (main === null) return;
  const head = readHead();
  const router = new Router(({ view, choice }) => {
    show(view);
    if (view === "seeds") list.apply(choice);
    if (view === "review") review.apply(choice);
  });
  const list = new TimeMapList(head, makeTooltip(head.measures), (choice) =>
    router.note("seeds", choice),
  );
  const links: Readonly<Record<View, HTMLAnchorElement>> = {
    overview: element("a", { href: "#overview" }, "Overview"),
    seeds: element("a", { href: "#seeds" }, "Seeds"),
    review: element("a", { href: "#review" }, "Review"),
  };
  const review = new ReviewView(
    head,
    {
      noted: (choice, isStep) =>
        isStep ? router.go("review", choice) : router.note("review", choice),
      counted: (decided, all) => {
        links.review.textContent = `Review (${grouped(decided)} of ${grouped(all)})`;
      },
    },
    server,
  );
  const views: Readonly<Record<View, HTMLElement>> = {
    overview: overview(head, {
      pattern: (pattern) => router.go("seeds", { pattern }),
      kind: (kind) => router.go("seeds", { kind }),
    }),
    seeds: list.section,
    review: review.section,
  };
  const show = (view: View): void => {
    for (const each of VIEWS) {
      views[each].classList.toggle("view-off", each !== view);
      if (each === view) links[each].setAttribute("aria-current", "page");
      else links[each].removeAttribute("aria-current");
    }
    if (view === "seeds") list.redraw();
  };
  main.replaceChildren(
    hatches(),
    element("header", {}, element("h1", {}, "Off-topic mementos"), about(head)),
    element(
      "nav",
      { class: "views", "aria-label": "Parts of the report" },
      ...Object.values(links),
    ),
    ...Object.values(views),
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

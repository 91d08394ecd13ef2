import type { PageHead } from "../page-data.js";
import { readHead } from "./data.js";
import { element, svgElement } from "./dom.js";
import { overview } from "./overview.js";
import { TimeMapList } from "./timemap-list.js";
import { makeTooltip } from "./tooltip.js";
import { visible } from "./words.js";

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
function start(main: HTMLElement): void {
  const head = readHead();
  const list = new TimeMapList(head, makeTooltip(head.measures));
  main.replaceChildren(
    hatches(),
    element("header", {}, element("h1", {}, "Off-topic mementos"), about(head)),
    overview(head, (pattern) => list.showPattern(pattern)),
    list.section,
    footer(head),
  );
  let width = window.innerWidth;
  window.addEventListener("resize", () => {
    if (window.innerWidth === width) return;
    width = window.innerWidth;
    requestAnimationFrame(() => list.redraw());
  });
}

function about({ file, tool, combine, topic }: PageHead): HTMLElement {
  const parts = [
    `Found by ${tool}`,
    ...(file === undefined ? [] : [`from ${visible(file)}`]),
    ...(combine === undefined ? [] : [rule(combine)]),
    ...(topic === undefined ? [] : ["the collection's topic has one vote"]),
  ];
  return element("p", { class: "about" }, `${parts.join("; ")}.`);
}

function rule(combine: string): string {
  if (combine === "any") return "off-topic when any measure says so";
  if (combine === "all") return "off-topic when all measures say so";
  if (combine === "majority") return "off-topic when most measures say so";
  if (combine === "learned") return "off-topic by a learned combination of measures";
  return `off-topic when ${visible(combine)} measures say so`;
}

function footer({ file, hasText, hasEvidence }: PageHead): HTMLElement {
  // A report written straight from a run has all that there was.
  const isComplete = file === undefined;
  const remarks = [
    "✕ and hatching: off-topic. ● on-topic. □ no verdict or no score. ▾ the memento that others are compared with.",
    ...(isComplete || hasText
      ? []
      : [
          "No texts: results files have none. Run detect_off_topic with -ot html -o report.html for the text of each memento beside that of the first.",
        ]),
    ...(isComplete || hasEvidence ? [] : ["Evidence is only in reports of runs with --explain."]),
  ];
  return element("footer", {}, ...remarks.map((remark) => element("p", {}, remark)));
}

const main = document.getElementById("report");
if (main !== null) start(main);

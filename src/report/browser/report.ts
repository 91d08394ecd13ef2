import type { PageHead } from "../page-data.js";
import { readHead } from "./data.js";
import { element, folded, svgElement } from "./dom.js";
import { overview } from "./overview.js";
import { type DecisionServer, ReviewModel } from "./review/review-model.js";
import { ReviewView } from "./review/review-view.js";
import { SheetView } from "./review/sheet-view.js";
import { TimeMapList } from "./timemap-list.js";
import { makeTooltip } from "./tooltip.js";
import { counted, givenFiles, grouped, visible } from "./words.js";

/** Returns the patterns that fill off-topic areas in addition to their colour. */
function hatches(): SVGSVGElement {
  const hatch = (id: string, className: string, width: number): SVGPatternElement =>
    svgElement(
      "pattern",
      { id, patternUnits: "userSpaceOnUse", width, height: width, patternTransform: "rotate(45)" },
      svgElement("path", { class: className, d: `M0 0V${width}` }),
    );
  return svgElement(
    "svg.defs",
    { width: 0, height: 0, "aria-hidden": "true" },
    svgElement("defs", hatch("hatch", "hatch-line", 7), hatch("bar-hatch", "bar-hatch-line", 5)),
  );
}

/** If the page is served, `server` stores the decisions. */
export function startReport(server?: DecisionServer): void {
  const main = document.getElementById("report");
  if (main === null) return;
  const head = readHead();
  // The view follows the fragment of the URI. This makes the back button work, and a link to a view can be shared.
  const showRoute = (): void => {
    const { view, choice } = parseRoute(
      window.location.hash,
      server === undefined ? "overview" : "review",
    );
    show(view);
    if (view === "seeds") list.apply(choice);
    if (view === "review") review.apply(choice);
    if (view === "sheet") sheet.apply();
  };
  const go = (view: ReportView, choice: RouteChoice): void => {
    const fragment = formatRoute(view, choice);
    // `pushState` causes no event, unlike a new hash. The view therefore changes at once, before the next key is
    // pressed.
    if (fragment !== window.location.hash) window.history.pushState(null, "", fragment);
    showRoute();
  };
  /** Records the current view in the URI without adding a step for the back button. */
  const note = (view: ReportView, choice: RouteChoice): void =>
    window.history.replaceState(null, "", formatRoute(view, choice));
  const links: Readonly<Record<Exclude<ReportView, "sheet">, HTMLAnchorElement>> = {
    overview: element("a", { href: "#overview" }, "Overview"),
    seeds: element("a", { href: "#seeds" }, "Seeds"),
    review: element("a", { href: "#review" }, "Review"),
  };
  const model = new ReviewModel(head, server);
  const list = new TimeMapList(head, model, makeTooltip(head.measures), (choice) =>
    note("seeds", choice),
  );
  const review = new ReviewView(
    head,
    model,
    (choice, isStep) => (isStep ? go("review", choice) : note("review", choice)),
    server,
  );
  const sheet = new SheetView(head, model, ({ id }) => go("review", { case: id }));
  const ways = {
    pattern: (pattern: string) => go("seeds", { pattern }),
    kind: (kind: string) => go("seeds", { kind }),
    review: (id = "") => go("review", { case: id }),
  };
  const summary = overview(head, model, ways, about(head), server);
  const tellCounts = (): void => {
    const { case: cases, check } = model.counts().lists;
    const isCase = cases.decided < cases.all || check.decided === check.all;
    const { decided, all } = isCase ? cases : check;
    links.review.textContent = `Review (${grouped(decided)} of ${grouped(all)}${isCase ? "" : " checks"})`;
  };
  tellCounts();
  model.listen(tellCounts);
  const views: Readonly<Record<ReportView, HTMLElement>> = {
    overview: summary,
    seeds: list.section,
    review: review.section,
    sheet: sheet.section,
  };
  const show = (view: ReportView): void => {
    for (const each of VIEWS) views[each].classList.toggle("view-off", each !== view);
    // The contact sheet is a part of the review.
    const part = view === "sheet" ? "review" : view;
    for (const [name, link] of Object.entries(links)) {
      if (name === part) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    // The review and the contact sheet use the whole width of the window.
    main.classList.toggle("wide", view === "review" || view === "sheet");
    if (view === "seeds") list.redraw();
  };
  main.replaceChildren(
    hatches(),
    element(
      "header.top",
      element("h1", "Off-topic captures"),
      element("nav.views", { "aria-label": "Parts of the report" }, ...Object.values(links)),
    ),
    ...Object.values(views),
    footer(head),
  );
  showRoute();
  window.addEventListener("hashchange", showRoute);
  let width = window.innerWidth;
  window.addEventListener("resize", () => {
    if (window.innerWidth === width) return;
    width = window.innerWidth;
    requestAnimationFrame(() => list.redraw());
  });
}

function footer(head: PageHead): HTMLElement {
  const { file, hasText, hasEvidence } = head;
  // A report that a run wrote directly has all data of the run.
  const isComplete = file === undefined;
  const { timeMaps, overridden } = head;
  const remarks = [
    [
      ...(timeMaps.some(({ offTopic }) => offTopic > 0) ? ["✕ and hatching: off-topic."] : []),
      ...(timeMaps.some(({ onTopic }) => onTopic > 0) ? ["● on-topic."] : []),
      ...(timeMaps.some(({ undecided }) => undecided > 0) ? ["□ no verdict or no score."] : []),
      "▾ the capture that others are compared with.",
      ...(overridden > 0 ? ["A ring: a curator's own verdict."] : []),
    ].join(" "),
    ...(isComplete || hasText
      ? []
      : [
          "No texts: results files have none. Run detect_off_topic with -ot html -o report.html for the passages in which the text of each capture differs.",
        ]),
    ...(isComplete || hasEvidence ? [] : ["Evidence is only in reports of runs with --explain."]),
  ];
  return element("footer", ...remarks.map((remark) => element("p", remark)));
}

/** Further files are only counted. */
const MOST_FILES = 3;

function about(head: PageHead): HTMLElement {
  const { file, tool, combine, topic, settings = [] } = head;
  const parts = [
    whatItIsOf(head),
    `found by ${tool}`,
    ...(file === undefined ? [] : [`from ${visible(file)}`]),
    ...(combine === undefined ? [] : [rule(combine)]),
    ...(topic === undefined ? [] : ["the collection's topic has one vote"]),
  ];
  const line = element("p.about", `${parts.join("; ")}.`);
  if (settings.length === 0 && head.files.length <= MOST_FILES) return line;
  const facts: (readonly [string, string])[] = [...settings];
  if (head.files.length > MOST_FILES) facts.push(["files", head.files.map(visible).join(", ")]);
  return element(
    "div",
    line,
    folded(
      "settings",
      "Settings",
      element(
        "dl.facts",
        ...facts.flatMap(([name, value]) => [
          element("dt", visible(name)),
          element("dd", visible(value)),
        ]),
      ),
    ),
  );
}

/**
 * Returns a line such as `21 seeds, 2009-03-01 to 2024-11-05, of a.warc.gz and 2 more files`. A WACZ counts as one
 * file.
 */
function whatItIsOf({ timeMaps, files: places }: PageHead): string {
  const files = givenFiles(places);
  const dates = timeMaps.flatMap(({ from, to }) =>
    from === undefined || to === undefined ? [] : [from.slice(0, 10), to.slice(0, 10)],
  );
  const sorted = dates.sort();
  const seeds = new Set(timeMaps.map(({ seed }) => seed)).size;
  const named = files.slice(0, MOST_FILES).map(visible).join(", ");
  const more = files.length - MOST_FILES;
  return [
    counted(seeds, "seed"),
    ...(sorted.length === 0 ? [] : [`${sorted[0] ?? ""} to ${sorted.at(-1) ?? ""}`]),
    ...(files.length === 0 ? [] : [`of ${named}${more > 0 ? ` and ${more} more files` : ""}`]),
  ].join(", ");
}

function rule(combine: string): string {
  if (combine === "any") return "off-topic when any measure says so";
  if (combine === "all") return "off-topic when all measures say so";
  if (combine === "majority") return "off-topic when most measures say so";
  if (combine === "learned") return "off-topic by a learned combination of measures";
  return `off-topic when ${visible(combine)} measures say so`;
}

const VIEWS = ["overview", "seeds", "review", "sheet"] as const;
type ReportView = (typeof VIEWS)[number];
type RouteChoice = Readonly<Record<string, string>>;

/** Parses a fragment such as `#seeds?pattern=step`. `usual` takes the place of an unknown view. */
function parseRoute(
  fragment: string,
  usual: ReportView,
): {
  readonly view: ReportView;
  readonly choice: ReadonlyMap<string, string>;
} {
  const [name = "", query = ""] = fragment.replace(/^#/u, "").split(/\?(.*)/su, 2);
  const view = VIEWS.find((each) => each === name) ?? usual;
  return { view, choice: new Map(new URLSearchParams(query)) };
}

function formatRoute(view: ReportView, choice: RouteChoice): string {
  const chosen = Object.entries(choice).filter(([, value]) => value !== "");
  return chosen.length === 0 ? `#${view}` : `#${view}?${new URLSearchParams(chosen).toString()}`;
}

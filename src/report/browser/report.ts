import type { PageHead } from "../page-data.js";
import { readPageHead } from "./data.js";
import { element, svgElement } from "./dom.js";
import { overview } from "./overview.js";
import type { DecisionServer } from "./review/decision-server.js";
import { ReviewModel } from "./review/review-model.js";
import { ReviewView } from "./review/review-view.js";
import { addressOf, parseRoute, type ReportView, type RouteChoice, VIEWS } from "./routes.js";
import { SeedTable } from "./seed-list.js";
import { grouped } from "./words.js";

/** If the page is served, `server` stores the decisions. */
export function startReport(server?: DecisionServer): void {
  const main = document.getElementById("report");
  if (main === null) return;
  const head = readPageHead();
  const model = new ReviewModel(head, server);
  const note = (view: ReportView, choice: RouteChoice): void =>
    window.history.replaceState(null, "", addressOf(view, choice));
  const seeds = new SeedTable(model, (choice) => note("seeds", choice));
  const review = new ReviewView(model, (choice, isStep) => {
    // Neither causes an event: what is chosen is already shown.
    if (isStep) window.history.pushState(null, "", addressOf("review", choice));
    else note("review", choice);
  });
  const views: Readonly<Record<ReportView, HTMLElement>> = {
    overview: overview(model),
    seeds: seeds.section,
    review: review.section,
  };
  const links = navigation(model);
  // The view follows the fragment of the URI. This makes the back button work, and a link to a view can be shared.
  const show = (): void => {
    const { hash } = window.location;
    const { view, choice } = parseRoute(hash, server === undefined ? "overview" : "review");
    for (const each of VIEWS) views[each].classList.toggle("view-off", each !== view);
    for (const [name, each] of links) {
      if (name === view) each.setAttribute("aria-current", "page");
      else each.removeAttribute("aria-current");
    }
    // The review uses the whole width of the window.
    main.classList.toggle("wide", view === "review");
    if (view === "seeds") seeds.apply(choice);
    if (view === "review") review.apply(choice);
  };
  main.replaceChildren(
    hatches(),
    element(
      "header.row.top",
      element("h1", "Off-topic captures"),
      element("nav.row.views", { "aria-label": "Parts of the report" }, ...links.values()),
    ),
    ...Object.values(views),
    footer(head),
  );
  show();
  window.addEventListener("hashchange", show);
  let width = window.innerWidth;
  window.addEventListener("resize", () => {
    if (window.innerWidth === width) return;
    width = window.innerWidth;
    requestAnimationFrame(() => seeds.redraw());
  });
}

/** Returns the links to the views. That of the review tells how much is decided. */
function navigation(model: ReviewModel): ReadonlyMap<ReportView, HTMLElement> {
  const review = element("a", { href: addressOf("review") });
  const tell = (): void => {
    const { case: cases, check } = model.counts().lists;
    const isCase = cases.decided < cases.all || check.decided === check.all;
    const { decided, all } = isCase ? cases : check;
    review.textContent = `Review (${grouped(decided)} of ${grouped(all)}${isCase ? "" : " checks"})`;
  };
  tell();
  model.listen(tell);
  return new Map([
    ["overview", element("a", { href: addressOf("overview") }, "Overview")],
    ["seeds", element("a", { href: addressOf("seeds") }, "Seeds")],
    ["review", review],
  ]);
}

/** Returns the pattern that fills off-topic areas in addition to their colour. */
const hatches = (): SVGSVGElement =>
  svgElement(
    "svg.defs",
    { width: 0, height: 0, "aria-hidden": "true" },
    svgElement(
      "pattern",
      {
        ...{ id: "hatch", patternUnits: "userSpaceOnUse", width: 7, height: 7 },
        patternTransform: "rotate(45)",
      },
      svgElement("path.hatch-line", { d: "M0 0V7" }),
    ),
  );

/** Explains the signs that are on the page, and what the results lack. */
function footer({ file, hasText, hasEvidence, timeMaps, overridden }: PageHead): HTMLElement {
  const some = (count: "onTopic" | "offTopic" | "undecided", text: string): string[] =>
    timeMaps.some((each) => each[count] > 0) ? [text] : [];
  const signs = [
    ...some("offTopic", "✕ and hatching: off-topic."),
    ...some("onTopic", "● on-topic."),
    ...some("undecided", "□ no verdict or no score."),
    "▾ the capture that others are compared with.",
    ...(overridden > 0 ? ["A ring: a curator's own verdict."] : []),
  ];
  // A report that a run wrote directly has all data of the run.
  const isComplete = file === undefined || (hasText && hasEvidence);
  const lacks =
    "Results files have no texts, and evidence only with --explain. Run detect_off_topic with -ot html -o report.html for both.";
  const remarks = [signs.join(" "), ...(isComplete ? [] : [lacks])];
  return element("footer", ...remarks.map((remark) => element("p", remark)));
}

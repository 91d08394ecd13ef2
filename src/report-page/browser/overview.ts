import type { PageHead, PageTimeMap, PageYear } from "../page-data.js";
import { button, element, shareBar, svgElement } from "./dom.js";
import { counted, grouped, PATTERNS, percent, thresholdTitle, visible } from "./words.js";

const HEIGHT = 150;
const TOP = 16;
const BOTTOM = 20;
const LEFT = 40;
const WIDTH = 440;

/** Mementos of each year as bars, off-topic ones hatched at the foot; and the same as a table. */
export function yearChart(years: readonly PageYear[]): HTMLElement {
  const totals = years.map(({ onTopic, offTopic, undecided }) => onTopic + offTopic + undecided);
  const most = Math.max(
    1,
    totals.reduce((a, b) => Math.max(a, b), 0),
  );
  const step = (WIDTH - LEFT) / years.length;
  const width = Math.max(Math.min(step * 0.8, 40), 1);
  const tall = (count: number): number => (count / most) * (HEIGHT - TOP - BOTTOM);
  const svg = svgElement("svg", {
    class: "years",
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    role: "img",
    "aria-label": "Mementos by year; the table below has the numbers",
  });
  const foot = HEIGHT - BOTTOM;
  svg.append(
    svgElement("path", { class: "grid", d: `M${LEFT} ${TOP}H${WIDTH}M${LEFT} ${foot}H${WIDTH}` }),
    svgElement(
      "text",
      { class: "tick", x: LEFT - 5, y: TOP + 4, "text-anchor": "end" },
      grouped(most),
    ),
    svgElement("text", { class: "tick", x: LEFT - 5, y: foot + 4, "text-anchor": "end" }, "0"),
  );
  const every = Math.ceil(34 / step);
  years.forEach(({ year, onTopic, offTopic, undecided }, at) => {
    const x = (LEFT + at * step + (step - width) / 2).toFixed(1);
    let y = foot;
    const bar = (kind: string, count: number): void => {
      if (count === 0) return;
      const height = tall(count);
      y -= height;
      const box = { x, y: y.toFixed(1), width: width.toFixed(1), height: height.toFixed(1) };
      svg.append(svgElement("rect", { class: `bar-${kind}`, ...box }));
      if (kind === "off")
        svg.append(svgElement("rect", { class: "hatch", fill: "url(#bar-hatch)", ...box }));
    };
    bar("off", offTopic);
    bar("on", onTopic);
    bar("none", undecided);
    if (at % every !== 0) return;
    const middle = (LEFT + (at + 0.5) * step).toFixed(1);
    svg.append(
      svgElement(
        "text",
        { class: "tick", x: middle, y: HEIGHT - 5, "text-anchor": "middle" },
        year,
      ),
    );
  });
  const legend = element(
    "p",
    { class: "legend" },
    ...(["off", "on", "none"] as const).map((kind) =>
      element(
        "span",
        {},
        swatch(kind),
        { off: " off-topic ", on: " on-topic ", none: " no verdict" }[kind],
      ),
    ),
  );
  return element("div", {}, svg, legend, yearTable(years));
}

function swatch(kind: "on" | "off" | "none"): SVGSVGElement {
  const box = { x: 0, y: 0, width: 12, height: 12 };
  return svgElement(
    "svg",
    { width: 12, height: 12, viewBox: "0 0 12 12", "aria-hidden": "true" },
    svgElement("rect", { class: `bar-${kind}`, ...box }),
    kind === "off"
      ? svgElement("rect", { class: "hatch", fill: "url(#bar-hatch)", ...box })
      : undefined,
  );
}

function yearTable(years: readonly PageYear[]): HTMLElement {
  const heads = ["year", "mementos", "off-topic", "share"];
  return element(
    "details",
    {},
    element("summary", {}, counted(years.length, "year") + " as a table"),
    element(
      "table",
      {},
      element(
        "thead",
        {},
        element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head))),
      ),
      element(
        "tbody",
        {},
        ...years.map(({ year, onTopic, offTopic, undecided }) =>
          element(
            "tr",
            {},
            element("th", { scope: "row" }, year),
            ...[
              grouped(onTopic + offTopic + undecided),
              grouped(offTopic),
              percent(offTopic, onTopic + offTopic),
            ].map((cell) => element("td", { class: "number" }, cell)),
          ),
        ),
      ),
    ),
  );
}
/** What each measure says; those without a threshold have no vote. */
export function measureOverview({
  measures,
  topic,
}: Pick<PageHead, "measures" | "topic">): HTMLElement {
  const rows = measures.map(
    ({ name, threshold, comparison, cut, scored, offTopic, alone, failed }) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, visible(name)),
        element(
          "td",
          { class: "number" },
          threshold === undefined
            ? (cut ?? "no vote")
            : `${comparison ?? ""} ${thresholdTitle(threshold)}`,
        ),
        element("td", { class: "number" }, grouped(offTopic)),
        element("td", {}, shareBar(offTopic, scored, "off")),
        element("td", { class: "number" }, alone === undefined ? "–" : grouped(alone)),
        element("td", { class: "number" }, grouped(failed)),
      ),
  );
  if (topic !== undefined) rows.push(topicRow(topic));
  const heads = ["off-topic when", "off-topic", "", "only this one", "no score"];
  return element(
    "div",
    { class: "scroll" },
    element(
      "table",
      {},
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          element("th", { scope: "col" }, "measure"),
          ...heads.map((head) =>
            head === "" ? element("td") : element("th", { scope: "col", class: "number" }, head),
          ),
        ),
      ),
      element("tbody", {}, ...rows),
    ),
  );
}

/** The measures against the topic of the collection have one vote together. */
function topicRow({
  scored,
  offTopic,
  alone = 0,
}: NonNullable<PageHead["topic"]>): HTMLTableRowElement {
  return element(
    "tr",
    {},
    element("th", { scope: "row" }, "the collection's topic"),
    element("td", { class: "number" }, "their one vote"),
    element("td", { class: "number" }, grouped(offTopic)),
    element("td", {}, shareBar(offTopic, scored, "off")),
    element("td", { class: "number" }, grouped(alone)),
    element("td", { class: "number" }, "–"),
  );
}
/** How many TimeMaps go which way; a press of the name lists them. */
export function patternOverview(
  timeMaps: readonly PageTimeMap[],
  showPattern: (pattern: string) => void,
): HTMLElement {
  const rows = PATTERNS.flatMap(({ pattern, title, meaning }) => {
    const count = timeMaps.filter((each) => (each.pattern ?? "none") === pattern).length;
    if (count === 0 && pattern === "none") return [];
    return [
      element(
        "tr",
        {},
        element(
          "th",
          { scope: "row" },
          button(title, () => showPattern(pattern), {
            class: "plain",
            disabled: count === 0,
            title: `List these TimeMaps: ${meaning}`,
          }),
        ),
        element("td", { class: "number" }, grouped(count)),
        element("td", {}, shareBar(count, timeMaps.length, barOf(pattern))),
        element("td", { class: "meaning" }, meaning),
      ),
    ];
  });
  return element(
    "table",
    {},
    element(
      "thead",
      { class: "unseen" },
      element(
        "tr",
        {},
        ...["pattern", "TimeMaps", "share", "meaning"].map((head) =>
          element("th", { scope: "col" }, head),
        ),
      ),
    ),
    element("tbody", {}, ...rows),
  );
}

const barOf = (pattern: (typeof PATTERNS)[number]["pattern"]): "on" | "off" | "none" =>
  pattern === "none" ? "none" : pattern === "always-on" ? "on" : "off";
/** What there is and how much of it is off-topic. */
export function overview(head: PageHead, showPattern: (pattern: string) => void): HTMLElement {
  const { timeMaps, missedTimeMaps, years, pageKinds, measures } = head;
  return element(
    "section",
    { class: "overview", "aria-labelledby": "overview-title" },
    element("h2", { id: "overview-title" }, "Overview"),
    figures(timeMaps, missedTimeMaps.length),
    element(
      "div",
      { class: "cards" },
      years.length === 0 ? undefined : card("By year", yearChart(years)),
      card("By pattern", patternOverview(timeMaps, showPattern)),
      measures.length === 0 ? undefined : card("By measure", measureOverview(head)),
      pageKinds.length === 0
        ? undefined
        : card(
            "What off-topic mementos are",
            element(
              "table",
              {},
              element(
                "tbody",
                {},
                ...pageKinds.map(({ title, count }) =>
                  element(
                    "tr",
                    {},
                    element("th", { scope: "row" }, visible(title)),
                    element("td", { class: "number" }, grouped(count)),
                  ),
                ),
              ),
            ),
          ),
    ),
    missedTimeMaps.length === 0 ? undefined : missed(head),
  );
}

function figures(timeMaps: readonly PageTimeMap[], missedTimeMaps: number): HTMLElement {
  const sum = (count: (timeMap: PageTimeMap) => number): number =>
    timeMaps.reduce((total, timeMap) => total + count(timeMap), 0);
  const offTopic = sum((each) => each.offTopic);
  const undecided = sum((each) => each.undecided);
  const judged = sum((each) => each.onTopic) + offTopic;
  const touched = timeMaps.filter((each) => each.offTopic > 0).length;
  const all: readonly (readonly [string, string, string])[] = [
    [
      grouped(judged + undecided),
      judged + undecided === 1 ? "memento" : "mementos",
      undecided === 0 ? "" : `${grouped(undecided)} without a verdict`,
    ],
    [
      grouped(timeMaps.length),
      timeMaps.length === 1 ? "TimeMap" : "TimeMaps",
      missedTimeMaps === 0 ? "" : `${grouped(missedTimeMaps)} more could not be had`,
    ],
    [
      grouped(offTopic),
      `off-topic memento${offTopic === 1 ? "" : "s"}`,
      `${percent(offTopic, judged)} of those judged`,
    ],
    [
      grouped(touched),
      `TimeMap${touched === 1 ? "" : "s"} with any`,
      `${percent(touched, timeMaps.length)} of TimeMaps`,
    ],
  ];
  return element(
    "ul",
    { class: "figures" },
    ...all.map(([number, what, more]) =>
      element(
        "li",
        {},
        element("strong", {}, number),
        element("span", {}, what),
        more === "" ? undefined : element("small", {}, more),
      ),
    ),
  );
}

const card = (title: string, ...children: readonly Node[]): HTMLElement =>
  element("section", { class: "card" }, element("h3", {}, title), ...children);

function missed({ missedTimeMaps }: PageHead): HTMLElement {
  return element(
    "details",
    {},
    element("summary", {}, `${counted(missedTimeMaps.length, "TimeMap")} could not be had`),
    element(
      "ul",
      {},
      ...missedTimeMaps.map(({ uriT, message }) =>
        element("li", {}, element("code", {}, visible(uriT)), ` ${visible(message)}`),
      ),
    ),
  );
}

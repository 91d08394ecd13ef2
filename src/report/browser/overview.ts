import type { PageHead, PageTimeMap, PageYear } from "../page-data.js";
import {
  button,
  columnHead,
  element,
  folded,
  numberCell,
  row,
  scrollable,
  type Shape,
  shareBar,
  svgElement,
  table,
  tick,
} from "./dom.js";
import {
  counted,
  grouped,
  PATTERNS,
  percent,
  thresholdTitle,
  undecidedTitles,
  UNKNOWN_KIND,
  visible,
} from "./words.js";

const HEIGHT = 150;
const TOP = 16;
const BOTTOM = 20;
const LEFT = 40;
const WIDTH = 440;

/** Returns the mementos of each year as bars, with off-topic ones hatched at the foot, and as a table. */
function yearChart(captured: readonly PageYear[]): HTMLElement {
  const years = everyYear(captured);
  const totals = years.map(({ onTopic, offTopic, undecided }) => onTopic + offTopic + undecided);
  const most = Math.max(
    1,
    totals.reduce((a, b) => Math.max(a, b), 0),
  );
  const step = (WIDTH - LEFT) / years.length;
  const width = Math.max(Math.min(step * 0.8, 40), 1);
  const tall = (count: number): number => (count / most) * (HEIGHT - TOP - BOTTOM);
  const foot = HEIGHT - BOTTOM;
  const svg = svgElement(
    "svg.years",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "img",
      "aria-label": "Mementos by year; the table below has the numbers",
    },
    svgElement("path.grid", { d: `M${LEFT} ${TOP}H${WIDTH}M${LEFT} ${foot}H${WIDTH}` }),
    tick(LEFT - 5, TOP + 4, "end", grouped(most)),
    tick(LEFT - 5, foot + 4, "end", "0"),
  );
  const every = Math.ceil(34 / step);
  years.forEach(({ year, onTopic, offTopic, undecided }, at) => {
    const x = (LEFT + at * step + (step - width) / 2).toFixed(1);
    let y = foot;
    const bar = (kind: Shape, count: number): void => {
      if (count === 0) return;
      const height = tall(count);
      y -= height;
      const box = { x, y: y.toFixed(1), width: width.toFixed(1), height: height.toFixed(1) };
      svg.append(...bars(kind, box));
    };
    bar("off", offTopic);
    bar("on", onTopic);
    bar("none", undecided);
    if (at % every !== 0) return;
    const middle = (LEFT + (at + 0.5) * step).toFixed(1);
    svg.append(tick(middle, HEIGHT - 5, "middle", year));
  });
  const legend = element(
    "p.legend",
    ...(["off", "on", "none"] as const).map((kind) =>
      element(
        "span",
        swatch(kind),
        { off: " off-topic ", on: " on-topic ", none: " neither" }[kind],
      ),
    ),
  );
  return element("div", svg, legend, yearTable(captured));
}

/** Maximum number of empty years to add between captures. In a longer gap, one of the dates is wrong. */
const LONGEST_GAP = 100;

/** Adds the years without captures, because a time axis has no gaps. */
function everyYear(captured: readonly PageYear[]): PageYear[] {
  return captured.flatMap((year, at) => {
    const before = captured[at - 1];
    const gap = before === undefined ? 0 : Number(year.year) - Number(before.year) - 1;
    const missing = gap > 0 && gap <= LONGEST_GAP ? gap : 0;
    return [
      ...Array.from({ length: missing }, (_, step) => ({
        year: String(Number(before?.year) + 1 + step).padStart(4, "0"),
        onTopic: 0,
        offTopic: 0,
        undecided: 0,
      })),
      year,
    ];
  });
}

const swatch = (kind: Shape): SVGSVGElement =>
  svgElement(
    "svg",
    { width: 12, height: 12, viewBox: "0 0 12 12", "aria-hidden": "true" },
    ...bars(kind, { x: 0, y: 0, width: 12, height: 12 }),
  );

/** Draws a bar of a verdict; off-topic ones are also hatched. */
const bars = (kind: Shape, box: Readonly<Record<string, string | number>>): SVGRectElement[] => [
  svgElement("rect", { class: `bar-${kind}`, ...box }),
  ...(kind === "off" ? [svgElement("rect.hatch", { fill: "url(#bar-hatch)", ...box })] : []),
];

function yearTable(years: readonly PageYear[]): HTMLElement {
  const heads = ["year", "captures", "off-topic", "share"].map((head) => columnHead(head));
  const rows = years.map(({ year, onTopic, offTopic, undecided }) =>
    row(
      year,
      numberCell(grouped(onTopic + offTopic + undecided)),
      numberCell(grouped(offTopic)),
      numberCell(percent(offTopic, onTopic + offTopic)),
    ),
  );
  return folded(
    undefined,
    `${counted(years.length, "year")} as a table`,
    table(undefined, heads, rows),
  );
}
/** Returns the table of measures. Those without a threshold have no vote. */
function measureOverview({ measures, topic }: Pick<PageHead, "measures" | "topic">): HTMLElement {
  const cells = (offTopic: number, scored: number, alone: number | undefined, failed: string) => [
    numberCell(grouped(offTopic)),
    element("td", shareBar(offTopic, scored, "off")),
    numberCell(alone === undefined ? "–" : grouped(alone)),
    numberCell(failed),
  ];
  const asked = measures.filter(({ scored, failed }) => scored + failed > 0);
  const rows = asked.map(({ name, threshold, comparison, cut, scored, offTopic, alone, failed }) =>
    row(
      visible(name),
      numberCell(
        threshold === undefined
          ? (cut ?? "no vote")
          : `${comparison ?? ""} ${thresholdTitle(threshold)}`,
      ),
      ...cells(offTopic, scored, alone, grouped(failed)),
    ),
  );
  if (topic !== undefined) {
    // The measures against the topic of the collection share one vote.
    const { scored, offTopic, alone = 0 } = topic;
    const vote = numberCell("their one vote");
    rows.push(row("the collection's topic", vote, ...cells(offTopic, scored, alone, "–")));
  }
  const heads = [
    columnHead("measure"),
    columnHead("off-topic when", "number"),
    columnHead("off-topic", "number"),
    element("td"),
    columnHead("only this one", "number"),
    columnHead("no score", "number"),
  ];
  return scrollable("Measures", table(undefined, heads, rows));
}
/** Returns the table of patterns with the number of TimeMaps. A click on a name lists them. */
function patternOverview(
  timeMaps: readonly PageTimeMap[],
  showPattern: (pattern: string) => void,
): HTMLElement {
  const rows = PATTERNS.flatMap(({ pattern, title, meaning }) => {
    const count = timeMaps.filter((each) => (each.pattern ?? "none") === pattern).length;
    if (count === 0 && pattern === "none") return [];
    const open = button(title, () => showPattern(pattern), {
      class: "plain link",
      disabled: count === 0,
      title: `List these seeds: ${meaning}`,
    });
    const share = element("td", shareBar(count, timeMaps.length, barOf(pattern)));
    return [row(open, numberCell(grouped(count)), share, element("td.meaning", meaning))];
  });
  const heads = ["pattern", "seeds", "share", "meaning"].map((head) => columnHead(head));
  const made = table(undefined, heads, rows);
  made.tHead?.classList.add("unseen");
  return made;
}

const barOf = (pattern: (typeof PATTERNS)[number]["pattern"]): "on" | "off" | "none" =>
  pattern === "none" ? "none" : pattern === "always-on" ? "on" : "off";
/** Returns the overview of the collection. */
export function overview(
  head: PageHead,
  show: { readonly pattern: (pattern: string) => void; readonly kind: (kind: string) => void },
): HTMLElement {
  const { timeMaps, missedTimeMaps, years, pageKinds, measures } = head;
  return element(
    "section.overview",
    { "aria-labelledby": "overview-title" },
    element("h2", { id: "overview-title" }, "Overview"),
    figures(head),
    element(
      "div.cards",
      years.length === 0 ? undefined : card("By year", yearChart(years)),
      card("By pattern", patternOverview(timeMaps, show.pattern)),
      measures.length === 0 ? undefined : card("By measure", measureOverview(head)),
      pageKinds.length === 0
        ? undefined
        : card(
            "What off-topic captures are",
            table(
              undefined,
              [],
              pageKinds.map(({ title = UNKNOWN_KIND, count }) =>
                row(
                  button(visible(title), () => show.kind(title), { class: "plain link" }),
                  numberCell(grouped(count)),
                ),
              ),
            ),
          ),
    ),
    missedTimeMaps.length === 0 ? undefined : missed(head),
  );
}

function figures({ timeMaps, missedTimeMaps: missed, overridden }: PageHead): HTMLElement {
  const missedTimeMaps = missed.length;
  const sum = (count: (timeMap: PageTimeMap) => number): number =>
    timeMaps.reduce((total, timeMap) => total + count(timeMap), 0);
  const offTopic = sum((each) => each.offTopic);
  const undecided = sum((each) => each.undecided);
  const judged = sum((each) => each.onTopic) + offTopic;
  const touched = timeMaps.filter((each) => each.offTopic > 0).length;
  const plural = (count: number): string => (count === 1 ? "" : "s");
  const mementos = judged + undecided;
  const all: readonly (readonly [string, string, string])[] = [
    [grouped(mementos), `capture${plural(mementos)}`, undecidedTitles(timeMaps).join(", ")],
    [
      grouped(timeMaps.length),
      `seed${plural(timeMaps.length)}`,
      missedTimeMaps === 0 ? "" : `${grouped(missedTimeMaps)} more failed`,
    ],
    [
      grouped(offTopic),
      `off-topic capture${plural(offTopic)}`,
      `${percent(offTopic, judged)} of those judged`,
    ],
    [
      grouped(touched),
      `seed${plural(touched)} with any`,
      `${percent(touched, timeMaps.length)} of seeds`,
    ],
    ...(overridden === 0
      ? []
      : [
          [
            grouped(overridden),
            `verdict${plural(overridden)} of a curator`,
            "in place of the computed ones",
          ] as const,
        ]),
  ];
  return element(
    "ul.figures",
    ...all.map(([number, what, more]) =>
      element(
        "li",
        element("strong", number),
        element("span", what),
        more === "" ? undefined : element("small", more),
      ),
    ),
  );
}

const card = (title: string, ...children: readonly Node[]): HTMLElement =>
  element("section.card", element("h3", title), ...children);

const missed = ({ missedTimeMaps }: PageHead): HTMLElement =>
  folded(
    undefined,
    `${counted(missedTimeMaps.length, "seed")} failed`,
    element(
      "ul",
      ...missedTimeMaps.map(({ uriT, message }) =>
        element("li", element("code", visible(uriT)), ` ${visible(message)}`),
      ),
    ),
  );

import { countText } from "../list-count.js";
import { type PageHead, type PageTimeMap, type PageYear, STRIP } from "../page-data.js";
import { readMemento } from "./data.js";
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
  uriText,
} from "./dom.js";
import { pictureOf } from "./pictures.js";
import { exported } from "./table-export.js";
import type { DecisionServer, ReviewModel } from "./review/review-model.js";
import { lookAt, nextCommand } from "./review/review-notices.js";
import {
  counted,
  grouped,
  offWhen,
  PATTERNS,
  percent,
  shortened,
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
/** Room for half of the last year's name. */
const RIGHT = 14;

/** Returns the mementos of each year as bars and as a table. The off-topic part of a bar is hatched and at the foot. */
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
      viewBox: `0 0 ${WIDTH + RIGHT} ${HEIGHT}`,
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
    ...LEGEND.filter(({ count }) => years.some((year) => year[count] > 0)).map(({ kind, title }) =>
      element("span", swatch(kind), ` ${title} `),
    ),
  );
  return element("div", svg, legend, yearTable(captured));
}

const LEGEND = [
  { kind: "off", count: "offTopic", title: "off-topic" },
  { kind: "on", count: "onTopic", title: "on-topic" },
  { kind: "none", count: "undecided", title: "neither" },
] as const;

/** Maximum number of empty years to add between captures. A longer gap means that one of the dates is wrong. */
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

/** Off-topic bars are also hatched. */
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
    exported("Captures by year", table(undefined, heads, rows)),
  );
}
function measureOverview({ measures, topic }: Pick<PageHead, "measures" | "topic">): HTMLElement {
  const cells = (offTopic: number, scored: number, alone: number | undefined, failed: string) => [
    numberCell(grouped(offTopic)),
    element("td", shareBar(offTopic, scored, "off")),
    numberCell(alone === undefined ? "–" : grouped(alone)),
    numberCell(failed),
  ];
  const rows = measures.flatMap(
    ({ name, threshold, comparison, cut, scored, offTopic, alone, failed }) => {
      const when =
        threshold === undefined ? cut : `${comparison ?? ""} ${thresholdTitle(threshold)}`;
      if (scored + failed === 0 || when === undefined) return [];
      return [
        row(visible(name), numberCell(when), ...cells(offTopic, scored, alone, grouped(failed))),
      ];
    },
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
  return scrollable("Measures", exported("Measures", table(undefined, heads, rows)));
}

/** Returns the table of patterns with the number of TimeMaps. A click on a name lists them. */
function patternOverview(
  timeMaps: readonly PageTimeMap[],
  showPattern: (pattern: string) => void,
): HTMLElement {
  const rows = PATTERNS.flatMap(({ pattern, title }) => {
    const count = timeMaps.filter((each) => (each.pattern ?? "none") === pattern).length;
    if (count === 0) return [];
    const open = button(title, () => showPattern(pattern), { class: "plain link" });
    const share = element("td", shareBar(count, timeMaps.length, barOf(pattern)));
    return [row(open, numberCell(grouped(count)), share)];
  });
  const heads = ["pattern", "seeds", "share"].map((head) => columnHead(head));
  const made = table(undefined, heads, rows);
  made.tHead?.classList.add("unseen");
  return exported("Patterns", made);
}

const barOf = (pattern: (typeof PATTERNS)[number]["pattern"]): "on" | "off" | "none" =>
  pattern === "none" ? "none" : pattern === "always-on" ? "on" : "off";

interface OverviewLinks {
  pattern(pattern: string): void;
  kind(kind: string): void;
  /** Without an identifier, opens the first case. */
  review(id?: string): void;
}

/** `about` describes the run. */
export function overview(
  head: PageHead,
  model: ReviewModel,
  show: OverviewLinks,
  about: HTMLElement,
  server?: DecisionServer,
): HTMLElement {
  const { timeMaps, missedTimeMaps, years, measures } = head;
  const toDo = element("div.to-do");
  const tell = (): void => toDo.replaceChildren(...needsDecision(head, model, show, server));
  tell();
  model.listen(tell);
  return element(
    "section.overview",
    { "aria-label": "Overview" },
    toDo,
    about,
    element(
      "div.cards",
      kindOverview(head, show),
      years.length === 0 ? undefined : card("By year", yearChart(years)),
    ),
    worstSeeds(head, model, show),
    timeMaps.length === 0
      ? undefined
      : folded(
          "more",
          "By pattern",
          patternOverview(timeMaps, (each) => show.pattern(each)),
        ),
    measures.length === 0 ? undefined : folded("more", "By measure", measureOverview(head)),
    missedTimeMaps.length === 0 ? undefined : missed(head),
  );
}

function needsDecision(
  head: PageHead,
  model: ReviewModel,
  show: OverviewLinks,
  server: DecisionServer | undefined,
): HTMLElement[] {
  const { lists, leftOut, decisions } = model.counts();
  const open = (["case", "check"] as const).find((look) => lists[look].decided < lists[look].all);
  const decided = (["case", "check"] as const)
    .filter((look) => look === "case" || lists[look].all > 0)
    .map((look) => countText(look, lists[look], grouped));
  const first = model.cases.find((each) => each.look === open && model.isOpen(each));
  const start = model.hasDecisions ? "Go on with the review" : "Start review";
  const title = open === "check" ? lookAt(open, lists[open]) : start;
  return [
    element(
      "div.verdict",
      element("h2", whatIsOpen(head, model)),
      first === undefined
        ? undefined
        : button(title, () => show.review(first.id), { class: "primary" }),
    ),
    decisions === 0
      ? undefined
      : element(
          "p.state",
          `${decided.join(", ")}; filter will leave out ${counted(leftOut, "capture")}. ${open === undefined ? "Next: " : ""}`,
          open === undefined ? element("code", nextCommand(head, server)) : undefined,
        ),
    element("p.remark", `${figures(head, decisions).join(" · ")}.`),
  ].filter((each) => each !== undefined);
}

/** Nothing is called decided while checks are open. */
function whatIsOpen({ timeMaps }: PageHead, model: ReviewModel): string {
  const { openSeeds, lists } = model.counts();
  const all = new Set(timeMaps.map(({ seed }) => seed)).size;
  const checks = lists.check.all - lists.check.decided;
  if (all === 0) return "The results have no captures";
  if (openSeeds > 0) {
    return `${grouped(openSeeds)} of ${counted(all, "seed")} ${openSeeds === 1 ? "needs" : "need"} a decision`;
  }
  const isQuiet = lists.case.all === 0 && timeMaps.every(({ offTopic }) => offTopic === 0);
  const start = isQuiet ? `No capture of ${counted(all, "seed")} is off-topic` : "No case is open";
  if (checks > 0) return `${start}; ${counted(checks, "check")} ${checks === 1 ? "is" : "are"}`;
  return lists.case.all + lists.check.all === 0 ? start : "All cases and checks are decided";
}

function figures({ timeMaps, missedTimeMaps, overridden }: PageHead, decisions: number): string[] {
  const sum = (count: (timeMap: PageTimeMap) => number): number =>
    timeMaps.reduce((total, timeMap) => total + count(timeMap), 0);
  const offTopic = sum((each) => each.offTopic);
  const judged = sum((each) => each.onTopic) + offTopic;
  return [
    counted(judged + sum((each) => each.undecided), "capture"),
    `${grouped(offTopic)} off-topic (${percent(offTopic, judged)} of those judged)`,
    ...undecidedTitles(timeMaps),
    ...(missedTimeMaps.length === 0 ? [] : [`${counted(missedTimeMaps.length, "seed")} failed`]),
    ...(decisions === 0 ? [] : [`${counted(decisions, "capture")} decided`]),
    ...(overridden === 0
      ? []
      : [`${counted(overridden, "verdict")} of a curator in place of the computed ones`]),
  ];
}

const MOST_SEEDS = 8;

/** Returns the seeds with the most off-topic captures, each with the picture of its first off-topic capture. */
function worstSeeds(
  head: PageHead,
  model: ReviewModel,
  show: OverviewLinks,
): HTMLElement | undefined {
  const { timeMaps } = head;
  const worst = [...timeMaps.keys()]
    .filter((place) => timeMaps[place]!.offTopic > 0)
    .sort((a, b) => timeMaps[b]!.offTopic - timeMaps[a]!.offTopic || a - b)
    .slice(0, MOST_SEEDS);
  if (worst.length === 0) return undefined;
  const tiles = worst.map((place) => {
    const { seed, strip, offTopic } = timeMaps[place]!;
    const at = strip.indexOf(STRIP.offTopic);
    const memento = readMemento(place, at);
    const own = model.cases.find(
      ({ timeMap, look, from, to }) =>
        timeMap === place && look === "case" && from <= at && at <= to,
    );
    const press = button("", () => show.review(own?.id), { class: "plain" });
    press.append(
      ...[
        memento && pictureOf(head, memento, ""),
        element("span.link", uriText(shortened(seed, 60))),
        element(
          "span.remark",
          `${grouped(offTopic)} of ${grouped(strip.length)} off-topic: ${visible(own?.kind ?? UNKNOWN_KIND)}, ${offWhen(timeMaps[place]!).join("")}`,
        ),
      ].filter((each) => each !== undefined),
    );
    return element("li.tile", press);
  });
  return element(
    "section",
    { "aria-label": "Worst seeds" },
    element("h3", "Worst seeds"),
    element("ul.tiles", ...tiles),
  );
}

function kindOverview({ pageKinds }: PageHead, show: OverviewLinks): HTMLElement | undefined {
  if (pageKinds.length === 0) return undefined;
  const most = Math.max(...pageKinds.map(({ count }) => count));
  const rows = pageKinds.map(({ title = UNKNOWN_KIND, count }) =>
    row(
      button(visible(title), () => show.kind(title), { class: "plain link" }),
      numberCell(grouped(count)),
      element("td", shareBar(count, most, "off")),
    ),
  );
  return card("What off-topic captures are", exported("Kinds of page", table(undefined, [], rows)));
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

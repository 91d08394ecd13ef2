import type { PageYear } from "../page-data.js";
import {
  columnHead,
  element,
  folded,
  link,
  numberCell,
  row,
  type Shape,
  svgElement,
  table,
  tick,
} from "./dom.js";
import { addressOf } from "./routes.js";
import { counted, grouped, percent } from "./words.js";

const [WIDTH, HEIGHT] = [460, 150];
/** Room for the numbers of the axis, and for half of the first and of the last year's name. */
const [LEFT, TOP, RIGHT, BOTTOM] = [40, 16, 20, 20];

/** Returns the mementos of each year as bars and as a table. The off-topic part of a bar is hatched and at the foot. */
export function yearChart(captured: readonly PageYear[]): HTMLElement {
  const years = everyYear(captured);
  const most = years.reduce((sum, year) => Math.max(sum, totalOf(year)), 1);
  const step = (WIDTH - LEFT - RIGHT) / years.length;
  const width = Math.max(Math.min(step * 0.8, 40), 1);
  const foot = HEIGHT - BOTTOM;
  const [low, high] = [foot, TOP].map((y) => `M${LEFT} ${y}H${WIDTH - RIGHT}`);
  const svg = svgElement(
    "svg.years",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "img",
      "aria-label": "Mementos by year; the table below has the numbers",
    },
    svgElement("path.grid", { d: `${high ?? ""}${low ?? ""}` }),
    tick(LEFT - 5, TOP + 4, "end", grouped(most)),
    tick(LEFT - 5, foot + 4, "end", "0"),
  );
  const every = Math.ceil(34 / step);
  for (const [at, year] of years.entries()) {
    const middle = LEFT + (at + 0.5) * step;
    let y = foot;
    for (const { kind, count } of PARTS) {
      const height = (year[count] / most) * (foot - TOP);
      y -= height;
      if (height > 0) svg.append(...bars(kind, middle - width / 2, y, width, height));
    }
    if (at % every === 0) svg.append(tick(middle.toFixed(1), HEIGHT - 5, "middle", year.year));
  }
  const parts = PARTS.filter(({ count }) => years.some((year) => year[count] > 0));
  const legend = parts.map(({ kind, title }) => element("span", swatch(kind), ` ${title} `));
  return element("div", svg, element("p.legend", ...legend), yearTable(captured));
}

const PARTS = [
  { kind: "off", count: "offTopic", title: "off-topic" },
  { kind: "on", count: "onTopic", title: "on-topic" },
  { kind: "none", count: "undecided", title: "neither" },
] as const;

const totalOf = ({ onTopic, offTopic, undecided }: PageYear): number =>
  onTopic + offTopic + undecided;

/** Maximum number of empty years to add between captures. A longer gap means that one of the dates is wrong. */
const LONGEST_GAP = 100;

/** Adds the years without captures, because a time axis has no gaps. */
function everyYear(captured: readonly PageYear[]): PageYear[] {
  return captured.flatMap((year, at) => {
    const before = Number(captured[at - 1]?.year ?? year.year);
    const gap = Number(year.year) - before - 1;
    const missing = gap > 0 && gap <= LONGEST_GAP ? gap : 0;
    const empty = Array.from({ length: missing }, (_, step) => ({
      year: String(before + 1 + step).padStart(4, "0"),
      ...{ onTopic: 0, offTopic: 0, undecided: 0 },
    }));
    return [...empty, year];
  });
}

const swatch = (kind: Shape): SVGSVGElement =>
  svgElement(
    "svg",
    { width: 12, height: 12, viewBox: "0 0 12 12", "aria-hidden": "true" },
    ...bars(kind, 0, 0, 12, 12),
  );

/** Off-topic bars are also hatched. */
function bars(
  kind: Shape,
  x: number,
  y: number,
  width: number,
  height: number,
): readonly SVGRectElement[] {
  const box = {
    ...{ x: x.toFixed(1), y: y.toFixed(1) },
    ...{ width: width.toFixed(1), height: height.toFixed(1) },
  };
  const bar = svgElement("rect", { class: `bar-${kind}`, ...box });
  if (kind !== "off") return [bar];
  return [bar, svgElement("rect.hatch", { fill: "url(#bar-hatch)", ...box })];
}

function yearTable(years: readonly PageYear[]): HTMLElement {
  const heads = ["year", "captures", "off-topic", "share"].map((head) => columnHead(head));
  const rows = years.map((each) => {
    const { year, onTopic, offTopic } = each;
    const to = (show: string): string => addressOf("seeds", { year, show });
    return row(
      year,
      numberCell(link(to(""), grouped(totalOf(each)))),
      numberCell(link(to("off-topic"), grouped(offTopic))),
      numberCell(percent(offTopic, onTopic + offTopic)),
    );
  });
  return folded(
    undefined,
    `${counted(years.length, "year")} as a table`,
    table(undefined, heads, rows),
  );
}

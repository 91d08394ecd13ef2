import type { PageYear } from "../page-data.js";
import { element, svgElement } from "./dom.js";
import { counted, grouped, percent } from "./words.js";

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

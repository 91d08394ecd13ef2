import { escapeXml, svgStart } from "../../write/formats/markup.js";
import type { MeasureEvaluation, Point } from "./evaluate.js";
import { rates } from "./sweep.js";

const PLOT_WIDTH = 640;
const HEIGHT = 420;
const LEFT = 62;
const RIGHT = 20;
const TOP = 44;
const BOTTOM = 56;
const AXIS_TICKS = 5;

const f1Of = ({ counts }: Point): number => rates(counts).f1 ?? 0;

/**
 * Returns figure 9 of the paper for one measure as SVG. It shows F1 at each threshold, and marks the best threshold and
 * the threshold of the run. The same evaluation gives the same bytes.
 */
export function scatterPlot({ axis, sweep, best, atThreshold }: MeasureEvaluation): string {
  const title = `${axis.name}: F1 at each threshold (off-topic when score ${axis.comparison} threshold)`;
  const low = sweep[0]?.threshold ?? 0;
  const high = sweep.at(-1)?.threshold ?? low;
  const extent = high - low || 1;
  const x = (threshold: number): string =>
    (LEFT + ((threshold - low) / extent) * (PLOT_WIDTH - LEFT - RIGHT)).toFixed(2);
  const y = (f1: number): string => (HEIGHT - BOTTOM - f1 * (HEIGHT - TOP - BOTTOM)).toFixed(2);
  const ticks = Array.from({ length: AXIS_TICKS + 1 }, (_, i) => i / AXIS_TICKS);
  const dots = sweep.map(
    (point) =>
      `<circle cx="${x(point.threshold)}" cy="${y(f1Of(point))}" r="2.5"><title>${point.threshold}: ${f1Of(point).toFixed(3)}</title></circle>`,
  );
  const lines = [
    svgStart([PLOT_WIDTH, HEIGHT], { fontSize: 12 }),
    `<title>${escapeXml(title)}</title>`,
    `<rect width="${PLOT_WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${LEFT}" y="24" font-size="14">${escapeXml(title)}</text>`,
    `<g stroke="#ccc">`,
    ...ticks.map((f1) => `<path d="M${LEFT} ${y(f1)}H${PLOT_WIDTH - RIGHT}"/>`),
    `</g>`,
    `<g text-anchor="end">`,
    ...ticks.map((f1) => `<text x="${LEFT - 8}" y="${y(f1)}" dy="4">${f1.toFixed(1)}</text>`),
    `</g>`,
    `<g text-anchor="middle">`,
    ...ticks.map((part) => {
      const threshold = low + part * extent;
      return `<text x="${x(threshold)}" y="${HEIGHT - BOTTOM + 18}">${Number(threshold.toFixed(2))}</text>`;
    }),
    `<text x="${(LEFT + PLOT_WIDTH - RIGHT) / 2}" y="${HEIGHT - 12}">threshold</text>`,
    `<text transform="translate(16 ${(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)">F1</text>`,
    `</g>`,
    ...(atThreshold !== undefined && atThreshold.threshold >= low && atThreshold.threshold <= high
      ? [
          `<path d="M${x(atThreshold.threshold)} ${TOP}V${HEIGHT - BOTTOM}" stroke="#d55e00" stroke-dasharray="5 4"><title>threshold of the run: ${atThreshold.threshold}</title></path>`,
        ]
      : []),
    `<g fill="#0072b2">`,
    ...dots,
    `</g>`,
    `<circle cx="${x(best.threshold)}" cy="${y(f1Of(best))}" r="6" fill="none" stroke="#000" stroke-width="1.5"><title>best: ${best.threshold}, F1 ${f1Of(best).toFixed(3)}</title></circle>`,
    `</svg>`,
  ];
  return `${lines.join("\n")}\n`;
}

/** Returns a safe file name for the plot of a measure. */
export function plotFileName({ axis }: Pick<MeasureEvaluation, "axis">): string {
  return `${axis.name.replace(/[^a-z0-9_-]/giu, "_").slice(0, 100)}.svg`;
}

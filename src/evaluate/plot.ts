import type { MeasureEvaluation, Point } from "./evaluate.js";
import { rates } from "./sweep.js";

const WIDTH = 640;
const HEIGHT = 420;
const LEFT = 62;
const RIGHT = 20;
const TOP = 44;
const BOTTOM = 56;
const TICKS = 5;

/** Colours of curves that people who see few colours can tell apart (Okabe and Ito); after the last comes the first. */
const COLOURS = [
  "#0072b2",
  "#d55e00",
  "#009e73",
  "#cc79a7",
  "#e69f00",
  "#56b4e9",
  "#000000",
  "#8c6d1f",
];

/** Where thresholds and F1 are on the picture. */
interface Scale {
  readonly x: (threshold: number) => string;
  readonly y: (f1: number) => string;
  readonly low: number;
  readonly high: number;
}

function scaleOf(measures: readonly MeasureEvaluation[]): Scale {
  const low = Math.min(...measures.map(({ sweep }) => sweep[0]?.threshold ?? 0));
  const high = Math.max(...measures.map(({ sweep }) => sweep.at(-1)?.threshold ?? low));
  const extent = high - low || 1;
  return {
    ...{ low, high },
    x: (threshold) => (LEFT + ((threshold - low) / extent) * (WIDTH - LEFT - RIGHT)).toFixed(2),
    y: (f1) => (HEIGHT - BOTTOM - f1 * (HEIGHT - TOP - BOTTOM)).toFixed(2),
  };
}

const f1Of = ({ counts }: Point): number => rates(counts).f1 ?? 0;

/**
 * Figure 9 of the paper for one measure: every threshold on the x-axis, its F1 on the y-axis, the best one and that of
 * the run marked. SVG text; the same evaluation gives the same bytes.
 */
export function scatterPlot(measure: MeasureEvaluation): string {
  const { axis, sweep, best, atThreshold } = measure;
  const scale = scaleOf([measure]);
  const { x, y, low, high } = scale;
  const title = `${axis.name}: F1 at each threshold (off-topic when score ${axis.comparison} threshold)`;
  const dots = sweep.map(
    (point) =>
      `<circle cx="${x(point.threshold)}" cy="${y(f1Of(point))}" r="2.5"><title>${point.threshold}: ${f1Of(point).toFixed(3)}</title></circle>`,
  );
  return svg(title, scale, [
    ...(atThreshold !== undefined && atThreshold.threshold >= low && atThreshold.threshold <= high
      ? [
          `<path d="M${x(atThreshold.threshold)} ${TOP}V${HEIGHT - BOTTOM}" stroke="#d55e00" stroke-dasharray="5 4"><title>threshold of the run: ${atThreshold.threshold}</title></path>`,
        ]
      : []),
    `<g fill="#0072b2">`,
    ...dots,
    `</g>`,
    `<circle cx="${x(best.threshold)}" cy="${y(f1Of(best))}" r="6" fill="none" stroke="#000" stroke-width="1.5"><title>best: ${best.threshold}, F1 ${f1Of(best).toFixed(3)}</title></circle>`,
  ]);
}

/** Figure 9(h): one curve for each measure, with its best threshold, in one picture. SVG text as of {@link scatterPlot}. */
export function curvesPlot(title: string, measures: readonly MeasureEvaluation[]): string {
  const scale = scaleOf(measures);
  const { x, y } = scale;
  const curves = measures.flatMap(({ axis, sweep, best }, at) => {
    const colour = COLOURS[at % COLOURS.length]!;
    const row = TOP + 14 + 16 * at;
    const text = `${escapeXml(axis.name)}: ${f1Of(best).toFixed(3)} at ${best.threshold}`;
    const points = sweep.map((point) => `${x(point.threshold)},${y(f1Of(point))}`);
    return [
      `<polyline points="${points.join(" ")}" fill="none" stroke="${colour}" stroke-width="1.5"><title>${text}</title></polyline>`,
      `<circle cx="${x(best.threshold)}" cy="${y(f1Of(best))}" r="4" fill="${colour}"/>`,
      `<text x="${LEFT + 8}" y="${row}" fill="${colour}">${text}</text>`,
    ];
  });
  return svg(title, scale, curves);
}

/** The picture around dots or curves: title, lines and figures of both axes. */
function svg(title: string, { x, y, low, high }: Scale, content: readonly string[]): string {
  const ticks = Array.from({ length: TICKS + 1 }, (_, i) => i / TICKS);
  const extent = high - low || 1;
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" font-family="sans-serif" font-size="12">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${LEFT}" y="24" font-size="14">${escapeXml(title)}</text>`,
    `<g stroke="#ccc">`,
    ...ticks.map((f1) => `<path d="M${LEFT} ${y(f1)}H${WIDTH - RIGHT}"/>`),
    `</g>`,
    `<g text-anchor="end">`,
    ...ticks.map((f1) => `<text x="${LEFT - 8}" y="${y(f1)}" dy="4">${f1.toFixed(1)}</text>`),
    `</g>`,
    `<g text-anchor="middle">`,
    ...ticks.map((part) => {
      const threshold = low + part * extent;
      return `<text x="${x(threshold)}" y="${HEIGHT - BOTTOM + 18}">${Number(threshold.toFixed(2))}</text>`;
    }),
    `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 12}">threshold</text>`,
    `<text transform="translate(16 ${(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)">F1</text>`,
    `</g>`,
    ...content,
    `</svg>`,
  ];
  return `${lines.join("\n")}\n`;
}

/** A file name for the plot of a measure, whatever its name holds. */
export function plotFileName({ axis }: Pick<MeasureEvaluation, "axis">): string {
  return `${axis.name.replace(/[^a-z0-9_-]/giu, "_").slice(0, 100)}.svg`;
}

/** Text as XML content or attribute; characters that XML forbids are replaced. */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\u{fffd}")
    .replace(/[&<>"']/gu, (character) => `&#${character.charCodeAt(0)};`);
}

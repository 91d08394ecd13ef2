import { escapeXml, htmlPage, svgStart } from "../../write/formats/markup.js";
import {
  type Evaluation,
  type GroupRow,
  isOffTopic,
  type MeasureEvaluation,
  type Point,
  savedScore,
} from "./evaluate.js";
import { type Counts, rates } from "./sweep.js";

const ON_TOPIC = "var(--on)";
const OFF_TOPIC = "var(--off)";
const BINS = 40;

/**
 * Returns an evaluation as a page of charts: precision and recall of every measure, the scores of both labels with the
 * threshold, and the recall of each kind of page. `notices` are at the top. The file has no scripts, and the same
 * evaluation gives the same bytes.
 */
export function picturePage(evaluation: Evaluation, notices: readonly string[]): string {
  const known = notices.map((line) => `<li>${escapeXml(line)}</li>`);
  const kinds = evaluation.groups.find(({ column }) => column === "kind");
  const parts = [
    `<main>`,
    `<h1>Evaluation</h1><ul>${known.join("")}</ul>`,
    `<h2>Precision and recall</h2>`,
    `<p>A line is a measure at all thresholds, a disc the threshold of the run, else the best one. Up and right is better.</p>`,
    precisionAndRecall(evaluation),
    `<h2>Scores by label</h2>`,
    `<p>Above the line mementos that are on-topic, below it those that are off-topic, each as a share of its label. The dashed line is the threshold.</p>`,
    ...evaluation.measures.map((measure) => histogram(evaluation, measure)),
    ...(kinds === undefined
      ? []
      : [
          `<h2>Recall by kind</h2>`,
          `<p>How many of the off-topic mementos of each kind the run calls off-topic.</p>`,
          recallByKind(kinds.rows.filter(({ label }) => label === "off-topic")),
        ]),
    `</main>`,
  ];
  return htmlPage({ title: "Evaluation", style: STYLE, body: parts.join("\n") });
}

const STYLE =
  "main{max-width:44rem}svg{display:block;max-width:100%;height:auto;margin:var(--space-5) 0}" +
  "svg text{fill:var(--ink)}svg text.number{fill:var(--page)}ol{columns:2;column-gap:var(--space-6);font-size:var(--text-s)}" +
  ".grid{stroke:var(--line)}.axis{stroke:var(--soft)}.limit{stroke:var(--ink)}.track{fill:var(--faint)}";

interface NamedCurve {
  readonly name: string;
  readonly curve: readonly Counts[];
  readonly at: Counts;
}

/** Returns the run as a whole and the measures, in the order of the chart. */
function voters({ overall, measures }: Evaluation): NamedCurve[] {
  return [
    { name: "overall", curve: [], at: overall.counts },
    ...measures.map(({ axis, sweep, best, atThreshold }) => ({
      name: axis.name,
      curve: sweep.map(({ counts }) => counts),
      at: (atThreshold ?? best).counts,
    })),
  ];
}

function precisionAndRecall(evaluation: Evaluation): string {
  const [size, left, top] = [420, 50, 10];
  const x = (recall: number): string => (left + recall * size).toFixed(1);
  const y = (precision: number): string => (top + (1 - precision) * size).toFixed(1);
  const point = (counts: Counts): [string, string] | undefined => {
    const { precision, recall } = rates(counts);
    return precision === undefined || recall === undefined ? undefined : [x(recall), y(precision)];
  };
  const all = voters(evaluation);
  const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1];
  const marks = all.map(({ name, curve, at }, number) => {
    const line = curve.flatMap((counts) => point(counts)?.join(" ") ?? []);
    const [cx, cy] = point(at) ?? [x(0), y(0)];
    const { precision = 0, recall = 0, f1 = 0 } = rates(at);
    const title = `${name}: precision ${figure(precision)}, recall ${figure(recall)}, F1 ${figure(f1)}`;
    const fill = number === 0 ? OFF_TOPIC : ON_TOPIC;
    return [
      ...(line.length > 1 ? [`<path d="M${line.join("L")}" class="axis" fill="none"/>`] : []),
      `<circle cx="${cx}" cy="${cy}" r="9" fill="${fill}"><title>${escapeXml(title)}</title></circle>`,
      `<text x="${cx}" y="${cy}" dy="4" class="number" font-size="11" text-anchor="middle">${number + 1}</text>`,
    ].join("");
  });
  const legend = all.map(({ name, at }) => {
    const { precision, recall, f1 } = rates(at);
    return `<li>${escapeXml(name)}: precision ${figure(precision)}, recall ${figure(recall)}, F1 ${figure(f1)}</li>`;
  });
  return [
    svgStart([left + size + 20, top + size + 50], {
      label: "Precision and recall of every measure",
    }),
    `<g class="grid">${ticks.map((tick) => `<path d="M${x(tick)} ${y(0)}V${y(1)}M${x(0)} ${y(tick)}H${x(1)}"/>`).join("")}</g>`,
    ...ticks.map(
      (tick) =>
        `<text x="${x(tick)}" y="${Number(y(0)) + 18}" text-anchor="middle">${tick}</text>` +
        `<text x="${left - 8}" y="${y(tick)}" dy="4" text-anchor="end">${tick}</text>`,
    ),
    `<text x="${x(0.5)}" y="${Number(y(0)) + 40}" text-anchor="middle">recall</text>`,
    `<text transform="translate(14 ${y(0.5)}) rotate(-90)" text-anchor="middle">precision</text>`,
    // The disc of the run as a whole is drawn last, on top of the others.
    ...marks.toReversed(),
    `</svg><ol>${legend.join("")}</ol>`,
  ].join("\n");
}

/** Scores that are not finite are left out. */
function histogram({ matching }: Evaluation, measure: MeasureEvaluation): string {
  const { axis, atThreshold, best } = measure;
  const scores = matching.judged.flatMap((each) => {
    const score = savedScore(each, axis)?.score;
    return score !== undefined && Number.isFinite(score)
      ? [{ score, isOff: isOffTopic(each) }]
      : [];
  });
  if (scores.length === 0) return "";
  const low = scores.reduce((least, { score }) => Math.min(least, score), Infinity);
  const high = scores.reduce((most, { score }) => Math.max(most, score), -Infinity);
  const width = high - low || 1;
  const [full, left, half] = [560, 10, 70];
  const x = (score: number): number => left + ((score - low) / width) * full;
  const bars = [false, true].flatMap((wanted) => {
    const counts = new Array<number>(BINS).fill(0);
    for (const { score, isOff } of scores) {
      if (isOff === wanted)
        counts[Math.min(BINS - 1, Math.floor(((score - low) / width) * BINS))]! += 1;
    }
    const most = Math.max(1, ...counts);
    return counts.flatMap((count, bin) => {
      if (count === 0) return [];
      const height = Math.max(1, (count / most) * half);
      const from = x(low + (bin * width) / BINS).toFixed(1);
      const to = x(low + ((bin + 1) * width) / BINS).toFixed(1);
      return `<rect x="${from}" y="${(wanted ? 30 + half : 30 + half - height).toFixed(1)}" width="${(Number(to) - Number(from) - 1).toFixed(1)}" height="${height.toFixed(1)}" fill="${wanted ? OFF_TOPIC : ON_TOPIC}"><title>${count} ${wanted ? "off-topic" : "on-topic"}</title></rect>`;
    });
  });
  const { threshold, counts } = atThreshold ?? best;
  const title = `${axis.name}: off-topic when ${axis.comparison} ${Number(threshold.toFixed(4))}${atThreshold === undefined ? " (the best threshold)" : ""}, F1 ${figure(rates(counts).f1)}`;
  const line =
    threshold >= low && threshold <= high
      ? [
          `<path d="M${x(threshold).toFixed(1)} 26V${34 + 2 * half}" class="limit" stroke-dasharray="5 4"/>`,
        ]
      : [];
  return [
    svgStart([left + full + 10, 2 * half + 64], { label: title }),
    `<text x="${left}" y="16">${escapeXml(title)}</text>`,
    `<path d="M${left} ${30 + half}H${left + full}" class="axis"/>`,
    ...bars,
    ...line,
    `<text x="${left}" y="${2 * half + 54}">${Number(low.toFixed(3))}</text>`,
    `<text x="${left + full}" y="${2 * half + 54}" text-anchor="end">${Number(high.toFixed(3))}</text>`,
    `</svg>`,
  ].join("\n");
}

function recallByKind(rows: readonly GroupRow[]): string {
  const [left, full, step] = [190, 300, 26];
  const bars = rows.map(({ value, mementos, calledOverall }, at) => {
    const y = 8 + at * step;
    const width = ((calledOverall / mementos) * full).toFixed(1);
    return (
      `<text x="${left - 8}" y="${y + 13}" text-anchor="end">${escapeXml(value === "" ? "not known" : value)}</text>` +
      `<rect x="${left}" y="${y}" width="${full}" height="18" class="track"/>` +
      `<rect x="${left}" y="${y}" width="${width}" height="18" fill="${ON_TOPIC}"/>` +
      `<text x="${left + full + 8}" y="${y + 13}">${calledOverall} of ${mementos}</text>`
    );
  });
  return [
    svgStart([left + full + 100, rows.length * step + 16], { label: "Recall by kind" }),
    ...bars,
    `</svg>`,
  ].join("\n");
}

const figure = (value: number | undefined): string =>
  value === undefined ? "-" : value.toFixed(3);

const WIDTH = 640;
const HEIGHT = 420;
const LEFT = 62;
const RIGHT = 20;
const TOP = 44;
const BOTTOM = 56;
const TICKS = 5;

/** Colours that people with colour blindness can distinguish (Okabe and Ito). They repeat after the last colour. */
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

/** Functions for the positions of thresholds and F1 on the chart, and the range of thresholds. */
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
 * Returns figure 9 of the paper for one measure as SVG. It shows F1 at each threshold, and marks the best threshold and
 * the threshold of the run. The same evaluation gives the same bytes.
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
  return plot(title, scale, [
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

/**
 * Returns figure 9(h) as SVG: a curve for each measure, with its best threshold. The same evaluation gives the same
 * bytes.
 */
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
  return plot(title, scale, curves);
}

/** Returns a chart with title, grid and axis labels around its dots or curves. */
function plot(title: string, { x, y, low, high }: Scale, content: readonly string[]): string {
  const ticks = Array.from({ length: TICKS + 1 }, (_, i) => i / TICKS);
  const extent = high - low || 1;
  const lines = [
    svgStart([WIDTH, HEIGHT], { fontSize: 12 }),
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

/** Returns a safe file name for the plot of a measure. */
export function plotFileName({ axis }: Pick<MeasureEvaluation, "axis">): string {
  return `${axis.name.replace(/[^a-z0-9_-]/giu, "_").slice(0, 100)}.svg`;
}

import { type PageTimeMap, STRIP } from "../page-data.js";
import { element, svgElement } from "./dom.js";
import { type MementoRange, sharesOfTime, stripColumns, type TimeSpan } from "./time-columns.js";
import { grouped } from "./words.js";

interface StripOptions {
  readonly width: number;
  readonly height?: number;
  /** Time that the whole width covers; that of the TimeMap if it is absent. */
  readonly span?: TimeSpan;
  /** Mementos in a frame. */
  readonly mark?: MementoRange;
  /** Signs of {@link STRIP} in the place of those of the TimeMap. */
  readonly strip?: string;
}

/** Width of a column, and of the narrowest block, in pixels. */
const COLUMN = 2;
const NARROWEST = 6;
/** A block reaches to the next one, but no further than this. */
const WIDEST = 15;
/** Height of a block of on-topic captures. That of others is their share of the height. */
const LOW = 5;

/**
 * Draws a TimeMap in little, as blocks: low ones where it is on-topic, and others as high as the share of off-topic ones.
 * Returns it with the positions of the mementos, from 0 to 1.
 */
export function drawStrip(
  timeMap: PageTimeMap,
  { width, height = 18, span, mark, strip = timeMap.strip }: StripOptions,
): { readonly svg: SVGSVGElement; readonly shares: readonly number[] } {
  const shares = sharesOfTime(timeMap, span);
  const room = width - NARROWEST;
  const columns = stripColumns(strip, shares, Math.ceil(room / COLUMN));
  const paths = { on: "", off: "", none: "" };
  let next = columns.length + NARROWEST / COLUMN;
  for (const [at, column] of [...columns.entries()].reverse()) {
    if (column === undefined) continue;
    const { onTopic, offTopic, undecided } = column;
    const wide = Math.max(Math.min((next - at) * COLUMN, WIDEST) - 1, COLUMN);
    next = at;
    const block = (tall: number): string =>
      `M${at * COLUMN} ${(height - 1 - tall).toFixed(1)}h${wide.toFixed(1)}V${height - 1}H${at * COLUMN}z`;
    if (onTopic > 0) paths.on += block(LOW);
    else if (undecided > 0 && offTopic === 0) paths.none += block(2);
    // Even the smallest share is visible.
    const share = offTopic / (onTopic + offTopic);
    if (offTopic > 0) paths.off += block(Math.max(share * (height - 2), LOW + 2));
  }
  const svg = svgElement(
    "svg.strip",
    { viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" },
    ...Object.entries(paths).map(([kind, d]) => svgElement("path", { class: `bar-${kind}`, d })),
  );
  if (mark !== undefined) {
    const [x, end] = [mark.from, mark.from + mark.count - 1].map((at) => shares[at]! * room);
    svg.setAttribute("preserveAspectRatio", "none");
    svg.classList.add("marked");
    const right = Math.min(end! + WIDEST, width);
    const box = { x: x! + 0.5, y: 0.5, width: right - x! - 1, height: height - 1 };
    svg.append(svgElement("rect.window", box));
  }
  return { svg, shares };
}

/** Shows which part of a long TimeMap is drawn. `chosen` is called with the place that is pressed. */
export function windowControl(
  timeMap: PageTimeMap,
  shown: MementoRange,
  chosen: (place: number) => void,
): HTMLElement {
  const { strip } = timeMap;
  const { from, count } = shown;
  const { svg, shares } = drawStrip(timeMap, { width: 1000, height: 30, mark: shown });
  svg.addEventListener("click", ({ clientX }) => {
    const { left, width } = svg.getBoundingClientRect();
    const place = shares.findIndex((share) => share >= (clientX - left) / width);
    chosen(place < 0 ? strip.length - 1 : place);
  });
  const offTopic = strip.slice(from, from + count).split(STRIP.offTopic).length - 1;
  const text =
    `Captures ${grouped(from + 1)} to ${grouped(from + count)} of ${grouped(strip.length)} ` +
    `(${grouped(offTopic)} off-topic). Press the strip to see others.`;
  return element("div.time-window", svg, element("p.remark", { role: "status" }, text));
}

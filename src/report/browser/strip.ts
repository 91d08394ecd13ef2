import { type PageTimeMap, STRIP } from "../page-data.js";
import { button, element, svgElement } from "./dom.js";
import {
  daysOf,
  FEWEST_SHOWN,
  type MementoRange,
  placesAround,
  type StripColumn,
  stripColumns,
} from "./time-columns.js";
import { dateTitle, grouped } from "./words.js";

const STRIP_HEIGHT = 18;
const LOW = 4;
/** Width in pixels of the narrowest column, so that single captures are visible. */
const NARROWEST = 4;

/** A low line shows where there are mementos. A block on the line is as high as the share of off-topic mementos. */
export function drawStrip(
  columns: readonly (StripColumn | undefined)[],
  width: number,
  height = STRIP_HEIGHT,
): SVGSVGElement {
  const wide = width / columns.length;
  let [on, off, none] = ["", "", ""];
  for (const [at, column] of columns.entries()) {
    if (column === undefined) continue;
    const { onTopic, offTopic, undecided } = column;
    const broad = Math.max(wide, NARROWEST);
    const x = Math.min(at * wide, width - broad).toFixed(1);
    const bar = (tall: number): string =>
      `M${x} ${(height - 1 - tall).toFixed(1)}h${broad.toFixed(1)}V${height - 1}H${x}z`;
    if (onTopic > 0) on += bar(LOW);
    else if (undecided > 0 && offTopic === 0) none += bar(1.5);
    if (offTopic > 0) {
      // Even the smallest share is visible.
      off += bar(Math.max((offTopic / (onTopic + offTopic)) * (height - 2), LOW + 1));
    }
  }
  return svgElement(
    "svg.strip",
    { viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" },
    svgElement("path.strip-on", { d: on }),
    svgElement("path.strip-none", { d: none }),
    svgElement("path.strip-off", { d: off }),
  );
}

/** `share` returns a memento's position in the strip, from 0 to 1. */
export function wholeStrip(
  timeMap: PageTimeMap,
  width: number,
  height: number,
): { readonly svg: SVGSVGElement; readonly share: (place: number) => number } {
  const { strip } = timeMap;
  const days = daysOf(timeMap);
  const span = { from: days.find((day) => !Number.isNaN(day)) ?? Number.NaN, to: days.at(-1)! };
  const isDated = span.to > span.from;
  const svg = drawStrip(
    stripColumns(strip, isDated ? days : [], isDated ? span : { from: 0, to: 1 }, width / 4),
    width,
    height,
  );
  svg.classList.add("band-of-all");
  svg.setAttribute("preserveAspectRatio", "none");
  const share = (place: number): number =>
    isDated
      ? ((days[place]! || span.from) - span.from) / (span.to - span.from)
      : place / strip.length;
  return { svg, share };
}

const WIDTH = 1000;
const HEIGHT = 30;

/** The pointer and the buttons move the marked part. */
export function windowControl(
  timeMap: PageTimeMap,
  { from, count }: MementoRange,
  chosen: (places: MementoRange) => void,
): HTMLElement {
  const { strip } = timeMap;
  const days = daysOf(timeMap);
  const { svg, share } = wholeStrip(timeMap, WIDTH, HEIGHT);
  const left = share(from) * WIDTH;
  const right = Math.max(share(from + count - 1) * WIDTH, left + 4);
  svg.append(
    svgElement("rect.window", {
      x: left,
      y: 0.5,
      width: right - left,
      height: HEIGHT - 1,
    }),
  );
  const placeAt = (event: PointerEvent): number => {
    const box = svg.getBoundingClientRect();
    const at = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1);
    let place = 0;
    while (place < strip.length - 1 && share(place) < at) place += 1;
    return place;
  };
  let start: number | undefined;
  svg.addEventListener("pointerdown", (event) => {
    start = placeAt(event);
    svg.setPointerCapture(event.pointerId);
  });
  svg.addEventListener("pointerup", (event) => {
    if (start === undefined) return;
    const [low, high] = [start, placeAt(event)].sort((a, b) => a - b) as [number, number];
    start = undefined;
    const isClick = high - low < FEWEST_SHOWN;
    const middle = (low + high) >> 1;
    chosen(placesAround(middle, isClick ? count : high - low + 1, strip.length));
  });
  const offTopic = strip.slice(from, from + count).split(STRIP.offTopic).length - 1;
  const text =
    `Captures ${grouped(from + 1)} to ${grouped(from + count)} of ${grouped(strip.length)} ` +
    `(${grouped(offTopic)} off-topic), from ${dateTitle(isoDay(days[from]!))} to ${dateTitle(isoDay(days[from + count - 1]!))}`;
  const middle = from + (count >> 1);
  const move = (label: string, places: MementoRange): HTMLElement =>
    button(label, () => chosen(places), {
      "aria-disabled": places.from === from && places.count === count ? "true" : undefined,
    });
  const { length } = strip;
  return element(
    "div.time-window",
    svg,
    element(
      "div.controls",
      move("‹ earlier", placesAround(middle - count, count, length)),
      move("later ›", placesAround(middle + count, count, length)),
      move("zoom in", placesAround(middle, count >> 1, length)),
      move("zoom out", placesAround(middle, count * 2, length)),
      element("span", { role: "status" }, text),
    ),
  );
}

const isoDay = (time: number): string | undefined =>
  Number.isNaN(time) ? undefined : new Date(time).toISOString().slice(0, 10);

import { svgElement } from "./dom.js";
import type { StripColumn } from "./time-columns.js";

const HEIGHT = 18;
const LOW = 4;

/** A TimeMap in little: a low line where there are mementos, on it a block as high as the share that is off-topic. */
export function drawStrip(
  columns: readonly (StripColumn | undefined)[],
  width: number,
  height = HEIGHT,
): SVGSVGElement {
  const wide = width / columns.length;
  let [on, off, none] = ["", "", ""];
  for (const [at, column] of columns.entries()) {
    if (column === undefined) continue;
    const { onTopic, offTopic, undecided } = column;
    const bar = (tall: number): string =>
      `M${(at * wide).toFixed(1)} ${(height - 1 - tall).toFixed(1)}h${wide.toFixed(1)}V${height - 1}H${(at * wide).toFixed(1)}z`;
    if (onTopic > 0) on += bar(LOW);
    else if (undecided > 0 && offTopic === 0) none += bar(1.5);
    if (offTopic > 0) {
      // However small a share is, it is seen.
      off += bar(Math.max((offTopic / (onTopic + offTopic)) * (height - 2), LOW + 1));
    }
  }
  return svgElement(
    "svg",
    { class: "strip", viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" },
    svgElement("path", { class: "strip-on", d: on }),
    svgElement("path", { class: "strip-none", d: none }),
    svgElement("path", { class: "strip-off", d: off }),
  );
}

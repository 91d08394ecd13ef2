import { svgElement } from "./dom.js";

const WIDTH = 90;

/** A share as a bar; the number stands beside it, so it is left out for screen readers. */
export function shareBar(part: number, whole: number, kind: "on" | "off" | "none"): SVGSVGElement {
  const length = whole === 0 ? 0 : (part / whole) * WIDTH;
  const box = { x: 0, y: 2, width: part === 0 ? 0 : Math.max(length, 1.5).toFixed(1), height: 10 };
  return svgElement(
    "svg",
    { class: "bar", viewBox: `0 0 ${WIDTH} 14`, width: WIDTH, height: 14, "aria-hidden": "true" },
    svgElement("rect", { class: "bar-track", x: 0, y: 2, width: WIDTH, height: 10 }),
    svgElement("rect", { class: `bar-${kind}`, ...box }),
  );
}

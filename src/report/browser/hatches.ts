import { svgElement } from "./dom.js";

/** The patterns that off-topic areas are filled with besides their colour. */
export function hatches(): SVGSVGElement {
  const hatch = (id: string, className: string, width: number): SVGPatternElement =>
    svgElement(
      "pattern",
      { id, patternUnits: "userSpaceOnUse", width, height: width, patternTransform: "rotate(45)" },
      svgElement("path", { class: className, d: `M0 0V${width}` }),
    );
  return svgElement(
    "svg",
    { width: 0, height: 0, class: "defs", "aria-hidden": "true" },
    svgElement(
      "defs",
      {},
      hatch("hatch", "hatch-line", 7),
      hatch("bar-hatch", "bar-hatch-line", 5),
    ),
  );
}

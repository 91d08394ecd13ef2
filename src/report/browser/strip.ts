import { STRIP } from "../page-data.js";
import { svgElement } from "./dom.js";
import { stripColumns } from "./strip-columns.js";

const WIDTH = 180;
const HEIGHT = 18;

/** A TimeMap in little: a low line where mementos are on-topic, a tall block where off-topic, a gap without verdict. */
export function strip(verdicts: string): SVGSVGElement {
  const columns = stripColumns(verdicts, WIDTH / 2);
  const width = WIDTH / Math.max(columns.length, 1);
  const bars = (wanted: string, top: number): string => {
    let path = "";
    for (let at = 0; at < columns.length; at += 1) {
      if (columns[at] !== wanted) continue;
      const left = (at * width).toFixed(1);
      const wide = Math.max(width - (width > 4 ? 1 : 0), 0.5).toFixed(1);
      path += `M${left} ${top}h${wide}V${HEIGHT - 2}H${left}z`;
    }
    return path;
  };
  return svgElement(
    "svg",
    {
      class: "strip",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      width: WIDTH,
      height: HEIGHT,
      "aria-hidden": "true",
    },
    svgElement("path", { class: "strip-on", d: bars(STRIP.onTopic, HEIGHT - 6) }),
    svgElement("path", { class: "strip-off", d: bars(STRIP.offTopic, 1) }),
  );
}

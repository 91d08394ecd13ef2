import { MARGIN, PANEL, type ChartModel, type Panel } from "./chart-model.js";
import { svgElement } from "./dom.js";
import { shapePath } from "./shapes.js";
import { visible } from "./visible.js";
import { scoreTitle, thresholdTitle } from "./words.js";

/** One measure's scores over time against its threshold. */
export function panelMarks(panel: Panel, { width, xs }: ChartModel): SVGGElement {
  const { measure, top, scale, y } = panel;
  const right = width - MARGIN.right;
  const group = svgElement("g", { class: "panel" });
  group.append(
    svgElement("text", { class: "panel-title", x: MARGIN.left, y: top - 8 }, visible(measure.name)),
  );
  for (const tick of scale.ticks) {
    group.append(
      svgElement("path", { class: "grid", d: `M${MARGIN.left} ${y(tick)}H${right}` }),
      svgElement(
        "text",
        { class: "tick", x: MARGIN.left - 8, y: y(tick), dy: "0.32em", "text-anchor": "end" },
        scoreTitle(tick),
      ),
    );
  }
  if (measure.threshold !== undefined) {
    const at = y(measure.threshold);
    group.append(
      svgElement("path", { class: "threshold", d: `M${MARGIN.left} ${at}H${right}` }),
      svgElement(
        "text",
        { class: "threshold-title", x: right, y: top - 8, "text-anchor": "end" },
        `off-topic ${measure.comparison ?? ""} ${thresholdTitle(measure.threshold)}`,
      ),
    );
  }
  group.append(
    svgElement("path", { class: "curve", d: curve(panel, xs) }),
    svgElement("path", { class: "mark on", d: marks(panel, xs, false) }),
    svgElement("path", { class: "mark off", d: marks(panel, xs, true) }),
    svgElement("path", { class: "mark failed", d: failures(panel, xs) }),
  );
  return group;
}

/** From score to score; broken where a memento has none. */
function curve({ ys }: Panel, xs: readonly number[]): string {
  let isDrawing = false;
  return ys
    .map((y, at) => {
      if (y === undefined) {
        isDrawing = false;
        return "";
      }
      const command = isDrawing ? "L" : "M";
      isDrawing = true;
      return `${command}${xs[at]!.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join("");
}

function marks({ ys, offTopic }: Panel, xs: readonly number[], wanted: boolean): string {
  return ys
    .map((y, at) =>
      y === undefined || offTopic[at] !== wanted
        ? ""
        : shapePath(wanted ? "off" : "on", xs[at]!, y, 3.5),
    )
    .join("");
}

/** Mementos without a score, at the foot of the panel. */
function failures({ ys, top }: Panel, xs: readonly number[]): string {
  return ys
    .map((y, at) => (y === undefined ? shapePath("none", xs[at]!, top + PANEL, 3) : ""))
    .join("");
}

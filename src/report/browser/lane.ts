import { LINK_OUT, mementoHref } from "./archive-link.js";
import { MARGIN, type ChartData, type ChartModel } from "./chart-model.js";
import { svgElement } from "./dom.js";
import { mementoLabel } from "./memento-label.js";
import { shapeOf, shapePath } from "./shapes.js";

/** The verdicts as a row of points, each a link to the memento in its archive where it has one. */
export function lane(
  data: ChartData,
  model: ChartModel,
  measureNames: readonly string[],
): {
  readonly group: SVGGElement;
  readonly points: readonly SVGAElement[];
} {
  const { xs, laneY, width } = model;
  const points = data.mementos.map((memento, at) => {
    const shape = shapeOf(memento.overall);
    const href = mementoHref(memento);
    const x = xs[at]!;
    return svgElement(
      "a",
      {
        class: `point ${shape}`,
        ...(href === undefined ? { role: "img" } : { href, ...LINK_OUT }),
        tabindex: -1,
        "aria-label": mementoLabel(memento, measureNames),
      },
      svgElement("circle", { class: "halo", cx: x.toFixed(1), cy: laneY, r: 9 }),
      svgElement("path", { d: shapePath(shape, x, laneY, 4.5) }),
    );
  });
  const group = svgElement(
    "g",
    { class: "lane" },
    svgElement("path", { class: "grid", d: `M${MARGIN.left} ${laneY}H${width - MARGIN.right}` }),
    svgElement(
      "text",
      { class: "tick", x: MARGIN.left - 12, y: laneY, dy: "0.32em", "text-anchor": "end" },
      "verdict",
    ),
    ...points,
  );
  if (data.first !== undefined) {
    const x = xs[data.first]!.toFixed(1);
    group.append(
      svgElement("path", { class: "first", d: `M${x} ${laneY - 9}l-4 -6h8z` }),
      svgElement("title", {}, "▾ the memento that the others are compared with"),
    );
  }
  return { group, points };
}

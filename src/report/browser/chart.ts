import { bisectCenter } from "d3-array";
import { hasImpossibleDate } from "../../base/possible-date.js";
import type { PageMeasure } from "../page-data.js";
import { offRuns, positionsOf, scoreScale, timesOf, timeTicks } from "./chart-model.js";
import { type Shape, shapeFor, shapePath, svgElement, tick } from "./dom.js";
import { mementoLabel, type ShownMemento } from "./memento-text.js";
import { scoreTitle, thresholdTitle, visible } from "./words.js";

/** Margins of the plots in pixels. */
const MARGIN = { left: 52, right: 26, top: 8 } as const;
const LANE = 34;
const PANEL = 84;
/** Space between panels for their titles, in pixels. */
const PANEL_GAP = 26;
const AXIS = 26;

interface ChartData {
  /** At least one memento, the oldest first. */
  readonly mementos: readonly ShownMemento[];
  /** Index in `mementos` of the reference memento, with which other mementos are compared. */
  readonly first: number | undefined;
  readonly measures: readonly { readonly place: number; readonly measure: PageMeasure }[];
  /** Width in pixels. */
  readonly width: number;
}

type ChartModel = ReturnType<typeof chartModel>;
/** Positions of the scores of one measure. */
type Panel = ChartModel["panels"][number];

/** Returns positions in pixels. */
function chartModel({ mementos, measures, width }: ChartData) {
  const plotWidth = width - MARGIN.left - MARGIN.right;
  const times = timesOf(
    mementos.map((memento) => (hasImpossibleDate(memento) ? undefined : memento.date)),
  );
  const xs = positionsOf(times, plotWidth).map((x) => x + MARGIN.left);
  const panels = measures.map(({ place, measure }, at) => {
    const top = MARGIN.top + LANE + PANEL_GAP + at * (PANEL + PANEL_GAP);
    const scores = mementos.map((memento) =>
      memento.scores.find((score) => score.measure === place),
    );
    const values = scores.map((each) => each?.score);
    const scale = scoreScale(
      values.filter((value) => value !== undefined),
      measure.threshold,
    );
    const y = (score: number): number =>
      top + PANEL - ((score - scale.low) / (scale.high - scale.low)) * PANEL;
    return {
      measure,
      top,
      scale,
      y,
      // A memento without a score has no mark.
      ys: values.map((value) => (value === undefined ? undefined : y(value))),
      offTopic: scores.map((each) => each?.topicStatus === "off-topic"),
    };
  });
  const bottom = MARGIN.top + LANE + panels.length * (PANEL + PANEL_GAP);
  return {
    width,
    height: bottom + AXIS,
    plotWidth,
    times,
    xs,
    laneY: MARGIN.top + LANE / 2,
    panels,
    bottom,
  };
}
/** Each point is a button that selects its memento. A ring marks a curator's own verdict. */
function lane(data: ChartData, model: ChartModel, measureNames: readonly string[]): SVGGElement {
  const { xs, laneY, width } = model;
  const points = data.mementos.map((memento, at) => {
    const shape = shapeFor(memento.overall);
    const x = xs[at]!;
    const isOwn = memento.override !== undefined;
    const isInferred = memento.inferredFrom !== undefined;
    const label = mementoLabel(memento, measureNames);
    return svgElement(
      "g",
      {
        class: `point ${shape}${isOwn ? " own" : ""}${isInferred ? " inferred" : ""}`,
        role: "button",
        tabindex: -1,
        "aria-label": label,
      },
      svgElement("title", label),
      svgElement("circle.halo", { cx: x.toFixed(1), cy: laneY, r: 9 }),
      isOwn ? svgElement("circle.own-ring", { cx: x.toFixed(1), cy: laneY, r: 7.5 }) : undefined,
      svgElement("path", { d: shapePath(shape, x, laneY, 4.5) }),
    );
  });
  const group = svgElement(
    "g.lane",
    svgElement("path.grid", { d: `M${MARGIN.left} ${laneY}H${width - MARGIN.right}` }),
    tick(MARGIN.left - 12, laneY, "end", "verdict", { dy: "0.32em" }),
    ...points,
  );
  if (data.first !== undefined) {
    const x = xs[data.first]!.toFixed(1);
    group.append(
      svgElement("path.first", { d: `M${x} ${laneY - 9}l-4 -6h8z` }),
      svgElement("title", "▾ the capture that the others are compared with"),
    );
  }
  return group;
}
function panelMarks(panel: Panel, { width, xs }: ChartModel): SVGGElement {
  const { measure, top, scale, y } = panel;
  const right = width - MARGIN.right;
  const group = svgElement("g.panel");
  group.append(
    svgElement("text.panel-title", { x: MARGIN.left, y: top - 8 }, visible(measure.name)),
  );
  for (const score of scale.ticks) {
    group.append(
      svgElement("path.grid", { d: `M${MARGIN.left} ${y(score)}H${right}` }),
      tick(MARGIN.left - 8, y(score), "end", scoreTitle(score), { dy: "0.32em" }),
    );
  }
  if (measure.threshold !== undefined) {
    const at = y(measure.threshold);
    group.append(
      svgElement("path.threshold", { d: `M${MARGIN.left} ${at}H${right}` }),
      tick(
        right,
        top - 8,
        "end",
        `off-topic ${measure.comparison ?? ""} ${thresholdTitle(measure.threshold)}`,
        { class: "threshold-title" },
      ),
    );
  }
  group.append(
    svgElement("path.curve", { d: curve(panel, xs) }),
    ...(["on", "off", "none"] as const).map((shape) =>
      svgElement(`path.mark.${shape}`, { d: marks(panel, xs, shape) }),
    ),
  );
  return group;
}

/** Returns the path of the line between scores, with a gap at mementos without a score. */
const curve = ({ ys }: Panel, xs: readonly number[]): string =>
  ys
    .map((y, at) =>
      y === undefined
        ? ""
        : `${ys[at - 1] === undefined ? "M" : "L"}${xs[at]!.toFixed(1)} ${y.toFixed(1)}`,
    )
    .join("");

/** Returns the path of the marks of one shape. Those of mementos without a score are at the foot of the panel. */
const marks = ({ ys, offTopic, top }: Panel, xs: readonly number[], shape: Shape): string =>
  ys
    .map((y, at) => {
      const own = y === undefined ? "none" : offTopic[at] === true ? "off" : "on";
      return own === shape ? shapePath(shape, xs[at]!, y ?? top + PANEL, 3.5) : "";
    })
    .join("");

export interface Chart {
  readonly svg: SVGSVGElement;
  /** Marks a memento as selected. If `focus` is true, the memento's point gets the focus. */
  choose(place: number, focus: boolean): void;
}

export function drawChart(
  data: ChartData,
  measureNames: readonly string[],
  label: string,
  chosen: (place: number) => void,
): Chart {
  const model = chartModel(data);
  const { width, height, bottom, xs } = model;
  const svg = svgElement("svg.chart", {
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    role: "group",
    "aria-label": label,
  });
  const guide = svgElement("path.guide");
  const group = lane(data, model, measureNames);
  const points = [...group.querySelectorAll<SVGGElement>(".point")];
  svg.append(axis(model), bands(data, model), guide);
  for (const panel of model.panels) svg.append(panelMarks(panel, model));
  svg.append(group);
  let current = 0;

  const choose = (place: number, focus: boolean): void => {
    points[current]?.setAttribute("tabindex", "-1");
    points[current]?.classList.remove("chosen");
    current = place;
    const point = points[place];
    point?.setAttribute("tabindex", "0");
    point?.classList.add("chosen");
    guide.setAttribute("d", `M${xs[place]!.toFixed(1)} ${MARGIN.top}V${bottom}`);
    if (focus) point?.focus();
  };

  for (const [place, point] of points.entries()) {
    point.addEventListener("focus", () => (place === current ? undefined : chosen(place)));
  }
  svg.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      chosen(current);
    }
    const wanted = placeByKey(event.key, current, points.length);
    if (wanted === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const place = Math.min(Math.max(wanted, 0), points.length - 1);
    chosen(place);
    choose(place, true);
  });
  svg.addEventListener("click", ({ clientX }) => {
    const box = svg.getBoundingClientRect();
    chosen(bisectCenter(xs, ((clientX - box.left) * width) / box.width));
  });
  return { svg, choose };
}

function axis({ times, plotWidth, bottom }: ChartModel): SVGGElement {
  const group = svgElement("g.axis");
  const ticks = timeTicks(times, plotWidth, Math.max(2, Math.floor(plotWidth / 95)));
  let free = 0;
  for (const { x, label } of ticks) {
    const at = (MARGIN.left + x).toFixed(1);
    group.append(svgElement("path.grid", { d: `M${at} ${MARGIN.top}V${bottom + 4}` }));
    const half = label.length * 3.4;
    // A label that would touch the previous label is omitted.
    if (x - half < free && free > 0) continue;
    free = x + half + 6;
    group.append(tick(at, bottom + 17, "middle", label));
  }
  return group;
}

function bands({ mementos }: ChartData, { xs, bottom }: ChartModel): SVGGElement {
  const group = svgElement("g.bands");
  for (const { from, to } of offRuns(mementos.map(({ overall }) => overall))) {
    const before = from === 0 ? 7 : Math.min(7, (xs[from]! - xs[from - 1]!) / 2);
    const after = to === xs.length - 1 ? 7 : Math.min(7, (xs[to + 1]! - xs[to]!) / 2);
    const box = {
      x: (xs[from]! - before).toFixed(1),
      y: MARGIN.top,
      width: Math.max(xs[to]! - xs[from]! + before + after, 2).toFixed(1),
      height: bottom - MARGIN.top,
    };
    group.append(
      svgElement("rect.band", { ...box }),
      svgElement("rect.hatch", { fill: "url(#hatch)", ...box }),
    );
  }
  return group;
}

function placeByKey(key: string, chosen: number, count: number): number | undefined {
  const places: Readonly<Record<string, number>> = {
    ArrowLeft: chosen - 1,
    ArrowRight: chosen + 1,
    PageUp: chosen - 10,
    PageDown: chosen + 10,
    Home: 0,
    End: count - 1,
  };
  return places[key];
}

import type { PageMeasure } from "../page-data.js";
import type { ShownMemento } from "./shown-memento.js";
import { positionsOf, timesOf, type Layout } from "./positions.js";
import { scoreScale, type ScoreScale } from "./score-scale.js";

/** Room around the plots, in pixels. */
export const MARGIN = { left: 52, right: 18, top: 8 } as const;
export const LANE = 34;
export const PANEL = 84;
/** Between panels, for their titles. */
export const GAP = 26;
export const AXIS = 26;

/** What a chart shows. */
export interface ChartData {
  /** Oldest first; at least one. */
  readonly mementos: readonly ShownMemento[];
  /** Place among `mementos` of the one that others are compared with. */
  readonly first: number | undefined;
  readonly measures: readonly { readonly place: number; readonly measure: PageMeasure }[];
  readonly layout: Layout;
  /** Pixels. */
  readonly width: number;
}

/** One measure's scores in pixels. */
export interface Panel {
  readonly measure: PageMeasure;
  readonly top: number;
  readonly scale: ScoreScale;
  readonly y: (score: number) => number;
  /** Height of each memento's mark; undefined where there is no score. */
  readonly ys: readonly (number | undefined)[];
  readonly offTopic: readonly boolean[];
}

/** A chart in pixels. */
export interface ChartModel {
  readonly width: number;
  readonly height: number;
  readonly plotWidth: number;
  readonly times: readonly number[];
  readonly xs: readonly number[];
  readonly laneY: number;
  readonly panels: readonly Panel[];
  readonly bottom: number;
}

/** Works out where everything stands. */
export function chartModel({ mementos, measures, layout, width }: ChartData): ChartModel {
  const plotWidth = width - MARGIN.left - MARGIN.right;
  const times = timesOf(mementos.map(({ date }) => date));
  const xs = positionsOf(times, layout, plotWidth).map((x) => x + MARGIN.left);
  const panels = measures.map(({ place, measure }, at): Panel => {
    const top = MARGIN.top + LANE + GAP + at * (PANEL + GAP);
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
      ys: values.map((value) => (value === undefined ? undefined : y(value))),
      offTopic: scores.map((each) => each?.topicStatus === "off-topic"),
    };
  });
  const bottom = MARGIN.top + LANE + panels.length * (PANEL + GAP);
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

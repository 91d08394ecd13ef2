import type { TopicStatus } from "../../types.js";

/** Verdicts are told by shape, so that colour is not needed: a disc, a cross, a hollow square. */
export type Shape = "on" | "off" | "none";

/** The shape of a verdict. */
export const shapeOf = (overall: TopicStatus | undefined): Shape =>
  overall === "on-topic" ? "on" : overall === "off-topic" ? "off" : "none";

/** Path of a shape around a point. */
export function shapePath(shape: Shape, x: number, y: number, size = 4): string {
  const [cx, cy] = [x.toFixed(1), y.toFixed(1)];
  const twice = 2 * size;
  switch (shape) {
    case "on": {
      const r = (size * 0.8).toFixed(1);
      const d = (size * 1.6).toFixed(1);
      return `M${cx} ${cy}m-${r} 0a${r} ${r} 0 1 0 ${d} 0a${r} ${r} 0 1 0 -${d} 0`;
    }
    case "off":
      return `M${cx} ${cy}m-${size} -${size}l${twice} ${twice}m0 -${twice}l-${twice} ${twice}`;
    case "none":
      return `M${cx} ${cy}m-${size - 1} -${size - 1}h${twice - 2}v${twice - 2}h-${twice - 2}z`;
  }
}

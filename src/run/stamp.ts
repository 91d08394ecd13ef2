import { createHash } from "node:crypto";
import { version } from "../version.js";
import type { Measure, Settings } from "../types.js";
import { planRun } from "./plan.js";

/**
 * A name for everything that decides what map writes: version, features, preprocessing, what is a memento. Thresholds
 * and the choice of the first memento are not among it: reduce decides those.
 */
export function stampOf(settings: Settings, measures: readonly Measure[]): string {
  const {
    preprocessing,
    groupBy,
    groupCapturesBy,
    status,
    pages,
    redirects,
    revisits,
    substituted,
  } = settings;
  const { maxPageBytes } = settings;
  const { requests } = planRun(settings, measures);
  const decisive = {
    version,
    requests,
    preprocessing,
    groupBy,
    groupCapturesBy,
    status,
    pages,
    redirects,
    revisits,
    substituted,
    maxPageBytes,
  };
  return createHash("sha256").update(JSON.stringify(decisive)).digest("hex").slice(0, 16);
}

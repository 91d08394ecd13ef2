import type { SelfDescription } from "../pages/features/self-description.js";
import type { FeatureRecord, Sign } from "../types.js";
import type { Values } from "./compare.js";

/** Whether a memento is the page, as far as it says by itself: the model compares with such, where there are enough. */
export function isCredible(record: FeatureRecord, values: Values): boolean {
  const { plan, settings } = values;
  if (record.problem !== undefined) return false;
  const signs = values.value(plan.signs, record) as readonly Sign[] | undefined;
  if ((signs?.[0]?.strength ?? 0) >= (settings.model?.strongSignal ?? Infinity)) return false;
  const description = values.value(plan.selfDescription, record) as SelfDescription | undefined;
  return values.seeds.isNamed(record.capture.uriR, description) !== false;
}

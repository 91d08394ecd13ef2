import { UsageError } from "../../base/errors.js";
import { differs, type RunComparison } from "./compare.js";

const DIFFERENCES = ["any", "new-off-topic", "new-off-topic-seed"] as const;

/** Rules that help shows. `missing` takes another number or share, too. */
export const COMPARE_FAIL_WORDS = [...DIFFERENCES, "missing=5%"] as const;

const MISSING = /^missing(?:=(\d+)|=(\d+(?:\.\d+)?)%)?$/u;

type DifferenceRule = (comparison: RunComparison) => boolean;

/** Returns a function that tells whether one of the rules, with commas between, is met. Throws a `UsageError` for another text. */
export function parseDifferences(text: string): DifferenceRule {
  const rules = text.split(",").map((each) => parseDifference(each.trim(), text));
  return (comparison) => rules.some((isMet) => isMet(comparison));
}

function parseDifference(rule: string, text: string): DifferenceRule {
  switch (rule) {
    case "any":
      return differs;
    case "new-off-topic":
      return ({ newOffTopic }) => newOffTopic.length > 0;
    case "new-off-topic-seed":
      return ({ offTopicSeeds }) => offTopicSeeds.length > 0;
    default:
  }
  const [matched, number = "0", percent] = MISSING.exec(rule) ?? [];
  if (matched === undefined || Number(percent ?? 0) > 100) {
    throw new UsageError(
      `--fail-on takes any, new-off-topic, new-off-topic-seed, and missing=5% or missing=20 (more mementos of the first run are not in the second), several with commas between, not "${text}".`,
    );
  }
  return ({ all, missing }) =>
    missing > (percent === undefined ? Number(number) : (Number(percent) / 100) * all);
}

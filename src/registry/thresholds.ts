import { UsageError } from "../errors.js";
import type { Measure, MeasureChoice, ProfileName } from "../types.js";
import { requireByKeyword } from "./find.js";
import type { ThresholdFile } from "./threshold-file.js";

/**
 * Reads what stands after `-tm`: keywords or aliases separated by commas, each with an optional threshold
 * (`jaccard=0.80,bytecount`). A threshold that is not given comes from the file of tuned ones, else, like every
 * comparison, from the profile. Throws a `UsageError` for an unknown measure, one named twice, a threshold that is no
 * number or out of the measure's range, and when no measure has a threshold at all.
 */
export function chooseMeasures(
  text: string,
  profile: ProfileName,
  measures: readonly Measure[],
  tuned?: ThresholdFile,
): MeasureChoice[] {
  const chosen: MeasureChoice[] = [];
  for (const part of text.split(",")) {
    const [name = "", ...rest] = part.split("=").map((piece) => piece.trim());
    if (name === "") {
      throw new UsageError(
        `"${text}" names no measure at one place. Write -tm cosine or -tm jaccard=0.80,bytecount.`,
      );
    }
    const measure = requireByKeyword(name, measures, "measure");
    if (chosen.some(({ keyword }) => keyword === measure.keyword)) {
      throw new UsageError(`measure "${measure.keyword}" is named twice in "${text}".`);
    }
    const fromFile = rest.length === 0 ? tuned?.thresholds.get(measure.keyword) : undefined;
    const given = rest.length === 0 ? fromFile?.threshold.toString() : rest.join("=");
    const choice = choose(measure, profile, given);
    chosen.push(fromFile === undefined ? choice : { ...choice, tuned: true });
  }
  if (chosen.every(({ threshold }) => threshold === undefined)) {
    const names = chosen.map(({ keyword }) => keyword);
    throw new UsageError(
      `${names.join(", ")} ${names.length === 1 ? "has" : "have"} no default threshold, so nothing could be called ` +
        `off-topic. Give one (-tm ${names[0] ?? ""}=NUMBER) or add a measure that has one.`,
    );
  }
  return chosen;
}

/** One measure with a profile's cut, or with the threshold given as text. */
function choose(measure: Measure, profile: ProfileName, given: string | undefined): MeasureChoice {
  const { keyword, otmtKeyword = keyword, cuts } = measure;
  const { comparison, threshold: byDefault } = cuts[profile];
  const threshold = given === undefined ? byDefault : parseThreshold(given, measure);
  return {
    keyword,
    name: profile === "otmt-1.0.5" ? otmtKeyword : keyword,
    comparison,
    ...(threshold !== undefined && { threshold }),
  };
}

function parseThreshold(text: string, { keyword, range: [low, high] }: Measure): number {
  const threshold = Number(text);
  if (!/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/iu.test(text) || !Number.isFinite(threshold)) {
    throw new UsageError(
      `the threshold "${text}" of ${keyword} is not a number. Write -tm ${keyword}=NUMBER.`,
    );
  }
  if (threshold < low || threshold > high) {
    const bounds = high === Infinity ? `at least ${low}` : `between ${low} and ${high}`;
    throw new UsageError(
      `the threshold ${text} of ${keyword} is out of range: scores are ${bounds}.`,
    );
  }
  return threshold;
}

import { createHash } from "node:crypto";
import type { Json, Preprocessing, Settings } from "../types.js";

/** The settings of a run as JSON Lines carry them. */
export interface LineSettings {
  /** For the first line of a TimeMap. */
  readonly whole: Json;
  /** For the others: a learned model by its digest only, everything else as it is. */
  readonly brief: Json;
}

/**
 * A learned model is longer than what is said of a memento, so it is written whole once for each TimeMap (results are
 * split and merged by TimeMaps, never within one). `digest` is SHA-256 of the model as JSON, 16 hexadecimal digits. Of
 * stop words of the user's own, digest and number are written.
 */
export function lineSettings(settings: Settings): LineSettings {
  const recorded = { ...settings, ...withoutStopWords(settings) };
  const { model, ...rest } = recorded as unknown as Readonly<Record<string, Json>>;
  if (model === undefined) return { whole: rest, brief: rest };
  const digest = createHash("sha256").update(JSON.stringify(model)).digest("hex").slice(0, 16);
  return {
    whole: { ...rest, model: { digest, ...(model as Record<string, Json>) } },
    brief: { ...rest, model: { digest } },
  };
}

/** The preprocessing of all measures and of single ones, with lists of stop words told by digest and number. */
function withoutStopWords({ preprocessing, measures }: Settings): {
  readonly preprocessing: Json;
  readonly measures: Json;
} {
  return {
    preprocessing: told(preprocessing),
    measures: measures.map(({ preprocessing: own, ...choice }) => ({
      ...choice,
      ...(own !== undefined && { preprocessing: told(own) }),
    })),
  };
}

function told({ stopWordList, ...rest }: Preprocessing): Json {
  if (stopWordList === undefined) return rest;
  return {
    ...rest,
    stopWordList: { digest: stopWordList.digest, words: stopWordList.words.length },
  };
}

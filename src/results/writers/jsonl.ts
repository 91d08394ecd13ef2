import { createHash } from "../../platform/machine.js";
import { printable } from "../../mementos/text.js";
import type { Json, Preprocessing, Result, Settings, Writer } from "../../types.js";
import { version } from "../../version.js";
import { toDetails, toEntry, toIdentity, valueOf, withSimhash } from "../entry.js";
import { byTimeMap } from "../writing.js";

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

/** The preprocessing of all measures and of single ones, with lists of stop words as digest and number. */
function withoutStopWords({ preprocessing, measures }: Settings): {
  readonly preprocessing: Json;
  readonly measures: Json;
} {
  return {
    preprocessing: withoutWords(preprocessing),
    measures: measures.map(({ preprocessing: own, ...choice }) => ({
      ...choice,
      ...(own && { preprocessing: withoutWords(own) }),
    })),
  };
}

function withoutWords({ stopWordList, ...rest }: Preprocessing): Json {
  if (stopWordList === undefined) return rest;
  return {
    ...rest,
    stopWordList: { digest: stopWordList.digest, words: countOf(stopWordList.words) },
  };
}

/** Settings that were read from results have the number only. */
const countOf = (words: readonly string[] | number): number =>
  typeof words === "number" ? words : words.length;

/** One object a line, each complete in itself: for streams, `jq`, Spark and Hadoop. */
export const jsonl: Writer<string> = {
  keyword: "jsonl",
  suffix: ".jsonl",
  needsSettings: true,
  title: "JSON Lines",
  summary:
    "One self-contained object per memento: scores, URI-R, HTTP status, source file and offset, notes, settings.",
  example:
    'detect_off_topic -i warc=crawl.warc.gz -ot jsonl | jq -r \'select(."overall topic status" == "off-topic") | ."URI-M"\'',

  async *write(results, settings) {
    const { whole, brief } = lineSettings(settings);
    for await (const [result, isFirst] of byTimeMap(results)) {
      yield `${line(result, isFirst ? whole : brief)}\n`;
    }
  },
};

function line(result: Result, settings: Json): string {
  const run = { tool: `detect_off_topic ${version}`, settings };
  if (result.kind === "timemap-problem") {
    const problem = { "URI-T": result.uriT, "access error": result.problem.message, ...run };
    return printable(JSON.stringify(problem), "json");
  }
  const entry = { ...toIdentity(result), ...toEntry(result), ...toDetails(result) };
  const object = { ...entry, pattern: result.pattern, ...run };
  return withSimhash(printable(JSON.stringify(object), "json"), valueOf(result.simhash), "");
}

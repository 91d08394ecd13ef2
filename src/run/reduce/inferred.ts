import type { OverallStatus } from "../../base/types.js";
import type { MementoResult } from "../../score/types.js";
import { sortKeyOf } from "../lines/lines.js";

interface Beside {
  readonly uriM: string;
  readonly overall: OverallStatus | undefined;
}

/**
 * Gives the captures of a TimeMap that were not read the verdict of those beside them, after these have been judged. If
 * theirs differ, as by other settings than those of the run that read them, the verdict is `unsure`. May be iterated
 * several times.
 */
export function withInferred(judged: Iterable<MementoResult>): Iterable<MementoResult> {
  let read: Map<string, Beside> | undefined;
  return {
    *[Symbol.iterator]() {
      read ??= verdictsBeside(judged);
      for (const result of judged) yield inferred(result, read);
    },
  };
}

/** Returns the verdicts on the captures that others are inferred from, by sort key. */
function verdictsBeside(judged: Iterable<MementoResult>): Map<string, Beside> {
  const named = new Set<string>();
  for (const { capture } of judged) for (const key of capture.inferredFrom ?? []) named.add(key);
  const read = new Map<string, Beside>();
  for (const { capture, problem, uriM, overall } of judged) {
    const key = sortKeyOf(capture);
    if (problem === undefined && named.has(key)) read.set(key, { uriM, overall });
  }
  return read;
}

function inferred(result: MementoResult, read: ReadonlyMap<string, Beside>): MementoResult {
  const { kind, key, uriT, uriM, capture } = result;
  const beside = (capture.inferredFrom ?? []).flatMap((each) => read.get(each) ?? []);
  const [first, last = first] = beside;
  if (first === undefined) {
    return capture.inferredFrom === undefined
      ? result
      : { ...result, capture: { ...capture, inferredFrom: undefined } };
  }
  return {
    ...{ kind, key, uriT, uriM },
    capture: { ...capture, inferredFrom: beside.map((each) => each.uriM) },
    measures: [],
    overall: first.overall === last?.overall ? first.overall : "unsure",
  };
}

import type { AskedEvidence } from "../../score/evidence/collection-evidence.js";
import type { Reading, SortedLines } from "../setup/source-and-sink.js";
import type { RunOptions } from "../setup/run-options.js";
import { Alternatives, alternativesOf, OF_OTHER_URI } from "./alternatives.js";
import { joinTimeMaps } from "./joined-timemaps.js";
import { completed } from "./survey.js";

/** A reading in which the TimeMaps of one page under several names are one, and the evidence that is left to survey. */
export interface NamedReading {
  readonly reading: Reading;
  readonly evidence: readonly AskedEvidence[];
}

type NameOptions = Pick<
  RunOptions,
  "settings" | "measures" | "features" | "evidence" | "memoryBytes" | "signal" | "httpOptions" | "onNotice"
>;

/** Joins the TimeMaps of the URIs of one seed, and those that evidence of the collection calls one page. */
export async function joinNames(given: Reading, options: NameOptions): Promise<NamedReading> {
  const closing: (() => void)[] = [];
  const close = (): void => {
    for (const each of closing.splice(0)) each();
    given.close();
  };
  try {
    let reading = given;
    const take = (records: SortedLines): void => {
      reading = { ...given, records, close };
    };
    const seeds = alternativesOf(options.httpOptions);
    if (seeds.length > 0) {
      const joined = await joinTimeMaps(given.records, seeds, { ...options, areAlternatives: true });
      let leftOut = 0;
      closing.push(joined.close, () => {
        if (leftOut > 0) given.tally.skipped.set(OF_OTHER_URI, leftOut);
      });
      const chooser = new Alternatives(seeds, options.settings.groupCapturesBy);
      take({
        count: joined.count,
        sorted: () =>
          joined.sortedWith((lines) => {
            leftOut = 0;
            return chooser.chosen(lines, () => (leftOut += 1));
          }),
      });
    }
    const evidence: AskedEvidence[] = [];
    for (const asked of options.evidence) {
      const { of } = asked;
      if (of.names === undefined) {
        evidence.push(asked);
        continue;
      }
      const { records } = reading;
      const { data } = await completed(asked, () => records.sorted(), options);
      const { pages, remarks, notices } = of.names(data, options.settings);
      const joined = await joinTimeMaps(records, pages, { ...options, remarks });
      closing.push(joined.close);
      for (const notice of notices?.(joined.absent) ?? []) options.onNotice?.(notice);
      take(joined);
      evidence.push({ of, data: JOINED });
    }
    return { reading, evidence };
  } catch (cause) {
    for (const each of closing.splice(0)) each();
    throw cause;
  }
}

/** Stands for the data of evidence that has no more to say once its TimeMaps are one. */
const JOINED = "joined";

import { counted } from "../../base/text.js";
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
  | "settings"
  | "measures"
  | "features"
  | "evidence"
  | "memoryBytes"
  | "signal"
  | "httpOptions"
  | "onNotice"
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
      const joined = await joinTimeMaps(given.records, seeds, {
        ...options,
        areAlternatives: true,
      });
      let leftOut = 0;
      closing.push(() => joined.close());
      closing.push(() => {
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
      const { pages, remarks, told = [] } = of.names(data, options.settings);
      const joined = await joinTimeMaps(records, pages, { ...options, remarks });
      closing.push(() => joined.close());
      for (const line of told) options.onNotice?.(line, true);
      const absent = absentNames(joined.absent);
      if (absent !== undefined) options.onNotice?.(`--${of.keyword}: ${absent}`);
      take(joined);
      evidence.push({ of, data });
    }
    return { reading, evidence };
  } catch (cause) {
    for (const each of closing.splice(0)) each();
    throw cause;
  }
}

/** Maximum number of names in a message. */
const MOST_NAMED = 3;

function absentNames(uris: readonly string[]): string | undefined {
  if (uris.length === 0) return undefined;
  const others = uris.length - MOST_NAMED;
  const more = others > 0 ? ` and ${counted(others, "other name")}` : "";
  return `there is no capture of ${uris.slice(0, MOST_NAMED).join(", ")}${more}.`;
}

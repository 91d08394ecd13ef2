import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedFolder } from "../support/shared.js";
import { runToFile } from "../support/run-program.js";

interface Scored {
  readonly "comparison score"?: number;
  readonly "topic status"?: string;
  readonly "measurement error"?: string;
}

interface Entry {
  /** Decimal digits, because a number would lose the last ones. */
  readonly "raw memento simhash value"?: string;
  /** OTMT leaves a length of 0 out. */
  readonly "content length"?: number;
  readonly "memento-datetime": string;
  readonly "timemap measures": Readonly<Record<string, Scored>>;
  readonly "overall topic status"?: string;
}

/** Returns the mementos of a JSON result by URI-T and URI-M. */
function mementos(text: string): ReadonlyMap<string, Entry> {
  const digits = text.replaceAll(/("raw memento simhash value": )(\d+)/gu, '$1"$2"');
  const result = JSON.parse(digits) as Record<string, Record<string, Entry>>;
  return new Map(
    Object.entries(result).flatMap(([uriT, timeMap]) =>
      Object.entries(timeMap).map(([uriM, entry]) => [`${uriT} ${uriM}`, entry] as const),
    ),
  );
}

const folder = sharedFolder();
const OTMT_MEASURES =
  "cosine,wordcount,bytecount,jaccard,sorensen,raw_simhash,tf_simhash,gensim_lsi,tfintersection";

const cases = [
  ["e2e/5mementos.warc", "e2e/5mementos.warc.json"],
  ["e2e/frogTest.warc", "e2e/frogTest.warc.json"],
  ["perf/perf-200.warc.gz", "e2e/perf-200.warc.gz.json"],
] as const;

describe.skipIf(folder === undefined).each(cases)(
  "comparison of %s with OTMT 1.0.5",
  (warc, json) => {
    let ours: ReadonlyMap<string, Entry>;
    let theirs: ReadonlyMap<string, Entry>;
    /** Scores of OTMT (a) and of this program (b) for each pair of memento and measure. */
    let pairs: readonly { readonly name: string; readonly a: Scored; readonly b: Scored }[];

    beforeAll(async () => {
      const reference = `${folder ?? ""}/reference`;
      const profile = ["--profile", "otmt-1.0.5", "-tm", OTMT_MEASURES];
      ours = mementos((await runToFile(["-i", `warc=${reference}/${warc}`, ...profile])).text);
      theirs = mementos(readFileSync(`${reference}/${json}`, "utf8"));
      pairs = [...theirs].flatMap(([id, entry]) =>
        Object.entries(entry["timemap measures"]).map(([name, a]) => ({
          name: `${name} of ${id}`,
          a,
          b: ours.get(id)?.["timemap measures"][name] ?? {},
        })),
      );
    });

    it("lists the same mementos as OTMT", () => {
      expect([...ours.keys()].sort()).toEqual([...theirs.keys()].sort());
    });

    it("gives the topic status of OTMT for every memento and measure", () => {
      const different = pairs.filter(({ a, b }) => a["topic status"] !== b["topic status"]);
      expect(different).toEqual([]);
      expect(pairs.length).toBeGreaterThanOrEqual(8 * theirs.size);
    });

    it("gives the overall topic status of OTMT for every memento", () => {
      for (const [id, entry] of theirs) {
        expect(ours.get(id)?.["overall topic status"], id).toBe(entry["overall topic status"]);
      }
    });

    it("fails to measure the same mementos as OTMT", () => {
      const failed = ({ "measurement error": error }: Scored): boolean => error !== undefined;
      expect(pairs.filter(({ a, b }) => failed(a) !== failed(b))).toEqual([]);
    });

    it("computes the scores of OTMT within 1e-6", () => {
      const distance = ({ a, b }: (typeof pairs)[number]): number =>
        Math.abs((a["comparison score"] ?? 0) - (b["comparison score"] ?? 0));
      expect(pairs.filter((pair) => !(distance(pair) <= 1e-6))).toEqual([]);
    });

    it("gives the Simhash digits, content lengths and memento-datetimes of OTMT", () => {
      const facts = ({ "memento-datetime": datetime, ...entry }: Entry): unknown[] => [
        datetime,
        entry["raw memento simhash value"],
        entry["content length"] ?? 0,
      ];
      for (const [id, entry] of theirs) expect(facts(ours.get(id)!), id).toEqual(facts(entry));
    });
  },
);

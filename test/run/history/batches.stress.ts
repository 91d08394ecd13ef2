import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../support/run-bin.js";
import { runToFile } from "../../support/run-program.js";
import { runs } from "../../support/thorough.js";
import { http, PACKINGS, page, warcinfo, warcRecord } from "../../support/warc-builder.js";

/** A capture of a crawl: of which seed, in which year, and what it has. */
interface Captured {
  readonly seed: string;
  readonly year: number;
  readonly what:
    | "harbour"
    | "casino"
    | "revisit"
    | "revisit of another"
    | "redirect"
    | "same text"
    | "404";
}

const SEEDS = ["north", "south", "east"] as const;
const YEARS = [2009, 2010, 2011, 2012, 2013] as const;

const captured: fc.Arbitrary<Captured> = fc.record({
  seed: fc.constantFrom(...SEEDS),
  year: fc.constantFrom(...YEARS),
  what: fc.constantFrom(
    ...(["harbour", "harbour", "casino", "revisit", "revisit of another"] as const),
    ...(["redirect", "same text", "404"] as const),
  ),
});

const uriOf = (seed: string): string => `http://${seed}.example/`;
const next = (seed: string): string => SEEDS[(SEEDS.indexOf(seed as never) + 1) % SEEDS.length]!;
const words = (about: string, year: number): string =>
  Array.from({ length: 40 }, (_, at) => `${about} number ${(at * 7 + year) % 31}`).join(" ");

const SHARED = page("hosting", words("This domain is parked with free hosting", 0));

function recordOf({ seed, year, what }: Captured): Buffer {
  const uri = uriOf(seed);
  const date = `${year}-06-01T10:20:30Z`;
  const digest = (of: string, year: number): readonly [string, string] => [
    "WARC-Payload-Digest",
    `sha1:${of}${year}`,
  ];
  const response = (body: string, payload: string, statusLine?: string): Buffer =>
    warcRecord(
      { uri, date, fields: [digest(payload, year)] },
      http(body, { ...(statusLine !== undefined && { statusLine }) }),
    );
  const revisitOf = (of: string): Buffer => {
    const fields = [
      ["WARC-Profile", "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"],
      ["WARC-Refers-To-Target-URI", uriOf(of)],
      ["WARC-Refers-To-Date", `${year - 1}-06-01T10:20:30Z`],
      digest(`harbour${of}`, year - 1),
    ] as const;
    return warcRecord({ type: "revisit", uri, date, fields }, http(""));
  };
  switch (what) {
    case "revisit":
      return revisitOf(seed);
    case "revisit of another":
      return revisitOf(next(seed));
    case "redirect":
      return warcRecord(
        { uri, date },
        http("", { statusLine: "HTTP/1.1 302 Found", fields: [["Location", uriOf(next(seed))]] }),
      );
    case "same text":
      return response(SHARED, "shared");
    case "404":
      return response(page(seed, "Not found"), "none", "HTTP/1.1 404 Not Found");
    case "harbour":
    case "casino":
      return response(page(seed, words(`${what} of the ${seed}`, year)), what + seed);
  }
}

/** Returns the rows of a run as JSON Lines, without the settings. */
async function rowsOf(args: readonly string[]): Promise<string[]> {
  const quiet = ["-ot", "jsonl", "--no-detect-languages", "-l", join(temporaryFolder(), "log")];
  const { status, text } = await runToFile([...args, ...quiet]);
  expect([0, 6]).toContain(status);
  return text.split("\n").filter((line) => line.includes('"URI-T"'));
}

/** Captures that every first batch has, because a topic needs pages of several hosts. */
const ALWAYS: readonly Captured[] = ["west", "upper", "lower"].map((seed) => ({
  seed,
  year: 2008,
  what: "harbour",
}));

const PLAIN = ["-tm", "cosine,bytecount"];

describe("the batches of a collection with --history", () => {
  it.each([
    ["two measures", PLAIN, 2],
    ["a topic", [...PLAIN, "--collection-measures", "vsm"], 1],
    ["TimeMaps that are long for the memory", [...PLAIN, "--set", "memory=1"], 1],
  ] as const)(
    "each batch writes the rows that a run over all files so far has for it, or for the last batch with any: %s",
    async (_, settings, times) => {
      const batch = fc.uniqueArray(captured, {
        maxLength: 8,
        selector: ({ seed, year }) => `${seed}${year}`,
      });
      const property = async (batches: readonly (readonly Captured[])[]): Promise<void> => {
        const folder = temporaryFolder();
        const history = join(folder, "history");
        const files: string[] = [];
        const isFirst = firstOnes();
        let last = "";
        try {
          for (const [at, captures] of batches.entries()) {
            const records = [...(at === 0 ? ALWAYS : []), ...captures.filter(isFirst)];
            const file = join(folder, `${["d", "b", "c", "a"][at]!}.warc`);
            writeFileSync(file, PACKINGS.plain([warcinfo(), ...records.map(recordOf)]));
            files.push(file);
            const all = await rowsOf(["-i", `warc=${files.join(",")}`, ...settings]);
            // Any files may be given again.
            const given = at % 2 === 0 ? files.join(",") : file;
            const own = await rowsOf(["-i", `warc=${given}`, ...settings, "--history", history]);
            const ofLast = (row: string): boolean => row.includes(`"source":{"file":"${last}"`);
            const before = last;
            last = file;
            if (!all.some(ofLast)) last = before;
            expect(own).toEqual(all.filter(ofLast));
            if (at < 3) continue;
            const args = ["-i", `warc=${file}`, ...settings, "--history", history];
            expect(await rowsOf([...args, "--since", "2000"])).toEqual(all);
            expect(await rowsOf([...args, "--since", "2011-06"])).toEqual(
              all.filter(
                (row) => ofLast(row) || /,"memento-datetime":"201(?:1\/0[6-9]|[23]\/)/u.test(row),
              ),
            );
          }
        } finally {
          rmSync(folder, { recursive: true });
        }
      };
      const four = fc.array(batch, { minLength: 4, maxLength: 4 });
      await fc.assert(fc.asyncProperty(four, property), { numRuns: runs(times) });
    },
  );
});

/** Returns a filter for captures that no earlier batch has: a copy of a capture is not new. */
function firstOnes(): (captured: Captured) => boolean {
  const seen = new Set<string>();
  return ({ seed, year }) => seen.size < seen.add(`${seed}${year}`).size;
}

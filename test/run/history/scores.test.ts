import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { prepareRun } from "../../../src/index.js";
import { cdx } from "../../../src/read/inputs/cdx.js";
import { warc } from "../../../src/read/inputs/warc.js";
import { type Ended, runBin, temporaryFolder } from "../../support/run-bin.js";
import { runToFile } from "../../support/run-program.js";
import { runs } from "../../support/thorough.js";
import {
  A_DATE,
  gzip,
  http,
  page,
  PACKINGS,
  pageRecord,
  warcinfo,
  warcRecord,
} from "../../support/warc-builder.js";

const COLLECTION = "fixtures/collection";
/** The eight measures, each with thresholds. */
const MEASURES = {
  cosine: ["", "=0.05", "=0.9"],
  wordcount: ["", "=-0.1", "=-0.9"],
  bytecount: ["", "=-0.05", "=-0.99"],
  jaccard: ["", "=0.1", "=0.95"],
  sorensen: ["", "=0.1", "=0.95"],
  "simhash-raw": ["", "=2", "=40"],
  "simhash-tf": ["", "=2", "=40"],
  gensim_lsi: ["", "=0.1", "=0.95"],
} as const;
const SCORES = ".scores";

async function results(...args: readonly string[]): Promise<string> {
  const { status, text } = await runToFile([...args, "--no-detect-languages"]);
  expect(status).toBe(0);
  return text;
}

const scoresIn = (folder: string): string[] => {
  const scores = join(folder, "scores");
  return existsSync(scores) ? readdirSync(scores).filter((name) => name.endsWith(SCORES)) : [];
};

/** Removes the records of all captures, so that a run that needs them fails. */
function removeRecords(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".segment"))) {
    rmSync(join(folder, name));
  }
}

/** Returns a crawl of two seeds, one of which changes and changes back. */
function crawl(folder = temporaryFolder()): string {
  const path = join(folder, "crawl.warc");
  const words = ["keeper of the lamp", "keeper of the lamp", "casino bonus", "keeper of a lamp"];
  const captures = ["north", "south"].flatMap((seed) =>
    words.map((word, year) =>
      pageRecord(
        seed,
        { date: `${2009 + year}-01-01T00:00:00Z` },
        page(seed, `${seed === "north" ? word : "ferry"} in ${seed}`),
      ),
    ),
  );
  writeFileSync(path, PACKINGS.plain([warcinfo(), ...captures]));
  return path;
}

/** Returns a WARC file in the form that `-d` writes, with the requested URI and its TimeMap beside each answer. */
function keptByFetching(
  captures: readonly (readonly [archive: string, year: number, text: string])[],
): Buffer {
  const directory = "detect-off-topic-working-directory: 1\r\n";
  const information = warcRecord({ type: "warcinfo", date: A_DATE }, directory);
  const records = captures.flatMap(([archive, year, text]) => {
    const id = `<urn:uuid:00000000-0000-4000-8000-00000000${year}>`;
    const uri = `https://${archive}.example/web/${year}0101000000/http://north.example/`;
    const asked = {
      "uri-r": "http://north.example/",
      "uri-m": uri,
      "uri-t": `https://${archive}.example/web/timemap/link/http://north.example/`,
      "memento-datetime": new Date(Date.UTC(year)).toUTCString(),
    };
    const lines = Object.entries(asked).map((line) => `${line.join(": ")}\r\n`);
    return [
      warcRecord(
        { type: "metadata", uri, date: A_DATE, fields: [["WARC-Refers-To", id]] },
        lines.join(""),
      ),
      warcRecord(
        { uri, date: A_DATE, fields: [["WARC-Record-ID", id]] },
        http(page("north", text), {
          fields: [["Memento-Datetime", asked["memento-datetime"]]],
        }),
      ),
    ];
  });
  return Buffer.concat([information, ...records]);
}

describe("the stored scores of a history", () => {
  it("cached scores are judged by other thresholds without reading pages or features", async () => {
    const cache = temporaryFolder();
    const args = ["-i", `warc=${crawl()}`, "--cache", cache];
    await results(...args, "-tm", "cosine=0.1,wordcount");
    removeRecords(cache);
    for (const given of ["cosine=0.9,wordcount", "cosine,wordcount=-0.9", "cosine=0.1,wordcount"]) {
      const plain = await results(...args.slice(0, 2), "-tm", given);
      expect(await results(...args, "-tm", given)).toBe(plain);
    }
    expect(scoresIn(cache)).toHaveLength(1);
  });

  it("cached scores give the same bytes as a run that scores, with any thresholds, votes and output", async () => {
    const cache = temporaryFolder();
    const thresholds = Object.entries(MEASURES).map(([name, own]) =>
      fc.constantFrom(...own.map((threshold) => name + threshold)),
    );
    const choices = fc.record({
      measures: fc.tuple(...thresholds),
      combine: fc.constantFrom("any", "all", "majority", "2", "8"),
      form: fc.constantFrom("json", "jsonl", "csv", "text"),
    });
    await fc.assert(
      fc.asyncProperty(choices, async ({ measures, combine, form }) => {
        const args = [
          ...["-i", `warc=${COLLECTION}`, "-tm", measures.join(",")],
          ...["--combine", combine, "-ot", form],
        ];
        expect(await results(...args, "--cache", cache)).toBe(await results(...args));
      }),
      { numRuns: runs(5) },
    );
    expect(scoresIn(cache)).toHaveLength(1);
  });

  it.each([
    [
      ["--profile", "default"],
      ["--abstain", ".2-.8"],
    ],
    [
      ["-tm", "cosine", "--explain"],
      ["-tm", "cosine=0.9", "--explain"],
    ],
    [
      ["-tm", "structure=0.1"],
      ["-tm", "structure=0.9"],
    ],
    [
      ["-tm", "cosine@previous=0.1"],
      ["-tm", "cosine@previous=0.9"],
    ],
    [
      ["-tm", "cosine=0.1,wordcount", "--set", "short-circuit=true"],
      ["-tm", "cosine=0.9,wordcount", "--set", "short-circuit=true"],
    ],
    [
      ["-tm", "cosine", "--set", "first=usable"],
      ["-tm", "cosine"],
    ],
    [
      ["-tm", "cosine", "--signs"],
      ["-tm", "cosine", "--signs", "--set", "sign-strength=0.9"],
    ],
  ])(
    "cached scores of %j are not used for %j, and the scores of the second run are stored",
    async (one, other) => {
      const cache = temporaryFolder();
      const args = ["-i", `warc=${crawl()}`, "-ot", "jsonl"];
      for (const choice of [one, other]) {
        const plain = await results(...args, ...choice);
        for (const run of ["first", "second"]) {
          expect(await results(...args, ...choice, "--cache", cache), run).toBe(plain);
        }
      }
      expect(scoresIn(cache)).toHaveLength(2);
    },
  );

  it("cached scores keep all reports of the first run: skipped, damaged and incomparable records", async () => {
    const [cache, folder] = [temporaryFolder(), temporaryFolder()];
    const path = crawl(folder);
    const whole = readFileSync(path);
    const error = pageRecord("gone", { date: "2009-01-01T00:00:00Z" }, "");
    writeFileSync(path, Buffer.concat([error, whole, Buffer.from("WARC/1.0\r\nnot a record")]));
    const args = ["-i", `warc=${path}`, "-tm", "cosine", "--workers", "0", "-ot", "jsonl"];
    const said = ({ stderr, ...rest }: Ended): object => ({
      ...rest,
      stderr: stderr.replace(/in [\d.]+ s \(\d+\/s\)|: (?:1|no) new file/gu, ""),
    });
    const summary = ["--summary", join(folder, "summary.json")];
    const first = said(await runBin([...args, ...summary, "--cache", cache]));
    const summarised = readFileSync(summary[1]!, "utf8");
    removeRecords(cache);
    expect(said(await runBin([...args, ...summary, "--cache", cache]))).toEqual(first);
    expect(readFileSync(summary[1]!, "utf8")).toBe(summarised);
    expect(summarised).toContain('"damagedPlaces": 1');
  });

  it("scores are computed again after a file has changed or the folder has new files", async () => {
    const [cache, folder] = [temporaryFolder(), temporaryFolder()];
    const path = crawl(folder);
    const args = ["-i", `warc=${folder}`, "-tm", "cosine", "--workers", "0"];
    const summary = join(temporaryFolder(), "summary.json");
    const skipped = async (): Promise<unknown> => {
      await results(...args, "--cache", cache, "--summary", summary);
      return (JSON.parse(readFileSync(summary, "utf8")) as { notMementos: unknown }).notMementos;
    };
    const before = await skipped();
    writeFileSync(join(folder, "notes.txt"), "");
    const after = await skipped();
    expect(after).not.toEqual(before);
    expect(await skipped()).toEqual(after);
    writeFileSync(path, pageRecord("north", { date: "2019-01-01T00:00:00Z" }), { flag: "a" });
    expect(await results(...args, "--cache", cache)).toBe(await results(...args));
  });

  it("scores of merged TimeMaps are not cached, because their results are not in chronological order", async () => {
    const cache = temporaryFolder();
    const path = join(temporaryFolder(), "work.warc");
    const [lamp, casino] = ["lighthouse keeper of the lamp", "casino bonus jackpot"];
    const captures = [
      ["one", 2010, lamp],
      ["other", 2011, casino],
      ["other", 2012, casino],
      ["one", 2013, lamp],
    ] as const;
    writeFileSync(path, keptByFetching(captures));
    const args = ["-i", `warc=${path}`, "-tm", "cosine", "--set", "group-by=surt", "-ot", "seeds"];
    const plain = await results(...args);
    expect(plain).toContain("single");
    for (const run of ["first", "second"]) {
      expect(await results(...args, "--cache", cache), run).toBe(plain);
    }
    expect(scoresIn(cache)).toEqual([]);
  });

  it("the files of a working directory, on the web and behind an index are no plain files", () => {
    const folder = temporaryFolder();
    const path = crawl(folder);
    writeFileSync(`${path}.gz`, gzip(readFileSync(path)));
    rmSync(path);
    expect(warc.plainFiles!([`${path}.gz`])).toEqual({ files: [`${path}.gz`], otherSuffixes: [] });
    writeFileSync(join(folder, "detect_off_topic.json"), "{}");
    expect(warc.plainFiles!([`${path}.gz`])).toBeUndefined();
    expect(warc.plainFiles!(["https://crawls.example/get/"])).toBeUndefined();
    expect("plainFiles" in cdx).toBe(false);
  });

  it("cached scores are found for a folder that contains a link to itself", async () => {
    const [cache, folder] = [temporaryFolder(), temporaryFolder()];
    crawl(folder);
    for (const name of ["one", "other"]) symlinkSync(".", join(folder, name));
    const args = ["-i", `warc=${folder}`, "-tm", "cosine"];
    const plain = await results(...args);
    for (const run of ["first", "second"]) {
      expect(await results(...args, "--cache", cache), run).toBe(plain);
    }
    expect(scoresIn(cache)).toHaveLength(1);
  });

  it("cached scores keep the computed verdicts that a curator has replaced", async () => {
    const cache = temporaryFolder();
    const overrides = join(temporaryFolder(), "overrides.tsv");
    writeFileSync(overrides, "http://north.example/\t0\n");
    const args = ["-i", `warc=${crawl()}`, "-tm", "cosine"];
    const plain = await results(...args);
    const judged = await results(...args, "--overrides", overrides);
    expect(judged).not.toBe(plain);
    for (let run = 0; run < 2; run += 1) {
      expect(await results(...args, "--overrides", overrides, "--cache", cache)).toBe(judged);
    }
    expect(scoresIn(cache)).toEqual([]);
    expect(await results(...args, "--cache", cache)).toBe(plain);
    expect(await results(...args, "--overrides", overrides, "--cache", cache)).toBe(judged);
  });

  it("scores are stored in the cache completely or not at all", async () => {
    const cache = temporaryFolder();
    const path = crawl();
    const options = {
      input: `warc=${path}`,
      measures: "cosine",
      history: { directory: cache, asCache: true },
    };
    const { results: all } = await prepareRun({ ...options, workers: 0, detectLanguage: false });
    await all.next();
    await all.return(undefined);
    expect(readdirSync(join(cache, "scores"))).toEqual([]);
    const args = ["-i", `warc=${path}`, "-tm", "cosine"];
    const plain = await results(...args);
    expect(await results(...args, "--cache", cache)).toBe(plain);
    const [name = ""] = scoresIn(cache);
    const bytes = readFileSync(join(cache, "scores", name));
    const odd = Buffer.from(bytes);
    odd[odd.indexOf("on-topic")] = 0x58;
    for (const damaged of [odd, bytes.subarray(0, -10), bytes.subarray(0, 40), Buffer.alloc(0)]) {
      writeFileSync(join(cache, "scores", name), damaged);
      expect(await results(...args, "--cache", cache)).toBe(plain);
      const written = readFileSync(join(cache, "scores", name), "utf8").split("\n");
      // The next to last line counts what this run has read, and the last one is a digest.
      expect(written.slice(0, -3)).toEqual(bytes.toString("utf8").split("\n").slice(0, -3));
    }
  });

  it("a history keeps the scores of the last eight runs with different settings", async () => {
    const cache = temporaryFolder();
    const args = ["-i", `warc=${crawl()}`, "-tm", "structure=0.9", "--cache", cache];
    await results(...args);
    const [first = ""] = scoresIn(cache);
    for (let at = 1; at <= 8; at += 1) {
      for (const name of scoresIn(cache)) utimesSync(join(cache, "scores", name), at, at);
      // The first entry is used again and again.
      await results(...args);
      await results(...args.slice(0, 2), "-tm", `structure=0.${at}`, "--cache", cache);
    }
    expect(scoresIn(cache)).toHaveLength(8);
    expect(scoresIn(cache)).toContain(first);
  });
});

import fc from "fast-check";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sketchBands } from "../../../src/base/math/near-groups.js";
import { SharedTexts, readElsewhere } from "../../../src/score/evidence/elsewhere.js";
import { elsewherePlaces } from "../../../src/tasks/map-reduce/shared-texts.js";
import { loadSites, siteOf } from "../../../src/base/site.js";
import { runBin } from "../../support/run-bin.js";
import { http, warcRecord } from "../../support/warc-builder.js";

let folder = "";
const at = (name: string): string => join(folder, name);

const PARKED =
  "This domain is registered, but its owner has not put a site here yet. Visit the control panel of your host to upload one.";
const NOT_FOUND =
  "We are sorry, the article that you look for has moved or never was. Try the search box, or begin again at the front page of our paper.";
/** Returns a text for each number, made of words that occur in no other. */
const own = (at: number): string =>
  Array.from({ length: 60 }, (_, n) =>
    ((at + 7) * 7919 + n * 104_729)
      .toString(36)
      .split("")
      .reverse()
      .join(String.fromCharCode(97 + (at % 26))),
  ).join(" ");

const capture = (uri: string, year: number, text: string): Buffer =>
  warcRecord(
    { uri, date: `${year}-06-01T00:00:00Z` },
    http(`<html><title>${year}</title><body><p>${text}</p></body></html>`),
  );

/** Four sites that were parked in 2014, one newspaper with a page for missing articles, and three unrelated sites. */
function records(): Buffer[] {
  const made: Buffer[] = [];
  for (const [number, name] of ["ash", "birch", "cedar", "elm"].entries()) {
    made.push(capture(`http://${name}.example.com.au/`, 2012, own(number)));
    made.push(capture(`http://${name}${number}.example/`, 2012, own(number + 8)));
    made.push(capture(`http://${name}${number}.example/`, 2014, PARKED));
  }
  for (const number of [1, 2, 3, 4]) {
    const uri = `http://paper.example/article-${number}`;
    made.push(capture(uri, 2012, own(number + 16)));
    made.push(capture(uri, 2013, NOT_FOUND));
  }
  return made;
}

const VOTE = ["--set", "elsewhere-vote=3"];
const files: string[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "dot-elsewhere-"));
  const all = records();
  for (const [part, some] of [all.slice(0, 9), all.slice(9)].entries()) {
    files.push(at(`part-${part}.warc`));
    writeFileSync(files[part]!, Buffer.concat(some));
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Row {
  readonly "URI-R": string;
  readonly "memento-datetime": string;
  readonly "overall topic status": string;
  readonly "timemap measures": Readonly<
    Record<string, { readonly "comparison score"?: number; readonly "compared with"?: string }>
  >;
}
const rowsOf = (jsonl: string): Row[] =>
  jsonl
    .split("\n")
    .filter((line) => line.includes("URI-R"))
    .map((line) => JSON.parse(line) as Row);

/** A round of an engine: the lines of a part in, further lines out. */
async function round(lines: string): Promise<string> {
  let written = "";
  const given = lines.split("\n").filter((line) => line !== "");
  for await (const line of elsewherePlaces(given)) written += `${line}\n`;
  return written;
}

async function run(...args: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await runBin(args);
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

describe("texts that several sites share", () => {
  it("calls texts of other sites off-topic, and only reports texts that the page's own site shares", async () => {
    const rows = rowsOf(
      await run(
        "-q",
        "-i",
        `warc=${files.join(",")}`,
        "-ot",
        "jsonl",
        "--elsewhere",
        "collection",
        ...VOTE,
      ),
    );
    const votes = rows.map((row) => {
      const found = row["timemap measures"]["elsewhere"];
      return [
        row["memento-datetime"].slice(0, 4),
        found?.["comparison score"],
        found?.["compared with"],
      ];
    });
    expect(votes.filter(([year]) => year === "2012").every(([, score]) => score === 0)).toBe(true);
    expect(votes.filter(([year]) => year === "2014")).toEqual(
      Array(4).fill(["2014", 3, "the same text in 3 TimeMaps of 3 other sites"]),
    );
    expect(votes.filter(([year]) => year === "2013")).toEqual(
      Array(4).fill(["2013", 0, "the same text in 3 other TimeMaps of its site"]),
    );
    const off = rows.filter((row) => row["overall topic status"] === "off-topic");
    expect(off.map((row) => row["memento-datetime"].slice(0, 4))).toContain("2014");
  });

  it("map | elsewhere | reduce gives the same bytes as a single run for records in any order", async () => {
    const plain = await run(
      ...["-q", "-i", `warc=${files.join(",")}`, "-ot", "jsonl"],
      ...["--elsewhere", "collection", ...VOTE],
    );
    const mapped = [await run("map", files[0]!), await run("map", files[1]!)];
    writeFileSync(
      at("records"),
      mapped
        .join("")
        .split(/(?<=\n)/u)
        .sort()
        .join(""),
    );
    writeFileSync(
      at("backwards"),
      mapped
        .join("")
        .split(/(?<=\n)/u)
        .reverse()
        .join(""),
    );
    const texts = await run("elsewhere", at("records"));
    expect(await run("elsewhere", at("backwards"))).toBe(texts);
    await run("elsewhere", at("records"), "-o", at("texts"));
    expect(readFileSync(at("texts"), "utf8")).toBe(texts);
    expect(await run("reduce", at("records"), "--elsewhere", at("texts"), ...VOTE)).toBe(plain);
  });

  it("finds shared texts in rounds of a sorting engine, in which each part of the input gives a part of the file", async () => {
    const records = await Promise.all(files.map((file) => run("map", file)));
    const places = (await Promise.all(records.map(round))).join("").split(/(?<=\n)/u);
    const halves = [0, 1].map((half) =>
      places.filter((place) => place.charCodeAt(10) % 2 === half).sort(),
    );
    expect(halves.every(({ length }) => length > 50)).toBe(true);
    const found = halves.map((half) => round(half.join("")));
    writeFileSync(at("texts-of-parts"), (await Promise.all(found)).join(""));

    writeFileSync(
      at("all-records"),
      records
        .join("")
        .split(/(?<=\n)/u)
        .sort()
        .join(""),
    );
    const [inRounds, atOnce] = ["texts-of-parts", "texts-at-once"].map(at);
    writeFileSync(atOnce!, await run("elsewhere", at("all-records")));
    const reduced = (texts: string): Promise<string> =>
      run("reduce", at("all-records"), "--elsewhere", texts, ...VOTE);
    expect(await reduced(inRounds!)).toBe(await reduced(atOnce!));
    const lines = (file: string): string[] => [...new Set(readFileSync(file, "utf8").split("\n"))];
    expect(lines(inRounds!).sort()).toEqual(lines(atOnce!).sort());
    expect(lines(atOnce!).length).toBeGreaterThan(5);

    const unsorted = halves[0]!.toReversed().join("");
    await expect(round(unsorted)).rejects.toThrow("LC_ALL=C sort");
    const mixed = halves[0]!.join("") + records[0]!;
    await expect(round(mixed)).rejects.toThrow("is not a place of a text");
  });

  it("-tm elsewhere=3 equals --set elsewhere-vote=3 alone, beside other measures, and in map, elsewhere and reduce", async () => {
    const input = ["-q", "-i", `warc=${files.join(",")}`, "-ot", "jsonl"];
    const all = ["--elsewhere", "collection"];
    const named = await run(...input, ...all, "-tm", "cosine, Elsewhere=3");
    expect(named).toBe(await run(...input, ...all, "-tm", "cosine", ...VOTE));

    const alone = rowsOf(await run(...input, ...all, "-tm", "elsewhere=3"));
    const yearsOf = (status: string): Set<string> =>
      new Set(
        alone
          .filter((row) => row["overall topic status"] === status)
          .map((row) => row["memento-datetime"].slice(0, 4)),
      );
    expect(yearsOf("off-topic")).toEqual(new Set(["2014"]));
    expect(yearsOf("on-topic")).toEqual(new Set(["2012", "2013"]));

    const measures = ["-tm", "cosine,elsewhere=3"];
    const mapped = await Promise.all(files.map((file) => run("map", file, ...all, ...measures)));
    const sorted = mapped
      .join("")
      .split(/(?<=\n)/u)
      .sort();
    writeFileSync(at("of-measures"), sorted.join(""));
    await run("elsewhere", at("of-measures"), "-o", at("texts-of-measures"));
    const reduced = ["reduce", at("of-measures"), "--elsewhere", at("texts-of-measures")];
    expect(await run(...reduced, ...measures)).toBe(named);
  });

  it("shared texts without a vote are reported, but change no verdict", async () => {
    const input = ["-q", "-i", `warc=${files.join(",")}`, "-ot", "jsonl"];
    const without = rowsOf(await run(...input));
    const reported = rowsOf(await run(...input, "--elsewhere", "collection"));
    const verdicts = (rows: readonly Row[]): unknown[] =>
      rows.map((row) => row["overall topic status"]);
    expect(verdicts(reported)).toEqual(verdicts(without));
    expect(reported.every((row) => "elsewhere" in row["timemap measures"])).toBe(true);
  });

  it.each([
    ["a vote without texts", VOTE, "--set elsewhere-vote needs"],
    ["a file of another kind", ["--elsewhere", "package.json"], "not a file that elsewhere wrote"],
    ["the measure elsewhere without texts", ["-tm", "cosine,elsewhere=3"], "-tm elsewhere needs"],
    [
      "the measure elsewhere alone without a threshold",
      ["--elsewhere", "collection", "-tm", "elsewhere"],
      "-tm elsewhere=NUMBER",
    ],
    [
      "half a site",
      ["--elsewhere", "collection", "-tm", "cosine,elsewhere=.5"],
      "not a number of sites",
    ],
    [
      "the measure elsewhere given twice",
      ["--elsewhere", "collection", "-tm", "elsewhere=3,elsewhere=4"],
      "names elsewhere twice",
    ],
    [
      "both the measure and the vote",
      ["--elsewhere", "collection", "-tm", "elsewhere=3", "--set", "elsewhere-vote=4"],
      "give one of them",
    ],
    [
      "a run without any vote",
      ["--elsewhere", "collection", "--set", "elsewhere-vote=0"],
      "--set elsewhere-vote",
    ],
  ])("refuses %s in the options for shared texts", async (_, args, message) => {
    const { status, stderr } = await runBin(["-i", `warc=${files[0]!}`, ...args]);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it("reduce refuses records without sketches, and records of only a part of the collection", async () => {
    writeFileSync(at("some"), await run("map", "-tm", "cosine", files[0]!));
    const without = await runBin(["elsewhere", at("some")]);
    expect([without.status, without.stderr]).toEqual([
      2,
      expect.stringContaining("character n-grams"),
    ]);
    const part = await runBin(["reduce", "--elsewhere", "collection", at("some")]);
    expect([part.status, part.stderr]).toEqual([
      2,
      expect.stringContaining("needs the whole input"),
    ]);
  });
});

describe("bands of a sketch", () => {
  const hash = fc.integer({ min: 0, max: 2 ** 32 - 1 });
  const sketch = fc
    .uniqueArray(hash, { minLength: 64, maxLength: 128 })
    .map((hashes) => hashes.sort((a, b) => a - b));

  it("equal sketches have equal bands, and a short text has no sketch", () => {
    fc.assert(
      fc.property(sketch, (one) => {
        expect(sketchBands([...one])).toEqual(sketchBands(one));
      }),
    );
    expect(sketchBands([1, 2, 3, 4, 5])).toEqual([]);
  });

  it("sketches of unrelated texts share no bands", () => {
    fc.assert(
      fc.property(sketch, sketch, (one, other) => {
        const known = new Set(sketchBands(one));
        expect(sketchBands(other).filter((band) => known.has(band))).toEqual([]);
      }),
    );
  });
});

beforeAll(loadSites);

it("siteOf returns the registered domain, or the user's subdomain of a shared host", () => {
  expect(
    ["http://a.b.example.co.uk/x", "http://me.github.io/", "http://127.0.0.1:80/", "no uri"].map(
      siteOf,
    ),
  ).toEqual(["example.co.uk", "me.github.io", "127.0.0.1", "no uri"]);
});

it("counts a page's own site as one of the sites of a text that has more sites than the file lists", () => {
  const table = readElsewhere(
    [
      "detect_off_topic elsewhere 1",
      ...sketchBands([...Array(64).keys()]).map(
        (band) => `${band.toString(36).padStart(11, "0")}\t90\t100\t00000000000:3`,
      ),
      "",
    ],
    "texts",
  );
  const found = new SharedTexts(table).find("http://a.example/", [...Array(64).keys()]);
  expect(found).toEqual({ sites: 89, timeMaps: 100, ofSite: 0 });
});

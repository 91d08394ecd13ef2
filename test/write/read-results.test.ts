import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { UsageError } from "../../src/base/errors.js";
import { defaultModel } from "../../src/score/settings/default-model.js";
import { valueOf } from "../../src/write/entry.js";
import { parseResults, readResults, type SavedResults } from "../../src/write/read-results.js";
import { runBin, temporaryFolder } from "../support/run-bin.js";
import { runToFile } from "../support/run-program.js";
import { runs } from "../support/thorough.js";

async function* pieces(...texts: readonly string[]): AsyncGenerator<string> {
  for (const text of texts) yield await Promise.resolve(text);
}

const read = (...texts: readonly string[]): Promise<SavedResults> =>
  parseResults(pieces(...texts), "run.json");

/** Results as OTMT 1.0.5 writes them (figure 8 of the paper). */
const OTMT = JSON.stringify(
  {
    "http://archive.example/1068/timemap/link/http://www.a.example/": {
      "http://archive.example/1068/20130307084848/http://www.a.example/": {
        "raw memento simhash value": "DIGITS",
        "memento-datetime": "2013/03/07 08:48:48 GMT",
        "timemap measures": {
          cosine: {
            stemmed: true,
            tokenized: true,
            "removed boilerplate": true,
            "comparison score": 0.10969941307631487,
            "topic status": "off-topic",
          },
          bytecount: { "measurement error": "no bytes" },
        },
        "overall topic status": "off-topic",
      },
      "http://archive.example/1068/20140307084848/http://www.a.example/": {
        "access error": "404",
      },
    },
    "http://archive.example/1068/timemap/link/http://b.example/": { "access error": "gone" },
  },
  null,
  4,
).replace('"DIGITS"', "16825458760271544958");

describe("results as JSON", () => {
  it("reads results of OTMT 1.0.5: scores, verdicts, errors, and the capture from the URI-M", async () => {
    const { mementos, timeMapProblems, run } = await read(OTMT);
    expect(mementos).toHaveLength(2);
    expect(mementos[0]).toMatchObject({
      simhash: { value: "16825458760271544958" },
      capture: { uriR: "http://www.a.example/", mementoDatetime: "2013-03-07T08:48:48Z" },
      overall: "off-topic",
    });
    const [cosine, bytecount] = mementos[0]?.measures ?? [];
    expect(cosine).toEqual({
      name: "cosine",
      flags: { stemmed: true, tokenized: true, removedBoilerplate: true },
      outcome: { value: { score: 0.10969941307631487, topicStatus: "off-topic" } },
    });
    expect(bytecount).toMatchObject({
      name: "bytecount",
      outcome: { problem: { message: "no bytes" } },
    });
    expect(mementos[1]).toMatchObject({
      problem: { message: "404" },
      capture: { mementoDatetime: "2014-03-07T08:48:48Z" },
    });
    expect(timeMapProblems.map(({ problem }) => problem.message)).toEqual(["gone"]);
    expect(run).toBeUndefined();
  });

  it("reads the same results for any division of the file into chunks", async () => {
    const whole = await read(OTMT);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(OTMT.length), { maxLength: 12 }), async (cuts) => {
        const ends = [0, ...cuts.toSorted((a, b) => a - b), OTMT.length];
        const parts = ends.slice(1).map((end, i) => OTMT.slice(ends[i], end));
        expect(await read(...parts)).toEqual(whole);
      }),
    );
  });

  it.each([
    ["an end in the middle", OTMT.slice(0, 300)],
    ["a list", "[1, 2]"],
    ["numbers where TimeMaps should be", '{"a": 1}'],
    ["a list instead of a TimeMap", '{"a": ["b"]}'],
    ["text after the end", `${OTMT} {}`],
    ["no JSON in it", '{"a": {"b": nonsense}}'],
    ["unbalanced brackets", '{"a": {"b": 1]}'],
    ["a page", "<html><body>{}</body></html>"],
  ])("refuses JSON with %s in one line", async (_, text) => {
    await expect(read(text)).rejects.toThrow(/^run\.json [^\n]+$/u);
    await expect(read(text)).rejects.toBeInstanceOf(UsageError);
  });

  it("reads or refuses any text as JSON.parse does, but empty text as no results", async () => {
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .dictionary(fc.string(), fc.dictionary(fc.string(), fc.jsonValue()))
        .map((value) => JSON.stringify(value)),
      fc
        .array(fc.constantFrom("{", "}", "[", "]", ",", ":", '"', "\\", "a", "1", " ", "\n"))
        .map((parts) => parts.join("")),
    );
    await fc.assert(
      fc.asyncProperty(text, async (given) => {
        try {
          await read(given);
          if (given.trim() !== "") expect(() => JSON.parse(given) as unknown).not.toThrow();
        } catch (cause) {
          expect(cause).toBeInstanceOf(UsageError);
        }
      }),
      { numRuns: runs(200) },
    );
  });
});

describe("results of this tool", () => {
  const ARGS = [
    ...["-i", "warc=fixtures/collection", "--timemap-measures", "bytecount"],
    "--no-detect-languages",
  ];
  /** Results as JSON Lines, of which each test reads what it is about. */
  let lines = "";
  beforeAll(async () => {
    ({ text: lines } = await runToFile([...ARGS, "-ot", "jsonl"]));
  });

  it("JSON and JSON Lines have the same results, but only JSON Lines have captures and settings", async () => {
    const { text: json } = await runToFile(ARGS);
    const asJson = await read(json);
    const asLines = await read(lines);
    for (const { capture } of asLines.mementos)
      expect(capture.source?.file).toMatch(/^fixtures\/collection\//u);
    const asInJson = asLines.mementos.map((memento) => ({
      ...memento,
      ...{ key: undefined, comparedWith: undefined, pattern: undefined, textSimhash: undefined },
      capture: {
        uriR: memento.capture.uriR,
        mementoDatetime: memento.capture.mementoDatetime,
      },
    }));
    expect(asJson.mementos).toEqual(asInJson);
    expect(asJson.mementos.length).toBeGreaterThan(100);
    expect(asJson.run).toBeUndefined();
    expect(asLines.run?.choices).toEqual([
      { keyword: "bytecount", name: "bytecount", threshold: -0.39, comparison: "<" },
    ]);
  });

  it("reads thresholds, Simhashes, inputs of the model and texts, and converts them to the same bytes", async () => {
    const args = ["-i", "warc=fixtures/warcs/two-captures.warc", "-ot", "jsonl", "--explain"];
    const { text } = await runToFile([...args, "--signs"]);
    const { mementos, run } = await read(text);
    expect(run?.choices.slice(-2)).toEqual([
      { keyword: "signs", name: "signs", threshold: 0.6, comparison: ">=" },
      { keyword: "combined", name: "combined", threshold: defaultModel.threshold, comparison: ">" },
    ]);
    for (const { excerpt, inputs = {}, textSimhash } of mementos) {
      expect(valueOf(excerpt) ?? "").not.toBe("");
      expect(textSimhash).toEqual({ value: expect.stringMatching(/^\d+$/u) as string });
      expect(inputs["http-error"]).toBeOneOf([0, 1]);
    }
    const path = join(temporaryFolder(), "run.jsonl");
    writeFileSync(path, text);
    const { stdout } = await runBin(["convert", path, "-ot", "jsonl"]);
    expect(stdout).toBe(text);
  });

  it("accepts a line of settings at any position, because part files can be joined in any order", async () => {
    const whole = await read(lines);
    const [settings = "", ...rows] = lines.trimEnd().split("\n");
    const [one, two] = [rows.slice(0, 40), rows.slice(40)];
    for (const joined of [
      [settings, ...one, settings, ...two],
      [...rows, settings],
      [...one, settings, ...two],
    ]) {
      expect(await read(`${joined.join("\n")}\n`)).toEqual(whole);
    }
    const { run, mementos } = await read(rows.join("\n"));
    expect(run).toBeUndefined();
    expect(mementos.map(({ overall }) => overall)).toEqual(
      whole.mementos.map(({ overall }) => overall),
    );
  });

  it("refuses a truncated line, and reports its number", async () => {
    const broken = lines.slice(0, lines.indexOf("\n") + 30);
    await expect(read(broken)).rejects.toThrow(/line 2: not a line of results/u);
  });

  it("reads gzipped results in one member or several, even if a character is divided between two chunks", async () => {
    const [plain, packed] = ["run.jsonl", "run.jsonl.gz"].map((name) =>
      join(temporaryFolder(), name),
    );
    const bytes = Buffer.from(lines.replaceAll("http:", "http:ä€😀"));
    writeFileSync(plain!, bytes);
    const { mementos } = await readResults(plain!);
    for (const at of [0, 1001]) {
      const parts = [bytes.subarray(0, at), bytes.subarray(at)].map((part) => gzipSync(part));
      writeFileSync(packed!, Buffer.concat(parts));
      expect((await readResults(packed!)).mementos).toEqual(mementos);
    }
  });

  it("refuses gzipped results in one line if they are cut short, and reads empty ones as none", async () => {
    const path = join(temporaryFolder(), "run.json.gz");
    writeFileSync(path, gzipSync("{}").subarray(0, 12));
    await expect(readResults(path)).rejects.toThrow(/run\.json\.gz cannot be read: [^\n]+$/u);
    for (const bytes of [Buffer.alloc(0), gzipSync(" \n")]) {
      writeFileSync(path, bytes);
      expect((await readResults(path)).mementos).toEqual([]);
    }
    writeFileSync(path, "id\tdate\tURI\tlabel\n");
    await expect(readResults(path)).rejects.toThrow(/this needs results as JSON Lines or JSON/u);
  });
});

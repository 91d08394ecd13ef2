import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { parseLine } from "../../../src/run/lines/lines.js";
import { measures } from "../../../src/score/measures/index.js";
import { ROOT } from "../../support/run-bin.js";
import { difference, FILES, plain, recordsOf, sort, step } from "./steps.js";

const ALL = measures.map(({ keyword }) => keyword).join(",");
const NO_METADATA = ["--no-compute-simhashes", "--no-compute-lengths", "--no-detect-languages"];

/** The first runs as processes with real pipes between them, the others run inside this process. */
const CHOICES: readonly (readonly [name: string, settings: readonly string[]])[] = [
  ["profile default, explained", ["--profile", "default", "--explain"]],
  ["profile otmt-1.0.5", ["--profile", "otmt-1.0.5"]],
  [
    "--set first=usable, and no metadata",
    ["-tm", "cosine,gensim_lsi,jaccard=0.5,wordcount", "--set", "first=usable", ...NO_METADATA],
  ],
  [
    "redirects and revisits left out",
    ["-tm", "bytecount", "--set", "redirects=skip", "--set", "revisits=skip"],
  ],
  ["groups by URI", ["-tm", "bytecount", "--set", "group-by=uri", "--set", "status=all"]],
];

/** Settings that concern single mementos and TimeMaps. One file has enough of both, and pages in three languages. */
const CHOICES_OF_ONE_FILE: typeof CHOICES = [
  ["every measure of the registry", ["-tm", ALL]],
  ["reference mementos other than the first", ["-tm", "cosine@medoid,jaccard@median,bytecount"]],
  [
    "the language of each memento, steps for one measure, and measures that need no scores",
    [
      ...["-tm", "language,cosine,jaccard,levenshtein", "--language", "auto"],
      ...["--set", "preprocess=jaccard:no-stem,keep-stop-words,min-token-length=3", ...NO_METADATA],
    ],
  ],
  [
    "one language for all mementos",
    ["-tm", "cosine@previous,language", "--language", "fr", "--set", "stem=none"],
  ],
  [
    "--set reference and --combine",
    [
      "-tm",
      "cosine=0.12,wordcount=-0.7,jaccard=0.9",
      "--set",
      "reference=previous",
      "--combine",
      "2",
    ],
  ],
];

/** Returns the pipeline of README as a user types it into a shell. */
function pipeline(settings: readonly string[]): string {
  const command = `"${process.execPath}" bin/detect_off_topic.js`;
  const words = settings.join(" ");
  const line = `${command} map ${FILES.join(" ")} ${words} | LC_ALL=C sort | ${command} reduce ${words}`;
  return execFileSync("bash", ["-euo", "pipefail", "-c", line], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
}

describe("map | LC_ALL=C sort | reduce gives the bytes of the plain command", () => {
  it.each(CHOICES.slice(0, 1))(
    "map | LC_ALL=C sort | reduce in separate processes gives the same bytes as a single run, with %s",
    async (_, settings) => {
      const expected = await plain(settings);
      expect(expected).not.toBe("");
      expect(difference(pipeline(settings), expected)).toBeUndefined();
    },
  );

  it.each(CHOICES.slice(1))(
    "map | LC_ALL=C sort | reduce gives the same bytes as a single run with %s",
    async (_, settings) => {
      const expected = await plain(settings);
      expect(expected).not.toBe("");
      const mapped = await recordsOf(settings);
      expect(
        difference(await step(["reduce", ...settings], { stdin: sort(mapped) }), expected),
      ).toBeUndefined();
    },
  );

  it.each(CHOICES_OF_ONE_FILE)(
    "map | LC_ALL=C sort | reduce gives the same bytes as a single run for one file, with %s",
    async (_, settings) => {
      const [, file = ""] = FILES;
      const expected = await plain(settings, `warc=${file}`);
      expect(expected).not.toBe("");
      const mapped = await step(["map", file, ...settings]);
      expect(
        difference(await step(["reduce", ...settings], { stdin: sort(mapped) }), expected),
      ).toBeUndefined();
    },
  );

  it("map | LC_ALL=C sort | reduce gives the same bytes as a single run with evidence and signs, for any threads and memory", async () => {
    const [file = ""] = FILES;
    const settings = ["-tm", "cosine,gensim_lsi,wordcount", "--explain", "--signs"];
    const expected = await plain([...settings, "--workers", "0"], `warc=${file}`);
    const small = [...settings, "--workers", "3", "--set", "memory=1K"];
    expect(difference(await plain(small, `warc=${file}`), expected)).toBeUndefined();
    const mapped = await step(["map", file, ...small]);
    expect(
      difference(await step(["reduce", ...small], { stdin: sort(mapped) }), expected),
    ).toBeUndefined();
  });
});

describe("the output of map", () => {
  it("map writes sorted lines, so that one mapper needs no sort", async () => {
    const mapped = await recordsOf(["-tm", "bytecount"]);
    expect(difference(mapped, sort(mapped))).toBeUndefined();
  });

  it("map writes key, memento-datetime, sort key and the JSON object of a record, separated by tabs", async () => {
    const mapped = await recordsOf(["-tm", "bytecount"]);
    for (const line of mapped.trimEnd().split("\n")) {
      const [key = "", datetime = "", tie = "", json = "", ...more] = line.split("\t");
      expect(more).toEqual([]);
      // A redirect stands in the TimeMap to which it leads, before all captures of its datetime.
      if (parseLine(line).kind === "reached") {
        expect([tie, json]).toEqual(["", expect.stringMatching(/^!\[/u)]);
        continue;
      }
      expect(`${key}${datetime}${tie}`).toMatch(/^[\x21-\x7e]+$/u);
      // A tilde marks a revisit or redirect that looks for its target.
      const value = JSON.parse(json.replace(/^~/u, "")) as unknown;
      expect(value).toBeTypeOf("object");
      expect(parseLine(line).kind === "target").toBe(Array.isArray(value));
      expect(/^[~!]/u.test(key)).toBe(parseLine(line).kind !== "record");
    }
  });
});

import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { originOf } from "../../../src/run/extensions/register.js";
import { measures } from "../../../src/score/measures/index.js";
import { ROOT } from "../../support/run-bin.js";
import { difference, FILES, plain, recordsOf, sort, step } from "./steps.js";

/** One file has enough mementos and TimeMaps, and pages in three languages. */
const [, FILE = ""] = FILES;
const ALL = measures
  .filter((measure) => originOf(measure) === undefined)
  .map(({ keyword }) => keyword)
  .join(",");

const CHOICES: readonly (readonly [name: string, settings: readonly string[]])[] = [
  ["every measure of the registry", ["-tm", ALL]],
  ["profile otmt-1.0.5", ["--profile", "otmt-1.0.5"]],
  [
    "the language of each memento, steps for one measure, and a reference other than the first",
    [
      ...["-tm", "language,cosine@medoid,jaccard,levenshtein", "--language", "auto"],
      ...["--set", "preprocess=jaccard:no-stem,keep-stop-words,min-token-length=3"],
      ...["--no-compute-simhashes", "--no-compute-lengths", "--no-detect-languages"],
    ],
  ],
  [
    "groups by URI, with redirects and revisits left out",
    [
      ...["-tm", "bytecount", "--set", "redirects=skip", "--set", "revisits=skip"],
      ...["--set", "group-by=uri", "--set", "status=all"],
    ],
  ],
];

describe("map | LC_ALL=C sort | reduce", () => {
  it("gives the bytes of the plain command in processes with pipes between them, with any threads and memory", async () => {
    const settings = ["--profile", "default", "--explain"];
    const command = `"${process.execPath}" bin/detect_off_topic.js`;
    const words = [...settings, "--workers", "2", "--set", "memory=1K"].join(" ");
    const line = `${command} map ${FILE} ${words} | LC_ALL=C sort | ${command} reduce ${words}`;
    const run = { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 28 } as const;
    const results = execFileSync("bash", ["-euo", "pipefail", "-c", line], run);
    expect(results).not.toBe("");
    expect(difference(results, await plain(settings, `warc=${FILE}`))).toBeUndefined();
  });

  it.each(CHOICES)("gives the bytes of the plain command with %s", async (_, settings) => {
    const expected = await plain(settings, `warc=${FILE}`);
    expect(expected).not.toBe("");
    const mapped = sort(await step(["map", FILE, ...settings]));
    const results = await step(["reduce", ...settings], { stdin: mapped });
    expect(difference(results, expected)).toBeUndefined();
  });
});

it("map writes sorted lines of key, memento-datetime, sort key, kind and JSON, and behind records their features", async () => {
  const mapped = await recordsOf(["-tm", "bytecount"]);
  expect(difference(mapped, sort(mapped))).toBeUndefined();
  for (const line of mapped.trimEnd().split("\n")) {
    const [key = "", datetime = "", tie = "", kind = "", json = "", features] = line.split("\t");
    expect(JSON.parse(json)).toBeTypeOf("object");
    const isRecord = kind === "record" || kind === "temporary";
    expect(isRecord).toBe(features !== undefined);
    if (isRecord) expect(JSON.parse(features!)).toBeInstanceOf(Array);
    // A redirect stands in the TimeMap to which it leads, before all captures of its datetime.
    expect(kind === "reached").toBe(tie === "");
    expect(`${key}${datetime}${tie}`).toMatch(/^[\x21-\x7e]+$/u);
    expect(key.startsWith("~")).toBe(kind === "looks" || kind.startsWith("target-"));
  }
});

import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { runBin, ROOT, type RunOptions } from "../../support/run-bin.js";

/** Folder of the collection and its WARC files, as paths relative to the folder in which commands run. */
export const COLLECTION = "fixtures/collection";
export const FILES: readonly string[] = readdirSync(join(ROOT, COLLECTION))
  .filter((name) => name.endsWith(".warc.gz"))
  .sort()
  .map((name) => `${COLLECTION}/${name}`);

/** Settings that make a test fast if the measure does not matter. */
export const LEAN: readonly string[] = [
  "-tm",
  "cosine,bytecount",
  "--no-detect-languages",
  "--workers",
  "0",
];

/** Runs a step that must succeed without messages, and returns its output. */
export async function step(args: readonly string[], options: RunOptions = {}): Promise<string> {
  const { status, stdout, stderr } = await runBin(args, options);
  // Some collections have only one memento of each page.
  const said = stderr.replace(/^nothing was compared: .*\n/mu, "");
  expect({ args, status, said }).toEqual({ args, status: 0, said: "" });
  return stdout;
}

const results = new Map<string, Promise<string>>();

/**
 * Returns the results of a single run as JSON Lines, for comparison with every arrangement of steps. Those of the
 * collection are computed once.
 */
export function plain(settings: readonly string[], input = `warc=${COLLECTION}`): Promise<string> {
  const args = ["-q", "-i", input, "-ot", "jsonl", ...settings];
  if (!input.endsWith(COLLECTION)) return step(args);
  const known = results.get(args.join(" ")) ?? step(args);
  results.set(args.join(" "), known);
  return known;
}

const records = new Map<string, Promise<string>>();

/** Returns the records of the collection, which are made once per settings. */
export function recordsOf(settings: readonly string[]): Promise<string> {
  const key = settings.join(" ");
  const known = records.get(key) ?? step(["map", ...FILES, ...settings]);
  records.set(key, known);
  return known;
}

/** Returns the first line in which two texts differ, shortened; undefined if the texts are equal. */
export function difference(actual: string, expected: string): string | undefined {
  if (actual === expected) return undefined;
  const [a, b] = [actual.split("\n"), expected.split("\n")];
  const i = a.findIndex((line, number) => line !== b[number]);
  const show = (lines: readonly string[]): string =>
    `${lines.length} lines, line ${i + 1}: ${(lines[i] ?? "(none)").slice(0, 300)}`;
  return `${show(a)}\nnot\n${show(b)}`;
}

/** Returns results of parts in the order of one run, with one line of settings. All rows of a key are in one part. */
export function together(parts: readonly string[]): string {
  const lines = parts.flatMap((part) => part.split("\n").filter((line) => line !== ""));
  const keyOf = (line: string): string =>
    (JSON.parse(line) as Readonly<Record<string, string>>)["grouping key"] ?? "";
  const rows = lines.filter((line) => !line.startsWith('{"settings"'));
  const sorted = rows.toSorted((a, b) =>
    Buffer.compare(Buffer.from(keyOf(a)), Buffer.from(keyOf(b))),
  );
  return [lines[0]!, ...sorted, ""].join("\n");
}

/** Sorts with the program `LC_ALL=C sort`, in the same order as engines. */
export function sort(lines: string): string {
  const { status, stdout, stderr } = spawnSync("sort", [], {
    input: lines,
    encoding: "utf8",
    env: { ...process.env, LC_ALL: "C" },
    maxBuffer: 1 << 28,
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
}

import type { Command } from "commander";
import { UsageError } from "../errors.js";
import type { Shard } from "../pipeline/run-options.js";
import { readTextFile } from "../read-text-file.js";
import { type Overrides, parseOverrides, unusedOverrides } from "../scoring/assess.js";
import type { Log } from "./log.js";

const UNITS: ReadonlyMap<string, number> = new Map([
  ["", 1],
  ["k", 2 ** 10],
  ["m", 2 ** 20],
  ["g", 2 ** 30],
]);

/** Bytes of `64M`, `1.5G`, `4096`; throws a `UsageError` naming the option otherwise. */
export function parseSize(text: string, option: string): number {
  const [, number = "", unit = ""] = /^(\d+(?:\.\d+)?)\s*([kmg]?)i?b?$/iu.exec(text.trim()) ?? [];
  const bytes = Math.round(Number(number) * (UNITS.get(unit.toLowerCase()) ?? Number.NaN));
  if (number === "" || !Number.isSafeInteger(bytes) || bytes < 1) {
    throw new UsageError(`${option} takes a size such as 64M or 1G, not "${text}".`);
  }
  return bytes;
}

/** A whole number of at least `least`; throws a `UsageError` naming the option otherwise. */
export function parseWhole(text: string, option: string, least: number): number {
  const number = Number(text);
  if (!/^\d+$/u.test(text.trim()) || !Number.isSafeInteger(number) || number < least) {
    throw new UsageError(`${option} takes a whole number from ${least} up, not "${text}".`);
  }
  return number;
}

/** A number such as 0.5; throws a `UsageError` naming the option otherwise. */
export function parseDecimal(text: string, option: string): number {
  if (!/^[-+]?(?:\d+\.?\d*|\.\d+)$/u.test(text.trim())) {
    const [, whole, part] = /^\s*([-+]?\d*),(\d+)\s*$/u.exec(text) ?? [];
    const form = part === undefined ? "" : ` Write ${whole}.${part}, with a point.`;
    throw new UsageError(`${option} takes a number, not "${text}".${form}`);
  }
  return Number(text);
}

/** Reads `k/n`, the k-th of n parts; throws a `UsageError` otherwise. */
export function parseShard(text: string): { readonly k: number; readonly n: number } {
  const match = /^(\d{1,6})\/(\d{1,6})$/u.exec(text.trim());
  const [k, n] = [Number(match?.[1]), Number(match?.[2])];
  if (match === null || k < 1 || k > n) {
    throw new UsageError(`--shard takes k/n with k from 1 to n, such as 2/8, not "${text}".`);
  }
  return { k, n };
}

/** Gathers the values of an option that may be repeated. */
export const collectValues = (value: string, before: readonly string[] = []): string[] => [
  ...before,
  value,
];
/** What commander makes of `--shard`. */
export interface ShardFlags {
  readonly shard?: string;
}

/** Puts `--shard` on a command. */
export function addShardOption(command: Command): Command {
  return command.option(
    "--shard <k/n>",
    "only the k-th of n parts of all TimeMaps, told by a hash of the grouping key; see merge",
  );
}

/** The same as the library takes it; throws a `UsageError` for a bad value. */
export function shardChoice({ shard }: ShardFlags): { readonly shard?: Shard } {
  return shard === undefined ? {} : { shard: parseShard(shard) };
}
export const REPLAY_HELP: string =
  "where captures of WARC files can be looked at, such as https://wayback.example/mycollection/: their links are " +
  "this, the timestamp, / and the URI-R";

/** The prefix of replay links, ending in `/` or `=`; throws a `UsageError` for what is no http or https address. */
export function parseReplay(text: string): string {
  const prefix = text.trim();
  if (!/^https?:\/\//iu.test(prefix) || !URL.canParse(prefix)) {
    throw new UsageError(
      `--replay takes the address of a replay system, such as https://wayback.example/mycollection/, not "${text}".`,
    );
  }
  return /[/=]$/u.test(prefix) ? prefix : `${prefix}/`;
}
/**
 * The lines of a list that a person wrote, without empty ones; throws a `UsageError` when it cannot be read or is
 * empty.
 */
export function linesIn(path: string): string[] {
  const lines = readTextFile(path)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (lines.length === 0) throw new UsageError(`${path} lists nothing. Give one name a line.`);
  return lines;
}
/** What help says of `--overrides`, wherever it is. */
export const OVERRIDES_HELP =
  "a curator's own verdicts, which win: TSV of URI-M or URI-R, label (1 on-topic, 0 off-topic)";

/** What is given as `--overrides`, as runs take it; throws a `UsageError` for a file that cannot be understood. */
export function overridesChoice({ overrides }: { readonly overrides?: string }): {
  readonly overrides?: Overrides;
} {
  if (overrides === undefined) return {};
  return { overrides: parseOverrides(readTextFile(overrides), overrides) };
}

/** Says which overrides have met no memento: a curator's verdict must not be lost without a word. */
export function warnOfUnused({ overrides }: { readonly overrides?: Overrides }, log: Log): void {
  const unused = overrides === undefined ? [] : unusedOverrides(overrides);
  if (unused.length === 0) return;
  log.warn(
    `${unused.length} ${unused.length === 1 ? "override matches" : "overrides match"} no memento, e.g. ${unused[0] ?? ""}`,
  );
}

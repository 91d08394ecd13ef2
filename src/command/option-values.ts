import { UsageError } from "../base/errors.js";
import type { Shard } from "../run/run-options.js";
import { readTextFile } from "../base/read-file.js";

/** Reads `k/n`, the k-th of n parts; throws a `UsageError` otherwise. */
export function parseShard(text: string): Shard {
  const match = /^(\d{1,6})\/(\d{1,6})$/u.exec(text.trim());
  const [k, n] = [Number(match?.[1]), Number(match?.[2])];
  if (match === null || k < 1 || k > n) {
    throw new UsageError(`--shard takes k/n with k from 1 to n, such as 2/8, not "${text}".`);
  }
  return { k, n };
}

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

/** A number of seconds above 0; throws a `UsageError` naming the option otherwise. */
export function parseSeconds(text: string, option: string): number {
  const value = Number(text);
  if (!/^\d+(?:\.\d+)?$/u.test(text) || value <= 0) {
    throw new UsageError(`${option} takes a number of seconds above 0, not "${text}".`);
  }
  return value;
}

/** The URI of a service, without a slash at its end; throws a `UsageError` for what is no http or https URI. */
export function parseService(text: string, option: string): string {
  if (URL.canParse(text) && /^https?:/iu.test(text)) return text.replace(/\/+$/u, "");
  throw new UsageError(`${option} takes an http or https URI, not "${text}".`);
}

import { readFile } from "node:fs/promises";
import { messageOf, UsageError } from "../errors.js";
import { isUri } from "../timemaps/load.js";
import type { Input } from "../types.js";
import { namesIn } from "./read/arguments.js";
import { requireFile } from "./read/files.js";
import { readTimeMaps } from "./read/timemaps.js";

/** TimeMaps of any Memento archive. */
export const timemap: Input = {
  keyword: "timemap",
  title: "TimeMaps",
  summary:
    "TimeMaps of web archives, by their URI-Ts, from files or from standard input (-): link-format, Memento JSON, CDXJ, CDX or the Wayback Machine's JSON, recognised by content. Further pages are followed, and every memento is fetched in its raw form. @FILE gives a list, one URI-T or path a line.",
  argument: "URI-T[,URI-T...] | FILE | - | @LIST",
  example:
    "detect_off_topic -i timemap=https://web.archive.org/web/timemap/link/http://example.com/ -o results.json",
  recognises: { name: /^https?:\/\//iu, start: /^\s*<https?:[^>]+>\s*;/u },
  usesHttp: true,
  asksWhatIsWanted: true,
  choosesMementos: true,
  prepare,
  read: readTimeMaps,
};

async function prepare(values: readonly string[]): Promise<readonly string[]> {
  const sources: string[] = [];
  for (const value of values.flatMap(split)) {
    if (value.startsWith("@")) for (const one of await readList(value.slice(1))) sources.push(one);
    else sources.push(value);
  }
  if (sources.length === 0) throw new UsageError("timemap=: give a URI-T, a file or -");
  for (const source of sources) check(source);
  return [...new Set(sources)];
}

/** URI-Ts hold commas themselves: one separates only before what is a source by itself. */
function split(value: string): readonly string[] {
  const whole = value.trim();
  const pieces = isUri(whole)
    ? whole.split(/,(?=\s*(?:[a-z][a-z0-9+.-]{0,30}:\/\/|@|-(?:,|$)))/i)
    : namesIn([whole]);
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== "");
}

async function readList(path: string): Promise<readonly string[]> {
  requireFile("timemap=@", path, "no such file");
  let sources: readonly string[];
  try {
    const lines = (await readFile(path, "utf8")).replace(/^\uFEFF/, "").split(/\r?\n/);
    sources = lines
      .map((line) => line.trim())
      .filter((line) => line !== "" && !line.startsWith("#"));
  } catch (cause) {
    throw new UsageError(`timemap=@${path}: ${messageOf(cause)}`, { cause });
  }
  if (sources.length > 0) return sources;
  throw new UsageError(`timemap=@${path}: lists nothing, give one URI-T or path a line`);
}

function check(source: string): void {
  if (source === "-") return;
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(source)?.[1]?.toLowerCase();
  if (scheme !== undefined) {
    if (scheme !== "http" && scheme !== "https") {
      throw new UsageError(
        `timemap=${source}: "${scheme}" is no scheme of URI-Ts, give http:// or https://`,
      );
    }
    if (!URL.canParse(source)) throw new UsageError(`timemap=${source}: malformed URI-T`);
    return;
  }
  requireFile("timemap=", source, "no such file, and not a URI-T (http:// or https://)");
}

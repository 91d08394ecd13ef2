import { urlOf } from "../../base/uri.js";
import { UsageError } from "../../base/errors.js";
import type { Input } from "../types.js";
import { listedSources, requireFile } from "../files/uri-lists.js";
import { readTimeMaps } from "../archives/read-timemaps.js";

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
  takesFiles: true,
  asksWhatIsWanted: true,
  choosesMementos: true,
  prepare: (values) => Promise.resolve().then(() => prepare(values)),
  read: readTimeMaps,
};

function prepare(values: readonly string[]): readonly string[] {
  const sources = listedSources("timemap", values);
  if (sources.length === 0) throw new UsageError("timemap=: give a URI-T, a file or -");
  for (const source of sources) check(source);
  return sources;
}

function check(source: string): void {
  if (source === "-") return;
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(source)?.[1]?.toLowerCase();
  if (scheme !== undefined) {
    if (scheme !== "http" && scheme !== "https") {
      throw new UsageError(
        `timemap=${source}: "${scheme}" is not a scheme of URI-Ts, give http:// or https://`,
      );
    }
    if (urlOf(source) === undefined) throw new UsageError(`timemap=${source}: malformed URI-T`);
    return;
  }
  requireFile("timemap", source);
}

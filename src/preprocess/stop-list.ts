import { readFileSync, readdirSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { primarySubtag } from "./language-tag.js";
import { englishStopList } from "./stop-lists/en.js";

/**
 * The words by which jusText knows running text of a language (BCP 47, the primary subtag counts), in lower case: its
 * own lists, read when one of them is first asked for. Undefined where there is no list: jusText then works
 * independently of the language.
 */
export function stopList(language: string): ReadonlySet<string> | undefined {
  const code = primarySubtag(language);
  if (code === "en") return englishStopList;
  const named = code === "nb" ? "no" : code;
  const known = lists.get(named);
  if (known !== undefined || !stopListLanguages().includes(named)) return known;
  const words = brotliDecompressSync(readFileSync(new URL(`${named}${ending}`, folder)));
  const list = new Set(words.toString("utf8").split("\n"));
  lists.set(named, list);
  return list;
}

/** The languages (primary subtags) that {@link stopList} has a list for. */
export function stopListLanguages(): readonly string[] {
  return (languages ??= [
    "en",
    ...readdirSync(folder)
      .filter((name) => name.endsWith(ending))
      .map((name) => name.slice(0, -ending.length)),
  ].sort());
}

const folder = new URL("../../data/stop-lists/", import.meta.url);
const ending = ".txt.br";

const lists = new Map<string, ReadonlySet<string>>();
let languages: readonly string[] | undefined;

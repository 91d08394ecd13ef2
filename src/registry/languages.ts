import { UsageError } from "../errors.js";
import { primarySubtag } from "../preprocess/language-tag.js";
import { stemmedLanguages } from "../preprocess/stem.js";
import { stopListLanguages } from "../preprocess/stop-list.js";
import { stopWordLanguages } from "../preprocess/stop-words.js";

/** Cut into words by their script; for some of them nothing else is known. */
const segmented = ["ja", "km", "lo", "my", "th", "zh"];

/** Every language (BCP 47, primary subtag) that something is known of. */
export function knownLanguages(): readonly string[] {
  const all = [segmented, stemmedLanguages, stopWordLanguages(), stopListLanguages()].flat();
  return [...new Set(all)].sort();
}

/**
 * A language as settings have it: `auto`, or the primary subtag of a BCP 47 tag (`pt` of `pt-BR`; `no` for `nb`).
 * Throws a `UsageError` that names those that exist.
 */
export function parseLanguage(text: string): string {
  // The usual case asks for no list.
  if (text === "en" || text === "auto") return text;
  const code = isTag.test(text) ? primarySubtag(text) : "";
  const known = code === "nb" ? "no" : code;
  if (known === "auto" || knownLanguages().includes(known)) return known;
  throw new UsageError(
    `language ${JSON.stringify(text.slice(0, 40))} is unknown. Choose from: auto, ${knownLanguages().join(", ")}.`,
  );
}

const isTag = /^[a-z]{2,4}(?:-[a-z0-9]{1,8})*$/iu;

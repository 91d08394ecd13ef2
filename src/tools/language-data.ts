import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { type Languages, type Ngrams, packNgrams } from "../page/words/language-scores.js";
import { charsetModels } from "./charset-models.js";

const packages = join(import.meta.dirname, "..", "..", "node_modules");

/** Files that {@link languageData} makes. */
export const LANGUAGE_DATA = [
  "languages.json",
  "languages.bin",
  "charsets.json.br",
  "stop-words.json.br",
] as const;

export async function languageData(): Promise<
  Record<(typeof LANGUAGE_DATA)[number], string | Uint8Array>
> {
  const { ngramsData } = await partOfDetector<{
    ngramsData: { ngrams: Ngrams; languages: Readonly<Record<string, string>> };
  }>("ngrams/medium.js");
  const { avgScore } = await partOfDetector<{ avgScore: Readonly<Record<string, number>> }>(
    "avgScore.js",
  );
  const { separators } = await partOfDetector<{ separators: RegExp }>("regexPatterns.js");
  const { dictionary } = await partOfDetector<{ dictionary: string[] }>("dictionary.js");
  const codes = Object.values(ngramsData.languages);
  const languages: Languages = {
    codes,
    usual: codes.map((code) => avgScore[code]!),
    separators: separators.source,
    bytes: dictionary.slice(0x80).join(""),
  };
  const stopWords = readFileSync(join(packages, "stopwords-iso", "stopwords-iso.json"), "utf8");
  return {
    "languages.json": JSON.stringify(languages),
    "languages.bin": packNgrams(ngramsData.ngrams),
    "charsets.json.br": brotliCompressSync(JSON.stringify(charsetModels())),
    "stop-words.json.br": brotliCompressSync(JSON.stringify(JSON.parse(stopWords))),
  };
}

async function partOfDetector<Part>(name: string): Promise<Part> {
  return (await import(join(packages, "eld", "src", ...name.split("/")))) as Part;
}

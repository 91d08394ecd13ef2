import { brotliDecompressSync } from "node:zlib";
import { packageFilesIn, readPackageFile } from "../package-root.js";

const made = "dist/data/";
const stopLists = "data/stop-lists/";
const wordFrequencies = "data/word-frequencies/";
const ENDING = ".txt.br";

/** Reads JSON, compressed if the name ends with `.br`. Throws if there is no build. */
export const readMadeData = (name: string): unknown =>
  JSON.parse(
    name.endsWith(".br") ? unpacked(made + name) : new TextDecoder().decode(readMadeBytes(name)),
  );

/** Throws if there is no build. */
export const readMadeBytes = (name: string): Uint8Array => readPackageFile(made + name);

export const stopListNames = (): string[] =>
  packageFilesIn(stopLists)
    .filter((name) => name.endsWith(ENDING))
    .map((name) => name.slice(0, -ENDING.length));

/** Returns the stop list of a language, one word per line. */
export const readStopList = (name: string): string => unpacked(`${stopLists}${name}${ENDING}`);

/**
 * Returns the most frequent words of a language, one per line in order of decreasing frequency. Returns undefined if
 * there is no list.
 */
export function readFrequencies(name: string): string | undefined {
  const file = `${name}${ENDING}`;
  return packageFilesIn(wordFrequencies).includes(file)
    ? unpacked(wordFrequencies + file)
    : undefined;
}

const unpacked = (path: string): string =>
  brotliDecompressSync(readPackageFile(path)).toString("utf8");

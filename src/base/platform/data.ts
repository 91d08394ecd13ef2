import { existsSync, readdirSync, readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { packageRoot } from "../package-root.js";

const made = new URL("dist/data/", packageRoot);
const stopLists = new URL("data/stop-lists/", packageRoot);
const wordFrequencies = new URL("data/word-frequencies/", packageRoot);
const ENDING = ".txt.br";

/** Reads a JSON file that the build makes. Throws if there is no build. */
export const readMadeData = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(name, made), "utf8"));

/** Reads a binary file that the build makes. Throws if there is no build. */
export const readMadeBytes = (name: string): Uint8Array => readFileSync(new URL(name, made));

/** Returns the names of the languages that have a stop list of jusText. */
export const stopListNames = (): string[] =>
  readdirSync(stopLists)
    .filter((name) => name.endsWith(ENDING))
    .map((name) => name.slice(0, -ENDING.length));

/** Returns the stop list of a language, one word per line. */
export const readStopList = (name: string): string =>
  unpacked(new URL(`${name}${ENDING}`, stopLists));

/**
 * Returns the most frequent words of a language, one per line in order of decreasing frequency. Returns undefined if
 * there is no list.
 */
export function readFrequencies(name: string): string | undefined {
  const file = new URL(`${name}${ENDING}`, wordFrequencies);
  return existsSync(file) ? unpacked(file) : undefined;
}

const unpacked = (file: URL): string => brotliDecompressSync(readFileSync(file)).toString("utf8");

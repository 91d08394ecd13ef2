import { existsSync, readdirSync, readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { packageRoot } from "../package-root.js";

const made = new URL("dist/data/", packageRoot);
const stopLists = new URL("data/stop-lists/", packageRoot);
const wordFrequencies = new URL("data/word-frequencies/", packageRoot);
const ENDING = ".txt.br";

/** A file of JSON that the build made; throws where there is no build. */
export const readMadeData = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(name, made), "utf8"));

/** A file that the build made, of bytes. */
export const readMadeBytes = (name: string): Uint8Array => readFileSync(new URL(name, made));

/** The languages of jusText's stop lists. */
export const stopListNames = (): string[] =>
  readdirSync(stopLists)
    .filter((name) => name.endsWith(ENDING))
    .map((name) => name.slice(0, -ENDING.length));

/** The stop list of one of them: a word a line. */
export const readStopList = (name: string): string =>
  unpacked(new URL(`${name}${ENDING}`, stopLists));

/** The most frequent words of a language, ever rarer ones from line to line; undefined where there is no list. */
export function readFrequencies(name: string): string | undefined {
  const file = new URL(`${name}${ENDING}`, wordFrequencies);
  return existsSync(file) ? unpacked(file) : undefined;
}

const unpacked = (file: URL): string => brotliDecompressSync(readFileSync(file)).toString("utf8");

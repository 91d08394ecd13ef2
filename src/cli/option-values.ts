import { UsageError } from "../errors.js";
import type { Shard } from "../pipeline/run-options.js";
import { readTextFile } from "../read-file.js";
import type { MeasureSteps } from "../settings/preprocessing.js";
import type { SettingsChoices } from "../settings/settings.js";
import type { Stemming, StopWordList } from "../types.js";

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

/** Reads `--name`, without what nobody else may see in a URI. Throws a `UsageError` for what is no name. */
export async function streamName(text: string): Promise<string> {
  if (text.trim() === "" || /\p{Cc}/u.test(text)) {
    throw new UsageError("--name takes the URI or path of the file that is piped, in one line.");
  }
  const { withoutLogins, withoutSignatures } = await import("../http/access.js");
  return withoutSignatures(withoutLogins([text.trim()]).sources).sources[0]!;
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

/** Reads several by commas. */
export const parseDecimals = (text: string, option: string): readonly number[] =>
  text.split(",").map((part) => parseDecimal(part, option));

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

/** What `--combine` says: `learned=FILE` is a rule and the model that it asks. */
export async function parseCombination(
  text: string,
): Promise<Pick<SettingsChoices, "combine" | "model">> {
  const [rule = "", ...rest] = text.split("=");
  if (rule !== "learned" || rest.length === 0) {
    const { parseCombine } = await import("../settings/combine.js");
    return { combine: parseCombine(text) };
  }
  const file = rest.join("=");
  if (file === "") throw new UsageError("--combine learned= names no file: leave the = out.");
  const { parseModel } = await import("../settings/default-model.js");
  return { combine: rule, model: parseModel(readTextFile(file), file) };
}

/** A file that `elsewhere` wrote, `collection`, or `none`. */
export async function parseElsewhere(file: string): Promise<SettingsChoices["elsewhere"]> {
  if (file === "none") return undefined;
  if (file === "collection") return file;
  const { readElsewhere } = await import("../scoring/elsewhere.js");
  return readElsewhere(readTextFile(file).split("\n"), file);
}

type WordSteps = Omit<MeasureSteps, "measure">;

/** The words of a file; throws a `UsageError` for one that is not a list of words. */
export async function readStopWords(file: string): Promise<StopWordList> {
  const { parseStopWords } = await import("../settings/preprocessing.js");
  return parseStopWords(readTextFile(file), file);
}

/** The stemmer of a name; throws a `UsageError` for a name that is not one. */
export function parseStemmer(name: string): Stemming {
  if (name === "porter") return true;
  if (name === "lancaster") return name;
  throw new UsageError(`there is no stemmer "${name}". Choose from: porter, lancaster.`);
}

const FORM =
  "--preprocess takes a measure and its steps, such as jaccard:no-stem,min-token-length=3";
const STEPS =
  "no-stem, stem, stem=NAME, keep-stop-words, drop-stop-words, stop-words=FILE, min-token-length=N";

/** Reads `jaccard:no-stem,min-token-length=3`; throws a `UsageError` otherwise. */
export async function parseMeasureSteps(text: string): Promise<MeasureSteps> {
  const colon = text.indexOf(":");
  const measure = text.slice(0, Math.max(0, colon)).trim();
  if (measure === "") throw new UsageError(`${FORM}, not "${text}".`);
  const given = new Map<string, { readonly step: string; readonly value: unknown }>();
  for (const part of text.slice(colon + 1).split(",")) {
    const step = part.trim();
    for (const [name, value] of Object.entries(await parseStep(step))) {
      const before = given.get(name);
      if (before !== undefined && before.value !== value && before.step !== step) {
        throw new UsageError(
          `--preprocess gives ${measure} "${before.step}" and "${step}": give one of them.`,
        );
      }
      given.set(name, { step, value });
    }
  }
  const steps: WordSteps = Object.fromEntries([...given].map(([name, { value }]) => [name, value]));
  return { measure, ...steps };
}

async function parseStep(text: string): Promise<WordSteps> {
  const [name = "", ...rest] = text.split("=");
  const value = rest.length === 0 ? undefined : rest.join("=");
  if (value !== undefined && value !== "") {
    if (name === "stop-words") return { stopWords: true, stopWordList: await readStopWords(value) };
    if (name === "stem") return { stem: parseStemmer(value) };
    if (name === "min-token-length")
      return { minTokenLength: parseWhole(value, "min-token-length of --preprocess", 1) };
  }
  const step = SWITCHES.get(text);
  if (step !== undefined) return step;
  throw new UsageError(`${FORM}; "${text}" is not a step. Choose from: ${STEPS}.`);
}

const SWITCHES: ReadonlyMap<string, WordSteps> = new Map([
  ["no-stem", { stem: false }],
  ["stem", { stem: true }],
  ["keep-stop-words", { stopWords: false }],
  ["drop-stop-words", { stopWords: true }],
]);

/** Reads `--near`: the date as ISO 8601. */
export async function parseNear(text: string): Promise<string> {
  const { parseDatetime } = await import("../mementos/datetime.js");
  const { parseBound } = await import("../timemaps/select.js");
  const date = parseDatetime(parseBound("--near", text));
  if (date !== undefined) return date;
  throw new UsageError(`--near ${text} is no date. Give one as 2010-05-13.`);
}

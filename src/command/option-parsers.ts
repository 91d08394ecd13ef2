import { parseArchive, readRawRules } from "../read/archives/known-archives.js";
import { UsageError } from "../base/errors.js";
import { readCookies, withoutLogins, withoutSignatures } from "../read/http/access.js";
import { parseRate } from "../read/http/limits.js";
import { warcBase } from "../read/sources/cdx-sources.js";
import { readSeeds } from "../read/sources/seeds.js";
import { parseDatetime } from "../base/datetime.js";
import { parseGoldFragments } from "../page/density/gold.js";
import { readTextFile } from "../base/read-file.js";
import { parseOverrides } from "../write/overrides.js";
import { readElsewhere } from "../score/elsewhere.js";
import { readSoft404 } from "../score/soft404.js";
import { parseAbstain, parseCombine } from "../score/settings/combine.js";
import { parseModel } from "../score/settings/default-model.js";
import { type MeasureSteps, parseStopWords } from "../score/settings/preprocessing.js";
import type { SettingsChoices } from "../score/settings/settings.js";
import { parseThresholdFile } from "../score/settings/thresholds.js";
import { parseBound } from "../read/timemaps/select.js";
import { parseProfile } from "../score/topic/profile-file.js";
import { parseStemmer, parseWhole } from "../score/settings/kinds.js";

/* Parsers that need parts of other folders: they are loaded when an option of theirs is given. */

export { parseAbstain, parseArchive, parseRate, readCookies, readRawRules, readSeeds, warcBase };

const ofFile =
  <T>(parse: (text: string, file: string) => T) =>
  (file: string): T =>
    parse(readTextFile(file), file);

export const readThresholds = ofFile(parseThresholdFile);
export const readProfile = ofFile(parseProfile);
export const readOverrides = ofFile(parseOverrides);
export const readGoldFragments = ofFile((text, file) => ({ file, ...parseGoldFragments(text) }));
/** The words of a file; throws a `UsageError` for one that is not a list of words. */
export const readStopWords = ofFile(parseStopWords);

/** Reads `--name`, without what nobody else may see in a URI. Throws a `UsageError` for what is no name. */
export function streamName(text: string): string {
  if (text.trim() === "" || /\p{Cc}/u.test(text)) {
    throw new UsageError(
      "--set stream-name takes the URI or path of the file that is piped, in one line.",
    );
  }
  return withoutSignatures(withoutLogins([text.trim()]).sources).sources[0]!;
}

/** What `--combine` says: `learned=FILE` is a rule and the model that it asks. */
export function parseCombination(text: string): Pick<SettingsChoices, "combine" | "model"> {
  const [rule = "", ...rest] = text.split("=");
  if (rule !== "learned" || rest.length === 0) return { combine: parseCombine(text) };
  const file = rest.join("=");
  if (file === "") throw new UsageError("--combine learned= names no file: leave the = out.");
  return { combine: rule, model: parseModel(readTextFile(file), file) };
}

/** A file that `elsewhere` wrote, `collection`, or `none`. */
export function parseElsewhere(file: string): SettingsChoices["elsewhere"] {
  if (file === "none") return undefined;
  return file === "collection" ? file : readElsewhere(readTextFile(file).split("\n"), file);
}

/** A file that soft404 wrote with `-ot json`. */
export const parseSoft404 = (file: string): SettingsChoices["soft404"] =>
  readSoft404(readTextFile(file), file);

type WordSteps = Omit<MeasureSteps, "measure">;

const FORM =
  "--set preprocess takes a measure and its steps, such as jaccard:no-stem,min-token-length=3";
const STEPS =
  "no-stem, stem, stem=NAME, keep-stop-words, drop-stop-words, stop-words=FILE, min-token-length=N";

/** Reads `jaccard:no-stem,min-token-length=3`; throws a `UsageError` otherwise. */
export function parseMeasureSteps(text: string): MeasureSteps {
  const colon = text.indexOf(":");
  const measure = text.slice(0, Math.max(0, colon)).trim();
  if (measure === "") throw new UsageError(`${FORM}, not "${text}".`);
  const given = new Map<string, { readonly step: string; readonly value: unknown }>();
  for (const part of text.slice(colon + 1).split(",")) {
    const step = part.trim();
    for (const [name, value] of Object.entries(parseStep(step))) {
      const before = given.get(name);
      if (before !== undefined && before.value !== value && before.step !== step) {
        throw new UsageError(
          `--set preprocess gives ${measure} "${before.step}" and "${step}": give one of them.`,
        );
      }
      given.set(name, { step, value });
    }
  }
  const steps: WordSteps = Object.fromEntries([...given].map(([name, { value }]) => [name, value]));
  return { measure, ...steps };
}

function parseStep(text: string): WordSteps {
  const [name = "", ...rest] = text.split("=");
  const value = rest.length === 0 ? undefined : rest.join("=");
  if (value !== undefined && value !== "") {
    if (name === "stop-words") return { stopWords: true, stopWordList: readStopWords(value) };
    if (name === "stem") return { stem: parseStemmer(value) };
    if (name === "min-token-length")
      return { minTokenLength: parseWhole(value, "min-token-length of --set preprocess", 1) };
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
export function parseNear(text: string): string {
  const date = parseDatetime(parseBound("--near", text));
  if (date !== undefined) return date;
  throw new UsageError(`--near ${text} is no date. Give one as 2010-05-13.`);
}

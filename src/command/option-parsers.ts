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
import { parseSigns } from "../page/signs/parse-signs.js";
import { parseBound } from "../read/timemaps/select.js";
import { parseProfile } from "../score/topic/profile-file.js";
import { parseStemmer, parseWhole } from "../score/settings/kinds.js";

/* Parsers that depend on other folders. They are loaded only if one of their options is given. */

export { parseAbstain, parseArchive, parseRate, readCookies, readRawRules, readSeeds, warcBase };

const ofFile =
  <T>(parse: (text: string, file: string) => T) =>
  (file: string): T =>
    parse(readTextFile(file), file);

export const readThresholds = ofFile(parseThresholdFile);
export const readProfile = ofFile(parseProfile);
export const readOverrides = ofFile(parseOverrides);
export const readGoldFragments = ofFile((text, file) => ({ file, ...parseGoldFragments(text) }));
/** Returns the words of a file. Throws a `UsageError` if it is not a list of words. */
export const readStopWords = ofFile(parseStopWords);

/**
 * Returns the value of `--set stream-name` without logins and signatures in a URI, since it is written into every
 * record. Throws a `UsageError` for an empty name or one with control characters.
 */
export function streamName(text: string): string {
  if (text.trim() === "" || /\p{Cc}/u.test(text)) {
    throw new UsageError(
      "--set stream-name takes the URI or path of the file that is piped, in one line.",
    );
  }
  return withoutSignatures(withoutLogins([text.trim()]).sources).sources[0]!;
}

/** Parses `--combine`. `learned=FILE` is a rule with the file of its model. */
export function parseCombination(text: string): Pick<SettingsChoices, "combine" | "model"> {
  const [rule = "", ...rest] = text.split("=");
  if (rule !== "learned" || rest.length === 0) return { combine: parseCombine(text) };
  const file = rest.join("=");
  if (file === "") throw new UsageError("--combine learned= names no file: leave the = out.");
  return { combine: rule, model: parseModel(readTextFile(file), file) };
}

/** Parses `--set signs`: `off`, `vote`, or a file of signs. */
export async function readSigns(file: string): Promise<SettingsChoices["signs"]> {
  if (file === "off" || file === "vote") return file === "vote";
  return parseSigns(readTextFile(file, MOST_SIGNS), file);
}

/** Maximum size of a file of signs in bytes. A larger one has more phrases than a list of signs may have. */
const MOST_SIGNS = 4_000_000;

/** Maximum size of a table of shared texts in bytes: one of some million texts, which still fits into one string. */
const MOST_SHARED_TEXTS = 400_000_000;

/** Parses `--elsewhere`: `none`, `collection`, or a file that the command `elsewhere` wrote. */
export function parseElsewhere(file: string): SettingsChoices["elsewhere"] {
  if (file === "none") return undefined;
  return file === "collection"
    ? file
    : readElsewhere(readTextFile(file, MOST_SHARED_TEXTS).split("\n"), file);
}

/** Parses `--soft404`: a file that the command `soft404` wrote with `-ot json`. */
export const parseSoft404 = (file: string): SettingsChoices["soft404"] =>
  readSoft404(readTextFile(file), file);

type GivenSteps = Omit<MeasureSteps, "measure">;

const FORM =
  "--set preprocess takes a measure and its steps, such as jaccard:no-stem,min-token-length=3";
const STEPS =
  "no-stem, stem, stem=NAME, keep-stop-words, drop-stop-words, stop-words=FILE, min-token-length=N";

/** Parses steps such as `jaccard:no-stem,min-token-length=3`. Throws a `UsageError` for any other text. */
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
  const steps: GivenSteps = Object.fromEntries(
    [...given].map(([name, { value }]) => [name, value]),
  );
  return { measure, ...steps };
}

function parseStep(text: string): GivenSteps {
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

const SWITCHES: ReadonlyMap<string, GivenSteps> = new Map([
  ["no-stem", { stem: false }],
  ["stem", { stem: true }],
  ["keep-stop-words", { stopWords: false }],
  ["drop-stop-words", { stopWords: true }],
]);

/** Parses `--near`. Returns the date in ISO 8601; throws a `UsageError` for anything else. */
export function parseNear(text: string): string {
  const date = parseDatetime(parseBound("--near", text));
  if (date !== undefined) return date;
  throw new UsageError(`--near ${text} is not a date. Write it as 2010-05-13.`);
}

import { readNetrc } from "../read/http/access.js";
import { inputs } from "../read/inputs/index.js";
import { placeText } from "../base/text.js";
import { type DetectOptions, isDetectOption } from "../run/detect-options.js";
import type { Damage } from "../run/setup/run-options.js";
import { measures } from "../score/measures/index.js";
import { readsWords } from "../score/settings/preprocessing.js";
import type { Settings } from "../score/settings/types.js";
import type { Log } from "./log.js";
import type { Values } from "../base/option.js";
import type { verdictOptions } from "./options/settings.js";

type RunValues = Partial<Values<typeof verdictOptions>>;

/** Values that the library takes under the same names. */
type Shared<Given> = Pick<Given, keyof Given & keyof DetectOptions>;

/**
 * Returns the options of the library for the values of a command. Almost all have the same name and value there. Messages
 * of the run go to the log.
 */
export function detectOptions<Given extends object>(
  values: Given,
  log: Pick<Log, "warn" | "info">,
): Shared<Given> & Pick<DetectOptions, "logins" | "onDamage" | "onNotice"> {
  const shared = Object.entries(values).filter(([name]) => isDetectOption(name));
  return {
    ...(Object.fromEntries(shared) as Shared<Given>),
    logins: "netrc" in values ? readNetrc() : [],
    onDamage: (damage) => warnOfDamage(damage, log),
    onNotice: (notice, isInformation) => (isInformation === true ? log.info : log.warn)(notice),
  };
}

/** Warns that a place in the input could not be read. */
export function warnOfDamage({ source, message }: Damage, log: Pick<Log, "warn">): void {
  log.warn(`warning: ${placeText(source)}: ${message}`);
}

/** Returns the message for an interrupted run: which output is kept, and how to continue. */
export function whatIsKept({
  directory,
  input = [],
}: {
  readonly directory?: string;
  readonly input?: readonly string[];
}): string {
  const fetches = input.some((text) =>
    inputs.some(
      ({ keyword, usesHttp }) => usesHttp && text.toLowerCase().startsWith(`${keyword}=`),
    ),
  );
  if (!fetches) return "no output file was written";
  return directory === undefined
    ? "no output file was written, and nothing that was fetched is kept: with -d FOLDER a run can continue"
    : `no output file was written; what was fetched is kept in ${directory}: run the same command again to continue`;
}

/**
 * Returns true if words are treated as English only because no language was chosen, and verdicts depend on it. A
 * learned combination does not count: it was trained with English words, and on fixtures/collection `--language auto`
 * changes none of its 123 verdicts.
 */
export function takesWordsForEnglish(
  { language }: Pick<RunValues, "language">,
  { combine, measures: chosen, preprocessing }: Settings,
): boolean {
  const isChosen = language !== undefined || preprocessing.language !== "en";
  if (isChosen || combine === "learned") return false;
  const readers = measures.filter(readsWords).map(({ keyword }) => keyword);
  return chosen.some(({ keyword }) => readers.includes(keyword));
}

/** Returns a line for measures that the user has chosen without a profile: no learned combination decides then. */
export const decidingLine = (
  { profile, measures: asked, combine }: RunValues,
  { measures: chosen }: Settings,
): string | undefined =>
  asked === undefined || profile !== undefined || combine !== undefined
    ? undefined
    : `-tm: the thresholds of ${chosen.map(({ name }) => name).join(", ")} decide, and not the learned combination (--profile default)`;

/** Warns of thresholds that have no effect in this run. */
export function warnOfIdleThresholds(
  { thresholds }: RunValues,
  { combine }: Settings,
  log: Log,
): void {
  if (thresholds === undefined || combine !== "learned") return;
  log.warn(
    "--thresholds changes no overall verdict here: the learned combination decides. Give -tm without --profile default and --combine learned, so that the measures decide.",
  );
}

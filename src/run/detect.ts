import { availableParallelism } from "node:os";
import { isObject } from "../base/json.js";
import { readMadeData } from "../base/platform/data.js";
import { EXCERPT } from "../base/text.js";
import { version } from "../base/version.js";
import { planRun, stampOf } from "../score/settings/plan.js";
import { resolveSettings } from "../score/settings/settings.js";
import type { AskedEvidence } from "../score/evidence/collection-evidence.js";
import type { Settings } from "../score/settings/types.js";
import type { Result } from "../write/types.js";
import { askedEvidence, readsCollection } from "./collection/survey.js";
import { requireUsedChoices } from "./contradictions.js";
import { checkOptions, type DetectOptions } from "./detect-options.js";
import { originsOf } from "./extensions/register.js";
import { History } from "./history/history.js";
import type { InputChoice } from "./input-choices.js";
import { chosenInputs, inputOf, openInputs } from "./open-inputs.js";
import { definitionsFor, type RunDefinitions } from "./plugins/definitions.js";
import { type Run, startRun } from "./run.js";
import type { RunOptions } from "./setup/run-options.js";
import type { OpenedRun } from "./map.js";

/**
 * Scores every memento of an input against the first memento of its TimeMap and yields one result per memento, grouped
 * by TimeMap. Throws a `UsageError` for a bad option before any work is done. A problem with a memento is part of its
 * result.
 *
 * @example
 * ```js
 * for await (const result of detect({ input: "warc=crawl.warc", profile: "paper" })) {
 *   if (result.kind === "memento") console.log(result.capture.mementoDatetime, result.overall);
 *   else console.log(result.uriT, result.problem.message);
 * }
 * // 2009-04-14T10:15:07Z on-topic
 * // 2018-01-27T22:18:45Z off-topic
 * ```
 */
export function detect(options: DetectOptions): AsyncGenerator<Result> {
  return committedResults(checkedRun(withDefaults(options)));
}

async function* committedResults(checked: CheckedRun): AsyncGenerator<Result> {
  const { results, history } = startRun(await openRun(checked));
  yield* results;
  await history?.commit();
}

/**
 * Same as {@link detect}, in two steps: checks all options, then returns the results with settings and tally.
 *
 * @example
 * ```js
 * const { results, settings, tally } = await prepareRun({
 *   input: "warc=crawl.warc",
 *   measures: "cosine",
 * });
 * for await (const result of results) {
 *   if (result.kind !== "memento") continue;
 *   for (const { outcome } of result.measures)
 *     if ("value" in outcome) console.log(outcome.value.score);
 * }
 * console.log(settings.profile, tally.mementos, tally.offTopic);
 * // 1
 * // 0.026436934831902348
 * // paper 2 1
 * ```
 */
export async function prepareRun(options: DetectOptions): Promise<Run> {
  return startRun(await openRun(checkedRun(withDefaults(options))));
}

/**
 * The command leaves the Simhash of the markup out of JSON Lines. A history keeps it, and evidence and texts too, because a
 * later run may have any output.
 */
function withDefaults(options: DetectOptions): DetectOptions {
  if (!isObject(options)) return options;
  if (options.history === undefined) {
    return { ...options, showsSimhash: options.showsSimhash ?? false };
  }
  return { ...options, explain: true, excerpts: EXCERPT, showsSimhash: true };
}

/** Options that have passed all checks that need no file and no archive. */
interface CheckedRun extends CheckedSettings {
  readonly options: DetectOptions;
  readonly inputs: readonly InputChoice[];
}

/** `others` are options that only this step takes. Throws a `UsageError` for a bad option. */
export function checkedRun(
  options: DetectOptions,
  others?: Parameters<typeof checkOptions>[1],
): CheckedRun {
  checkOptions(options, others);
  const checked = checkedSettings(options);
  const { definitions, evidence, settings } = checked;
  const inputs = chosenInputs(options.input);
  requireUsedChoices(options, inputs, {
    areForThreads: definitions.areForThreads,
    readsCollection: readsCollection(evidence, settings),
  });
  return { options, ...checked, inputs };
}

interface CheckedSettings {
  readonly settings: Settings;
  readonly definitions: RunDefinitions;
  readonly evidence: readonly AskedEvidence[];
}

/** Returns what all steps need of the options that they take. Throws a `UsageError` for a bad option. */
export function checkedSettings(options: Omit<DetectOptions, "input">): CheckedSettings {
  const known = definitionsFor(options);
  const settings = resolveSettings(options, known);
  const definitions = { ...known, extensions: extensionsUsed(settings, known) };
  return { settings, definitions, evidence: askedEvidence(options, settings, known.evidence) };
}

/** Returns the names of the extensions that have definitions of a run, which its threads load. */
function extensionsUsed(
  settings: Settings,
  { measures, features, removers, evidence }: Omit<RunDefinitions, "extensions">,
): string[] {
  const plan = planRun(settings, measures, evidence);
  const requested = new Set(plan.requests.map(({ feature }) => feature));
  const [boilerplate] = settings.preprocessing.boilerplate.split(":");
  return originsOf([
    ...plan.measures.map(({ measure }) => measure),
    ...features.filter(({ keyword }) => requested.has(keyword)),
    ...removers.filter(({ keyword }) => keyword === boilerplate),
    ...evidence.filter((each) => each.isAsked(settings)),
  ]);
}

/** Opens the history and the inputs of a run, which another run may have locked. */
export async function openRun(checked: CheckedRun): Promise<OpenedRun> {
  const { options, settings, definitions, evidence } = checked;
  const { signal = new AbortController().signal } = options;
  const { overrides, onProgress, onDamage, onNotice } = options;
  const history = historyOf(options, settings, definitions);
  return {
    ...(await openInputs(checked.inputs, options, signal)),
    ...{ ...definitions, settings, evidence, signal, history },
    ...threadsOf(options, definitions),
    memoryBytes: memoryOf(options),
    httpOptions: options,
    inputOf,
    ...{ overrides, onProgress, onDamage, onNotice },
  };
}

/** Returns the history of a run, if one is chosen. */
function historyOf(
  { history: directory, since, memoryBytes }: DetectOptions,
  settings: Settings,
  { measures, evidence }: RunDefinitions,
): History | undefined {
  if (directory === undefined) return undefined;
  return new History({
    ...{ directory, since, settings },
    // A run over all captures must not take a file for known of which a run has read a part.
    stamp: [stampOf(settings, measures, evidence), settings.fetch ?? []].flat().join(" "),
    program: JSON.stringify([version, readMadeData("build.json")]),
    memoryBytes: memoryOf({ memoryBytes }),
  });
}

/**
 * Returns the number of threads of a run. It is 0 if definitions are functions of this program, because functions
 * cannot be sent to a thread.
 */
export const threadsOf = (
  { workers = availableParallelism() }: Pick<DetectOptions, "workers">,
  { areForThreads }: RunDefinitions,
): Pick<RunOptions, "workers"> => (areForThreads ? { workers } : { workers: 0 });

const DEFAULT_MEMORY_BYTES = 16 * 1024 * 1024;
/** Minimum memory. With less, merging many small parts costs more than the memory it saves. */
const LEAST_MEMORY_BYTES = 1024 * 1024;

/** Returns the memory limit of a run in bytes. */
export function memoryOf({ memoryBytes }: Pick<DetectOptions, "memoryBytes">): number {
  return Math.max(LEAST_MEMORY_BYTES, memoryBytes ?? DEFAULT_MEMORY_BYTES);
}

import { availableParallelism } from "node:os";
import { UsageError } from "../base/errors.js";
import {
  Access,
  type Login,
  withoutLogins,
  withoutLoginsInText,
  withoutSignatures,
} from "../read/http/access.js";
import { inputs } from "../read/inputs/index.js";
import { EXCERPT } from "../base/text.js";
import { version } from "../base/version.js";
import { readMadeData } from "../base/platform/data.js";
import { isRemote, openRemoteWith } from "../base/platform/files.js";
import { stampOf } from "../score/settings/plan.js";
import { extensionsNamed, loadNamed } from "./extensions/named.js";
import { askedEvidence, readsCollection } from "./collection/survey.js";
import { valueOfSource } from "../read/files/arguments.js";
import { chooseInputs, type InputChoice } from "./input-choices.js";
import {
  requireUsedArchiveChoices,
  requireUsedSettings,
  resolveSettings,
} from "../score/settings/settings.js";
import type { Input } from "../read/types.js";
import { isObject } from "../base/json.js";
import type { Settings } from "../score/settings/types.js";
import type { Result } from "../write/types.js";
import { definitionsFor, type RunDefinitions } from "./plugins/definitions.js";
import { extensionsUsed } from "./extensions/used.js";
import { checkOptions, type DetectOptions } from "./detect-options.js";
import { History } from "./history/history.js";
import type { Damage } from "./setup/prepared-input.js";
import type { RunOptions } from "./setup/run-options.js";
import type { PreparedInput } from "./setup/prepared-input.js";
import { type Run, startRun } from "./run.js";

const DEFAULT_MEMORY_BYTES = 32 * 1024 * 1024;
/** Minimum memory. With less, merging many small parts costs more than the memory it saves. */
const LEAST_MEMORY_BYTES = 1024 * 1024;

/** Returns the memory limit of a run in bytes. */
export function memoryOf({ memoryBytes }: Pick<DetectOptions, "memoryBytes">): number {
  return Math.max(LEAST_MEMORY_BYTES, memoryBytes ?? DEFAULT_MEMORY_BYTES);
}

/**
 * Returns the number of threads of a run. It is 0 if definitions are functions of this program, because functions
 * cannot be sent to a thread.
 */
export const threadsOf = (
  { workers = availableParallelism() }: Pick<DetectOptions, "workers">,
  { areForThreads }: RunDefinitions,
): Pick<RunOptions, "workers"> => (areForThreads ? { workers } : { workers: 0 });

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
  return resultsOf(checkedRun(withDefaults(options)));
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

async function* resultsOf(run: CheckedRun): AsyncGenerator<Result> {
  const { results, history } = await start(run);
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
  return start(checkedRun(withDefaults(options)));
}

async function start(checked: CheckedRun): Promise<Run> {
  return startRun(await runOptions(checked));
}

/** Returns settings and definitions from the options that all steps take. Throws a `UsageError` for a bad option. */
export function checkedSettings(options: Omit<DetectOptions, "input">): {
  readonly settings: Settings;
  readonly definitions: RunDefinitions;
} {
  const definitions = definitionsFor(options);
  const { measures } = definitions;
  const settings = resolveSettings(options, definitions);
  // A measure of the user's own may read any setting, so no setting can be reported as unused.
  if (options.extraMeasures === undefined) requireUsedSettings(options, settings, measures);
  const extensions = extensionsUsed(settings, definitions);
  return { settings, definitions: { ...definitions, extensions } };
}

/** Options that have passed all checks that need no file and no archive. */
interface CheckedRun {
  readonly options: DetectOptions;
  readonly settings: Settings;
  readonly definitions: RunDefinitions;
  readonly inputs: readonly InputChoice[];
}

/** `others` are options that only this step takes. Throws a `UsageError` for a bad option. */
export function checkedRun(
  options: DetectOptions,
  others?: Parameters<typeof checkOptions>[1],
): CheckedRun {
  checkOptions(options, others);
  const checked = checkedSettings(options);
  const inputs = chosenInputs(options.input);
  requireUsedArchiveChoices(
    options,
    inputs.map(({ input }) => input),
  );
  if (checked.settings.fetch === "changes") for (const each of inputs) requireIndex(each);
  return { options, ...checked, inputs };
}

/** Throws a `UsageError` for an input that lists no captures before it reads them. */
function requireIndex({ input, values }: InputChoice): void {
  const { keyword } = input;
  if (keyword === "dir") {
    throw new UsageError(
      "--fetch changes fetches in steps, and -i dir= reads what was fetched. Give the command that made the folder, with --offline.",
    );
  }
  const isPackageOnWeb =
    keyword === "wacz" && values.every((each) => isRemote(each) && !each.endsWith("/"));
  if (input.choosesMementos === true || isPackageOnWeb) return;
  throw new UsageError(
    `--fetch changes chooses by an index, and -i ${keyword}= is read whole. Leave it out, or give TimeMaps, a collection, -i cdx=INDEX or a WACZ on the web.`,
  );
}

export async function runOptions({
  options,
  settings,
  definitions,
  inputs,
}: CheckedRun): Promise<RunOptions> {
  const { onProgress, onDamage, onNotice, signal = new AbortController().signal } = options;
  const { measures, features, removers, plugins, extensions } = definitions;
  const evidence = askedEvidence(options, settings, definitions.evidence);
  if (settings.fetch === "changes" && settings.aliases !== undefined) {
    throw new UsageError(
      "--fetch changes judges a TimeMap before the others have been read, and --aliases joins it with others. Give only one of them.",
    );
  }
  if (settings.fetch === "changes" && readsCollection(evidence, settings)) {
    throw new UsageError(
      "--fetch changes needs the verdicts on a TimeMap before all others have been read. Make the topic or the texts of the collection from an earlier run, and give their file.",
    );
  }
  const history = historyOf(options, settings, definitions);
  const prepared = await Promise.all(
    inputs.map(({ input, values }) => prepareInput(input, values, options.http)),
  );
  const base = options.http?.warcBase ?? "";
  const areRemote = isRemote(base) || prepared.some(({ sources }) => sources.some(isRemote));
  const http =
    areRemote || prepared.some(({ input }) => input.usesHttp)
      ? await openHttp(options, prepared, signal)
      : undefined;
  return {
    inputs: prepared,
    settings,
    ...{ measures, features, removers, plugins, extensions },
    ...threadsOf(options, definitions),
    memoryBytes: memoryOf(options),
    signal,
    http,
    history,
    httpOptions: options.http,
    inputOf,
    overrides: options.overrides,
    evidence,
    onProgress,
    onDamage,
    onNotice,
  };
}

/** Returns the history of a run, if one is chosen. Throws a `UsageError` for options that a history cannot serve. */
function historyOf(
  options: DetectOptions,
  settings: Settings,
  definitions: RunDefinitions,
): History | undefined {
  const { history, http = {}, memoryBytes } = options;
  const { measures, evidence, areForThreads } = definitions;
  if (history === undefined) return undefined;
  const why = [
    settings.text === "rendered" &&
      "--text rendered joins records of several files, and --history reads only the new ones",
  ].find((each) => each !== false);
  if (why !== undefined) throw new UsageError(`${why}. Give only one of them.`);
  if (!areForThreads) {
    throw new UsageError(
      "--history cannot be used with extraMeasures, extraFeatures or extraRemovers: it cannot tell when they change.",
    );
  }
  return new History(history, {
    settings,
    // A run over all captures must not take a file for known of which a run has read a part.
    stamp: [stampOf(settings, measures, evidence), settings.fetch ?? []].flat().join(" "),
    program: JSON.stringify([version, readMadeData("build.json")]),
    namesSeeds: http.seeds === "auto",
    memoryBytes: memoryOf({ memoryBytes }),
  });
}

/** Returns the input with a keyword, also one of an extension of this package. */
async function inputOf(keyword: string): Promise<Input | undefined> {
  await loadNamed(extensionsNamed("inputs", [keyword]));
  return inputs.find((input) => input.keyword === keyword);
}

/** Messages do not show the passwords in URIs. */
async function prepareInput(
  input: Input,
  values: readonly string[],
  http: DetectOptions["http"],
): Promise<PreparedInput & Prepared> {
  const unread: Damage[] = [];
  try {
    const sources = await input.prepare(values, http, (item) => unread.push(item));
    return { input, ...withoutSecrets(sources, input), unread };
  } catch (cause) {
    if (!(cause instanceof UsageError)) throw cause;
    throw new UsageError(withoutLoginsInText(cause.message), { cause });
  }
}

/** Returns the chosen inputs: built-in ones by keyword, followed by objects of the program. */
function chosenInputs(input: DetectOptions["input"]): InputChoice[] {
  // Programs in JavaScript may give anything.
  const given: readonly unknown[] = [input].flat();
  const texts = given.filter((each) => typeof each === "string");
  const objects = given.filter((each) => typeof each !== "string");
  if (given.length > 0) return [...chooseInputs(texts, inputs), ...objects.map(inputOfProgram)];
  throw new UsageError(`option "input" is an empty list. Give ${INPUTS}.`);
}

const INPUTS =
  '"warc=FILE", an input of your own, { input, sources: ["a", "b"] }, or a list of these';

function inputOfProgram(given: unknown): InputChoice {
  const { input = given, sources } = isObject(given) && !("read" in given) ? given : {};
  if (!isObject(input) || typeof input["read"] !== "function") {
    throw new UsageError(
      given === undefined
        ? `option "input" is missing. Give ${INPUTS}.`
        : `option "input" has something that is no input. Give ${INPUTS}.`,
    );
  }
  if (typeof input["prepare"] !== "function" || typeof input["keyword"] !== "string") {
    throw new UsageError('option "input" has an incomplete input. Make it with defineInput.');
  }
  const own = input as unknown as Input;
  if (sources === undefined) return { input: own, values: [] };
  if (!Array.isArray(sources) || !sources.every((each) => typeof each === "string")) {
    throw new UsageError(
      `the sources of input ${own.keyword} are not a list of texts. Give { input, sources: ["a", "b"] }.`,
    );
  }
  return { input: own, values: sources.map(valueOfSource) };
}

/** Returns sources as results and messages show them, and the secrets that were removed from them. */
function withoutSecrets(sources: readonly string[], input?: Input): Prepared {
  const shown = withoutLogins(sources);
  // Inputs over HTTP must request these URIs unchanged, and results must show them unchanged.
  const signed = input?.usesHttp === true ? {} : withoutSignatures(shown.sources);
  return { ...shown, ...signed };
}

/**
 * Makes files on the web readable like local files until `close` is called. `sources` are their URIs as results show
 * them.
 */
export async function openFilesOfWeb(
  uris: readonly string[],
  options: Pick<DetectOptions, "access" | "fetching">,
  signal: AbortSignal,
): Promise<{ readonly sources: readonly string[]; readonly close: () => Promise<void> }> {
  const prepared = withoutSecrets(uris);
  const { close } = await openHttp({ ...options, input: [] }, [prepared], signal);
  return { sources: prepared.sources, close };
}

/** Sources, and the secrets that were removed from their URIs. */
interface Prepared {
  readonly sources: readonly string[];
  readonly logins: readonly Login[];
  readonly signed?: ReadonlyMap<string, string>;
}

/** With a working directory (`-d`), the fetcher records what it fetches. The run may then have only one input. */
async function openHttp(
  { directory, fetching, maxPageSize, access = {}, http = {} }: DetectOptions,
  inputs: readonly (Prepared & { readonly input?: Input })[],
  signal: AbortSignal,
): Promise<NonNullable<RunOptions["http"]>> {
  // Only inputs that fetch pages are recorded, not WARC files that are read over HTTP.
  const isKept = directory !== undefined && inputs.some(({ input }) => input?.usesHttp === true);
  const [first] = inputs;
  if (isKept && (first === undefined || inputs.length > 1)) {
    throw new UsageError(
      "a working directory (-d) is for one kind of input. Give only one -i, or leave out -d.",
    );
  }
  const { archive, warcBase = "" } = http;
  const given = [
    ...inputs.flatMap(({ input, sources }) => input?.hosts?.(sources, http) ?? sources),
    ...(archive === undefined ? [] : [archive.replay, archive.timeMap, archive.cdx]),
  ];
  const signed = new Map(inputs.flatMap((each) => [...(each.signed ?? [])]));
  const logins = [...inputs.flatMap((each) => each.logins), ...(access.logins ?? [])];
  // This module is loaded only if needed, because it is a quarter of all code that a run on WARC files would load.
  const [{ openFetcher }, { RemoteFiles }] = await Promise.all([
    import("../read/http/fetcher.js"),
    import("../read/http/remote-files.js"),
  ]);
  const fetcher = await openFetcher({
    ...fetching,
    given: [...given, warcBase],
    access: new Access({ ...access, logins }, given),
    signal,
    maxBodyBytes: maxPageSize,
    ...(isKept &&
      first?.input !== undefined && {
        record: {
          directory,
          input: {
            ...{ keyword: first.input.keyword, sources: first.sources },
            takesFiles: first.input.takesFiles,
          },
        },
      }),
  });
  const uriOf = (shown: string): string => signed.get(shown) ?? shown;
  const { open } = new RemoteFiles(fetcher, uriOf);
  const forget = openRemoteWith(open);
  const close = (): Promise<void> => {
    forget();
    return fetcher.close();
  };
  return { fetcher, close };
}

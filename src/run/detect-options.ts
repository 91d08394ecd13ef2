import { UsageError } from "../base/errors.js";
import type { AccessChoices } from "../read/http/access.js";
import type { LimitChoices } from "../read/http/limits.js";
import type { Overrides } from "../write/overrides.js";
import { matches } from "../base/seed-match.js";
import { nearest, positive, requireChoice } from "../score/settings/find.js";
import type { SettingsChoices } from "../score/settings/settings.js";
import type { TopicRules } from "../score/topic/topic-source.js";
import type { HttpInputOptions, Input } from "../read/types.js";
import type { OwnDefinitions } from "./plugins/definitions.js";
import type { CacheChoice } from "./cache/cache-folder.js";
import type { RunOptions, Shard } from "./run-options.js";

/** How inputs over HTTP fetch: politely and without a record unless said otherwise. */
export interface FetchingOptions {
  /** TimeMaps are fetched again, whatever is on record (`--refresh`). */
  readonly refresh?: boolean;
  /** Nothing is fetched: the working directory answers, or a problem does (`--offline`). */
  readonly offline?: boolean;
  /** `--rate`, `--concurrency`. */
  readonly limits?: LimitChoices;
  /** Milliseconds for connecting, for waiting for headers, and for silence within a body. Default 60 s. */
  readonly timeoutMs?: number;
  /** E-mail or web address for the User-Agent (`--contact`). */
  readonly contact?: string;
  /** What a user needs to know at once: pauses, hosts given up, records lost. */
  readonly onNotice?: (message: string) => void;
}

/** What to read and how to judge it; what is left out is as on the command line. */
export interface DetectOptions extends SettingsChoices, OwnDefinitions {
  /** As after `-i`: `warc=crawl.warc.gz`, or several of them; or an input of your own, such as {@link givenPages}. */
  readonly input: string | readonly string[] | Input;
  /**
   * Threads that read pages and score; 0 does all in this thread, as runs with definitions of your own do unless they are from a module
   * ({@link loadPlugins}). Default: one a core.
   */
  readonly workers?: number;
  /** Bytes of records held in memory before they go to temporary files; 32 MiB by default, at least 1 MiB. */
  readonly memoryBytes?: number;
  /** Only a part of all TimeMaps, for several processes that share the work; rates of hosts are shared as well. */
  readonly shard?: Shard;
  /** A curator's own verdicts ({@link parseOverrides}); they win over what is computed. */
  readonly overrides?: Overrides;
  /** Ends the run with its reason when it is aborted. */
  readonly signal?: AbortSignal;
  /** Called now and then during a run. */
  readonly onProgress?: RunOptions["onProgress"];
  /** Called for bytes of the input that are lost and belong to no memento. */
  readonly onDamage?: RunOptions["onDamage"];
  /** How inputs over HTTP fetch. */
  readonly fetching?: FetchingOptions;
  /**
   * What opens private collections: headers, cookies and logins, for their own hosts or for those of the URIs in `input`.
   * They are sent to no other host, and stand in no record, result or message.
   */
  readonly access?: AccessChoices;
  /** Working directory (`-d`): what is fetched is kept there, and an interrupted run continues from it. */
  readonly directory?: string;
  /** Where the features of WARC and WACZ files are kept, so that the next run with these settings need not read them. */
  readonly cache?: CacheChoice;
  /** Which mementos of TimeMaps are wanted, where archives are. */
  readonly http?: HttpInputOptions;
}

/** The kinds of value that each option takes, with blanks between them; of an object its own options. */
type Table<O> = { readonly [Name in keyof O]-?: string | Kinds };
type Kinds = { readonly [name: string]: string | Kinds };

const FETCHING = {
  refresh: "boolean",
  offline: "boolean",
  limits: { perMinute: "object", concurrency: "number", shards: "number" },
  timeoutMs: "number",
  contact: "text",
  onNotice: "function",
} satisfies Table<FetchingOptions>;

const HTTP = {
  from: "text",
  to: "text",
  limit: "number",
  sample: "number",
  rawRules: "list",
  verify: "boolean",
  seeds: "list text",
  match: "text",
  warcBase: "text",
  streamName: "text",
  cdxFilters: "list",
  archive: { replay: "text", timeMap: "text", cdx: "text" },
  refetchDuplicates: "boolean",
  archiveIt: { collections: "text", partner: "text", wayback: "text" },
  window: "number",
} satisfies Table<HttpInputOptions>;

const OPTIONS = {
  input: "text list object",
  workers: "number",
  memoryBytes: "number",
  shard: { k: "number", n: "number" },
  overrides: "object",
  signal: "object",
  onProgress: "function",
  onDamage: "function",
  fetching: FETCHING,
  access: { headers: "list", cookies: "list", logins: "list" },
  directory: "text",
  cache: { directory: "text", verify: "boolean", maxBytes: "number" },
  http: HTTP,
  extraMeasures: "list",
  extraFeatures: "list",
  extraRemovers: "list",
  profile: "text",
  measures: "text",
  thresholds: "object",
  reference: "text",
  combine: "text number",
  abstain: "list",
  scoresOnly: "boolean",
  model: "object",
  boilerplate: "text",
  measureSteps: "list",
  groupBy: "text",
  status: "text",
  pages: "text",
  text: "text",
  formats: "list",
  redirects: "text",
  revisits: "text",
  substituted: "text",
  first: "text",
  numberOfTopics: "number",
  fusion: "text",
  vmax: "number",
  wrap: "number",
  structureWeight: "number",
  insertCost: "number",
  removeCost: "number",
  renameCost: "number",
  exactScores: "boolean",
  shortCircuit: "boolean",
  signs: "boolean",
  signStrength: "number",
  elsewhere: "object text",
  elsewhereVote: "number",
  explain: "boolean",
  excerpts: "number",
  outlinks: "boolean",
  simhash: "boolean",
  contentLength: "boolean",
  detectLanguage: "boolean",
  maxPageSize: "number",
  language: "text",
  stem: "boolean text",
  stopWords: "boolean",
  stopWordList: "object",
  minTokenLength: "number",
  collectionMeasures: "text",
  topicAgree: "number",
  topic: "object",
} satisfies Table<DetectOptions>;

/** The options of how a topic is made. */
export const TOPIC_OPTIONS = {
  elements: "number",
  recognise: "number",
  coverage: "number",
  coreMementos: "number",
  variableAfter: "number",
  randomSeed: "number",
  topic: "object",
  topicAgree: "number",
} satisfies Table<TopicRules>;

/** True for what the library takes as an option of a run, among all options of a command. */
export const isOption = (name: string): boolean =>
  Object.hasOwn(OPTIONS, name) || Object.hasOwn(TOPIC_OPTIONS, name);

/**
 * Throws a `UsageError` for an option that does not exist, and for a value of another kind than it takes: who wrote it
 * expects other results. `others` are options that only this step takes.
 */
export function checkOptions(options: object, others: Kinds = {}): void {
  checkKinds(options, { ...OPTIONS, ...others }, "");
  const { workers, memoryBytes, excerpts, shard, http = {} } = options as Partial<DetectOptions>;
  if (workers !== undefined && (!Number.isSafeInteger(workers) || workers < 0)) {
    throw new UsageError("the number of workers must be a whole number from 0 up.");
  }
  if (memoryBytes !== undefined) positive(memoryBytes, "memory in bytes");
  if (excerpts !== undefined) positive(excerpts, "length of excerpts");
  if (shard !== undefined && positive(shard.k, "shard") > positive(shard.n, "number of shards")) {
    throw new UsageError(`there is no shard ${shard.k} of ${shard.n}.`);
  }
  for (const name of ["limit", "sample", "window"] as const) {
    if (http[name] !== undefined) positive(http[name], `option "http.${name}"`);
  }
  for (const name of ["from", "to"] as const) {
    if (http[name] === undefined || /^\d{4}(?:\d\d){0,5}$/u.test(http[name])) continue;
    throw new UsageError(`option "http.${name}" is 4 to 14 digits of YYYYMMDDhhmmss.`);
  }
  if (http.match !== undefined) requireChoice(http.match, matches, 'value of option "http.match"');
}

function checkKinds(options: object, kinds: Kinds, path: string): void {
  for (const [name, value] of Object.entries(options) as [string, unknown][]) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind === undefined) {
      const near = nearest(name, Object.keys(kinds));
      const hint = near === undefined ? "" : ` Did you mean "${path}${near}"?`;
      throw new UsageError(`there is no option "${path}${name}".${hint}`);
    }
    if (value === undefined) continue;
    const expected = typeof kind === "string" ? kind.split(" ") : ["object"];
    if (!expected.includes(kindOf(value))) {
      throw new UsageError(
        `option "${path}${name}" takes ${expected.join(" or ")}, not ${kindOf(value)}.`,
      );
    }
    if (typeof kind === "object") checkKinds(value as object, kind, `${path}${name}.`);
  }
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  return typeof value === "string" ? "text" : typeof value;
}

import { UsageError } from "../base/errors.js";
import { members } from "../base/json.js";
import { once } from "../base/math/memo.js";
import { COMMANDS_FILE, type NamedOption, optionMeant } from "../base/option.js";
import { readMadeData } from "../base/platform/data.js";
import type { AccessChoices } from "../read/http/access.js";
import type { HttpInputOptions, Input, RequestClass } from "../read/types.js";
import type { Overrides } from "../write/overrides.js";
import { goneLine } from "../base/what-is-gone.js";
import { matches } from "../base/seed-match.js";
import { positive, requireChoice } from "../base/find.js";
import { made } from "../base/value-kinds.js";
import type { SettingsChoices } from "../score/settings/settings.js";
import { settingTypes } from "../score/settings/run-settings.js";
import type { OwnDefinitions } from "./plugins/definitions.js";
import type { RunOptions } from "./setup/run-options.js";

/** One input of a run. */
export type OneInput = string | Input | InputWithSources;

/** Options for fetching, which is polite and keeps nothing by default. */
export interface FetchingOptions {
  /** Fetches TimeMaps again even if they have been recorded (`--set refresh`). */
  readonly refresh?: boolean;
  /** Fetches nothing. Mementos that the working directory does not contain become problems (`--offline`). */
  readonly offline?: boolean;
  /** Requests to a host a minute, by class of request (`--rate`). */
  readonly rate?: Partial<Readonly<Record<RequestClass, number>>>;
  /** Requests to a host at the same time. */
  readonly concurrency?: number;
  /** Seconds to wait for a connection, for headers, and for more of a body. Default 60. */
  readonly timeout?: number;
  /** E-mail or web address that is put into the User-Agent (`--contact`). */
  readonly contact?: string;
}

/** An input with what it reads: one of your own, or one of {@link inputs}. */
export interface InputWithSources {
  readonly input: Input;
  /** The texts that the command line has after `-i keyword=`. Each text is one source, also if it contains a comma. */
  readonly sources: readonly string[];
}

/**
 * Input and settings of a run, under the names that the command has. An option that is left out has the default of the
 * command line.
 *
 * Headers, cookies and logins for private collections are sent to the hosts that they name, or otherwise to the hosts of
 * the URIs in `input`, and to no other host. No record, result or message contains them.
 */
export interface DetectOptions
  extends SettingsChoices, OwnDefinitions, HttpInputOptions, FetchingOptions, AccessChoices {
  /**
   * Input in the form of `-i` (`warc=crawl.warc.gz`), an input of your own such as {@link givenPages}, one with its
   * sources (`{ input: mine, sources: ["a.db"] }`), or a list of these.
   */
  readonly input: OneInput | readonly OneInput[];
  /**
   * Number of threads that read pages and score. 0 uses the calling thread only. So do runs with your own definitions,
   * unless a module contains them ({@link loadPlugins}). Default: one per core.
   */
  readonly workers?: number;
  /** Memory for records in bytes. Records beyond it go to temporary files. Default 16 MiB, at least 1 MiB. */
  readonly memoryBytes?: number;
  /** Verdicts of a curator ({@link parseOverrides}). They take precedence over computed verdicts. */
  readonly overrides?: Overrides;
  /** Ends the run when it is aborted. The run then throws the reason of the signal. */
  readonly signal?: AbortSignal;
  /** Called from time to time during a run. */
  readonly onProgress?: RunOptions["onProgress"];
  /** Called for damaged bytes of the input that do not belong to a memento. */
  readonly onDamage?: RunOptions["onDamage"];
  /**
   * Called with messages that a user should see at once: pauses, hosts that were given up, lost records, seeds that are
   * judged as one because they are one page, and names of `aliases` that no capture has.
   */
  readonly onNotice?: RunOptions["onNotice"];
  /** Working directory (`-d`). Stores what is fetched, so that an interrupted run can continue. */
  readonly directory?: string;
  /**
   * Folder with the records of earlier runs. The run reads only new files, compares their captures with all captures of
   * the history, and yields the results of the new captures. A run without any yields those of the last run with some.
   */
  readonly history?: string;
  /** With a history: also yields the results of older captures from this date on, 4 to 14 digits of `YYYYMMDDhhmmss`. */
  readonly since?: string;
}

/**
 * Types that each option accepts, separated by spaces. For an option that is an object, the table of its own options.
 */
type TypeTable<O> = { readonly [Name in keyof O]-?: string | OptionTypes };
type OptionTypes = { readonly [name: string]: string | OptionTypes };

const OPTIONS = once(
  () =>
    ({
      ...{
        input: "text list object",
        workers: "number",
        memoryBytes: "number",
        overrides: "object",
      },
      ...{ signal: "object", onProgress: "function", onDamage: "function", onNotice: "function" },
      ...{
        directory: "text",
        history: "text",
        since: "text",
        refresh: "boolean",
        offline: "boolean",
      },
      ...{ rate: "object", concurrency: "number", timeout: "number", contact: "text" },
      ...{ headers: "list", cookies: "list", logins: "list" },
      ...{ from: "text", to: "text", limit: "number", sample: "number" },
      ...{ seeds: "list text", match: "text", warcBase: "text" },
      ...{ streamName: "text", wasapi: "text", window: "number" },
      archive: { replay: "text", timeMap: "text", cdx: "text" },
      archiveIt: { collections: "text", partner: "text", wayback: "text" },
      ...{ extraMeasures: "list", extraFeatures: "list", extraRemovers: "list" },
      ...settingTypes(),
      ...{
        scoresOnly: "boolean",
        excerpts: "number",
        outlinks: "boolean",
        showsSimhash: "boolean",
      },
    }) satisfies TypeTable<DetectOptions>,
);

/** Tells whether a name is that of an option of the library, which the command has too. */
export const isDetectOption = (name: string): name is keyof DetectOptions =>
  Object.hasOwn(OPTIONS(), name);

/** More threads than any machine has cores. Each takes memory of its own. */
const MOST_WORKERS = 4096;

/**
 * Throws a `UsageError` for an unknown option or a value of the wrong type, because ignoring it would give unexpected
 * results. `others` are options that only this step takes.
 */
export function checkOptions(options: object, others: OptionTypes = {}): void {
  if (kindOf(options) !== "object") {
    throw new UsageError(
      `the options are an object such as { input: "warc=crawl.warc" }, not ${kindOf(options)}.`,
    );
  }
  checkKinds(options, { ...OPTIONS(), ...others }, "");
  const given = options as Partial<DetectOptions>;
  const { workers = 0, overrides, signal, match } = given;
  // Programs in JavaScript may give any text.
  const seeds: unknown = given.seeds;
  if (!Number.isSafeInteger(workers) || workers < 0 || workers > MOST_WORKERS) {
    throw new UsageError(
      `the number of workers must be a whole number from 0 to ${MOST_WORKERS}, not ${workers}.`,
    );
  }
  for (const name of ["memoryBytes", "limit", "sample", "window", "concurrency"] as const) {
    if (given[name] !== undefined) positive(given[name], `option "${name}"`);
  }
  for (const name of ["from", "to", "since"] as const) {
    if (given[name] === undefined || /^\d{4}(?:\d\d){0,5}$/u.test(given[name])) continue;
    throw new UsageError(`option "${name}" is 4 to 14 digits of YYYYMMDDhhmmss.`);
  }
  for (const [name, [maker, part]] of Object.entries(DEFINITIONS)) {
    const list = (options as Partial<Record<string, readonly unknown[]>>)[name];
    if (list?.every((each) => part in members(each)) !== false) continue;
    throw new UsageError(`option "${name}" is a list of definitions. Make each with ${maker}.`);
  }
  if (overrides !== undefined) {
    made("parseOverrides", "labels").check?.(overrides, 'option "overrides"');
  }
  if (signal !== undefined && !("aborted" in signal && "addEventListener" in signal)) {
    throw new UsageError(
      'option "signal" takes the signal of an AbortController: new AbortController().signal.',
    );
  }
  if (typeof seeds === "string" && seeds !== "auto") {
    throw new UsageError('option "seeds" takes a list of URIs, or "auto".');
  }
  if (match !== undefined) requireChoice(match, matches, 'value of option "match"');
}

/** The function that makes the definitions of an option, and a part that only complete ones have. */
const DEFINITIONS = {
  extraMeasures: ["defineMeasure", "input"],
  extraFeatures: ["defineFeature", "isEmpty"],
  extraRemovers: ["defineRemover", "removes"],
} as const satisfies { readonly [Name in keyof OwnDefinitions]-?: unknown };

function checkKinds(options: object, kinds: OptionTypes, path: string): void {
  for (const [name, value] of Object.entries(options) as [string, unknown][]) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind === undefined) {
      const words = name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
      const gone = goneLine("option", `--${words}`) ?? goneLine("setting", words);
      if (gone !== undefined) throw new UsageError(`option "${path}${name}": ${gone}`);
      const near = optionMeant(name, namedOptions(Object.keys(kinds)))?.key;
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
    if ([value].flat().some((each) => typeof each === "string" && each.trim() === "")) {
      throw new UsageError(
        `option "${path}${name}" has an empty text. Leave it out, or give a value.`,
      );
    }
    if (typeof kind === "object") checkKinds(value as object, kind, `${path}${name}.`);
  }
}

/** Returns options by their names in a program, with those that the command and Python have for them. */
function namedOptions(keys: readonly string[]): NamedOption[] {
  const { options } = readMadeData(COMMANDS_FILE) as { readonly options: readonly NamedOption[] };
  return keys.flatMap((key) => [
    { key, flags: "", help: "" },
    ...options.filter((option) => option.key === key),
  ]);
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  return typeof value === "string" ? "text" : typeof value;
}

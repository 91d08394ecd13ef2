import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import * as nodeModule from "node:module";
import { basename, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { codeOf, messageOf, UsageError, whyUnreadable } from "../../base/errors.js";
import { awaiting, Failed, nameOf, noteLoaded } from "../../base/failures.js";
import { isObject } from "../../base/json.js";
import type { PluginModule } from "../../base/types.js";
import type { Input } from "../../read/types.js";
import type { BoilerplateRemover, Feature } from "../../page/types.js";
import type { Measure } from "../../score/types.js";
import type { Writer } from "../../write/types.js";
import { option } from "../../base/option.js";
import { readTextFile } from "../../base/read-file.js";
import { type Setting, settingsUnder } from "../../base/setting.js";
import { given } from "../../base/value-kinds.js";
import { registerDataSetting, registerSettings } from "../../score/settings/own-settings.js";
import { defineFeature, defineMeasure, defineRemover, defineWriter } from "./define.js";
import { defineEvidence, type OwnEvidence } from "./define-evidence.js";
import { type Extension, isExtension } from "./define-extension.js";
import { defineInput, untilFailure } from "./define-input.js";
import { requireSettings } from "./own-options.js";
import { isPackageName, packageEntry } from "./package-entry.js";

/** Definitions of a plug-in. */
export interface PluginDefinitions {
  readonly measures: readonly Measure[];
  readonly features: readonly Feature[];
  readonly inputs: readonly Input[];
  readonly writers: readonly Writer[];
  readonly removers: readonly BoilerplateRemover[];
  readonly evidence: readonly OwnEvidence[];
  /** Functions that return commands, with the plug-in that they belong to. */
  readonly commands: readonly PluginCommand[];
}

/** Command of a plug-in. */
export interface PluginCommand {
  readonly name: string;
  /** Returns the command. */
  readonly load: () => unknown;
  readonly plugin: string;
}

/**
 * Loads plug-ins, which are modules that export definitions, either made by `defineMeasure` and similar functions or as
 * the objects that these functions take. A path is relative to the working folder, or a `file:` URL, or the name of a
 * package that is installed there. Throws a `UsageError` for a module that cannot be loaded, and for a module without a definition.
 *
 * @example
 * ```js
 * const { measures } = await loadPlugins(["headings.mjs"]);
 * const options = {
 *   input: "warc=crawl.warc",
 *   measures: "headings=0.2",
 *   extraMeasures: measures,
 * };
 * for await (const result of detect(options)) {
 *   if (result.kind !== "memento") continue;
 *   for (const { name, outcome } of result.measures)
 *     if ("value" in outcome) console.log(name, outcome.value.score);
 * }
 * // headings 1
 * // headings 0
 * ```
 */
export async function loadPlugins(paths: readonly (string | URL)[]): Promise<PluginDefinitions> {
  const given: unknown = paths;
  const isPath = (path: unknown): boolean => typeof path === "string" || path instanceof URL;
  if (!Array.isArray(given) || !given.every(isPath)) {
    throw new UsageError('loadPlugins takes a list of paths or URLs: loadPlugins(["mine.mjs"]).');
  }
  const plugins: PluginDefinitions[] = [];
  const seen: Seen = { values: new Set(), features: new Map() };
  // The command and each worker thread load a module only once, even if it is named several times.
  for (const url of new Set(paths.map(urlOf))) {
    plugins.push(await loadPlugin(url, seen));
  }
  return {
    measures: plugins.flatMap(({ measures }) => measures),
    features: plugins.flatMap(({ features }) => features),
    inputs: plugins.flatMap(({ inputs }) => inputs),
    writers: plugins.flatMap(({ writers }) => writers),
    removers: plugins.flatMap(({ removers }) => removers),
    evidence: plugins.flatMap(({ evidence }) => evidence),
    commands: plugins.flatMap(({ commands }) => commands),
  };
}

function urlOf(path: string | URL): string {
  const text = String(path);
  if (path instanceof URL && path.protocol !== "file:") {
    throw new UsageError(`--plugin ${text} is no file: URL. Save the module, and give its file.`);
  }
  if (text.startsWith("file:")) return text;
  return pathToFileURL(existsSync(text) ? text : (packageEntry(text) ?? text)).href;
}

/** All that plug-ins have exported so far: an object counts once, whoever exports it, and however often. */
interface Seen {
  readonly values: Set<unknown>;
  /** The features made of theirs, which several measures may read. */
  readonly features: Map<object, Feature>;
}

async function loadPlugin(url: string, seen: Seen): Promise<PluginDefinitions> {
  const path = fileURLToPath(url);
  const name = basename(path);
  noteLoaded(url);
  const exported = await awaiting(`plug-in ${name}`, importModule(url, path));
  const bytes = await readFile(path);
  const digest = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  const plugin: PluginModule = { name, digest, url };
  const { found, own, repeats } = exportedBy(exported, plugin, seen);
  for (const { settings } of own) {
    try {
      requireSettings(settings);
    } catch (cause) {
      throw notLoaded(path, cause);
    }
    registerSettings(settings, plugin.name);
  }
  for (const evidence of found.evidence) {
    const setting = dataSetting(evidence);
    try {
      requireSettings({ [evidence.keyword]: setting });
    } catch (cause) {
      throw notLoaded(path, cause);
    }
    registerDataSetting(evidence.keyword, setting);
  }
  const hasSettings = own.some(({ settings }) => Object.keys(settings).length > 0);
  const isEmpty = !hasSettings && !repeats;
  if (isEmpty && Object.values(found).every((list: readonly unknown[]) => list.length === 0)) {
    throw new UsageError(
      `--plugin ${name} exports no measure, feature, input, writer, remover, evidence, command or setting. Export the result of defineMeasure or a similar function.`,
    );
  }
  return found;
}

/** Returns the setting by which the command asks for evidence: `--set KEYWORD=FILE`, or `collection`. */
function dataSetting(evidence: OwnEvidence): Setting {
  const settings = settingsUnder(
    { heading: "Measures and verdicts", decides: "verdicts", rare: true },
    {
      own: option(`--${evidence.keyword} <file>`, evidence.summary, {
        ...given<unknown>("object text"),
        ...{ reads: true, otherwise: "none" },
        parse: (text: string) =>
          text === "collection" ? text : evidence.read(readTextFile(text, MOST_DATA), text),
      }),
    },
  );
  return settings.own;
}

/** Maximum size of a file with data of evidence in bytes, which still fits into one string. */
const MOST_DATA = 400_000_000;

/** Returns the values that have not been seen, each once, and remembers them. */
function unseen<T>(values: readonly T[], seen: Seen): T[] {
  const own = [...new Set(values)].filter((value) => !seen.values.has(value));
  for (const value of own) if (isObject(value)) seen.values.add(value);
  return own;
}

/** Things that a module exports and none before it has exported. */
interface Exported {
  readonly found: PluginDefinitions;
  readonly own: readonly Extension[];
  /** True if it also exports what one before it has exported. */
  readonly repeats: boolean;
}

/** Throws {@link Failed} if a getter or proxy of an object fails. */
function exportedBy(exported: object, plugin: PluginModule, seen: Seen): Exported {
  try {
    const all = Object.values(exported).flatMap((value): unknown[] =>
      isExtension(value) ? [value, ...definitionsOfExtension(value)] : [value].flat(),
    );
    const values = unseen(all, seen);
    const own = values.filter(isExtension);
    const commands = own
      .flatMap((extension) => Object.entries(extension.commands))
      .map(([name, load]) => ({ name, load, plugin: plugin.name }));
    const removers = new Set<unknown>(own.flatMap((extension) => extension.removers));
    // A remover in the list of an extension may lack the member by which the definition of a remover is known.
    const known = values.map((value) =>
      removers.has(value) ? { ...(value as BoilerplateRemover), removes: true } : value,
    );
    const found = { ...definitionsIn(known, plugin, seen.features), commands };
    return { found, own, repeats: values.length < new Set(all).size };
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw new Failed(`plug-in ${plugin.name}`, cause);
  }
}

const definitionsOfExtension = (extension: Extension): unknown[] => [
  ...[extension.measures, extension.features, extension.inputs, extension.writers].flat(),
  ...[extension.evidence, extension.removers].flat(),
];

async function importModule(url: string, path: string): Promise<object> {
  try {
    return (await import(url)) as object;
  } catch (cause) {
    const isFound = await readFile(path).then(
      () => true,
      (error: unknown) => {
        const isAbsent = codeOf(error) === "ENOENT" && isPackageName(relative("", path));
        const also = isAbsent ? `, and no package "${relative("", path)}" is installed here` : "";
        const why = `${whyUnreadable(error)}${also}`;
        throw new UsageError(`--plugin ${path} cannot be read: ${why}`, { cause });
      },
    );
    if (
      isFound &&
      codeOf(cause) === "ERR_MODULE_NOT_FOUND" &&
      messageOf(cause).includes(OURSELVES)
    ) {
      return importWithOurselves(url, path);
    }
    throw notLoaded(path, cause);
  }
}

function notLoaded(path: string, cause: unknown): UsageError {
  if (cause instanceof UsageError) return new UsageError(`--plugin ${path}: ${cause.message}`);
  if (codeOf(cause) === "ERR_UNKNOWN_FILE_EXTENSION" && /\.[cm]?ts$/u.test(path)) {
    return new UsageError(
      `--plugin ${path} is TypeScript, which Node 22.18 and later run as it is, and Node ${process.versions.node} does not. Compile it to JavaScript, or use a later Node.`,
      { cause },
    );
  }
  // For a syntax error, the first line of the stack is its position.
  const [place = ""] = cause instanceof SyntaxError ? (cause.stack ?? "").split("\n") : [];
  const at = place.startsWith("file:") ? ` (${place})` : "";
  return new UsageError(`--plugin ${path} cannot be loaded: ${messageOf(cause)}${at}`, { cause });
}

const OURSELVES = "detect-off-topic";

/**
 * Imports a plug-in from a place where this package cannot be found, for example after `npm install --global`. The
 * plug-in's imports of the package get this copy.
 */
async function importWithOurselves(url: string, path: string): Promise<object> {
  const hooks = `export const resolve = (name, context, next) =>
    next(name, /^${OURSELVES}(?:\\/|$)/.test(name) ? { ...context, parentURL: ${JSON.stringify(import.meta.url)} } : context);`;
  nodeModule.register(`data:text/javascript,${encodeURIComponent(hooks)}`);
  try {
    // Node remembers that no module was found under the original URL, so this import needs another URL.
    return (await import(`${url}?installed`)) as object;
  } catch (cause) {
    throw notLoaded(path, cause);
  }
}

function definitionsIn(
  values: readonly unknown[],
  plugin: PluginModule,
  known: Map<object, Feature>,
): Omit<PluginDefinitions, "commands"> {
  const features: Feature[] = [];
  const feature = (given: Feature): Feature => {
    const before = known.get(given);
    if (before !== undefined) return before;
    const own = { ...filled(given, "isEmpty", defineFeature), plugin };
    known.set(given, own);
    features.push(own);
    return own;
  };
  const measures: Measure[] = [];
  const inputs: Input[] = [];
  const writers: Writer[] = [];
  const removers: BoilerplateRemover[] = [];
  const evidence: OwnEvidence[] = [];
  for (const value of values) {
    if (typeof value !== "object" || value === null || !("keyword" in value)) continue;
    if ("score" in value) {
      const measure = filled(value as Measure, "cuts", defineMeasure as never);
      measures.push({ ...measure, features: measure.features?.map(feature), plugin });
    } else if ("judge" in value) {
      const own = filled(value as OwnEvidence, "isAsked", defineEvidence as never);
      evidence.push({ ...own, features: own.features?.map(feature), plugin });
    } else if ("read" in value) {
      const input = filled(value as Input, "usesHttp", defineInput as never);
      inputs.push(guarded({ ...input, plugin }));
    } else if ("write" in value) {
      writers.push({ ...filled(value as Writer, "example", defineWriter), plugin });
    } else if ("removes" in value) {
      removers.push({ ...defineRemover(value as BoilerplateRemover), plugin });
    } else if ("extract" in value) feature(value as Feature);
    else {
      throw new UsageError(
        `--plugin ${plugin.name}: "${String(value.keyword)}" has neither score, extract, read, write nor judge, so its kind is unknown.`,
      );
    }
  }
  return { measures, features, inputs, writers, removers, evidence };
}

/**
 * Returns the definition unchanged if it has the given part, which only complete definitions have. Otherwise completes
 * it.
 */
function filled<T extends object>(given: T, part: keyof T, define: (spec: T) => T): T {
  return part in given ? given : define(given);
}

/** Returns an input whose errors become problems with its sources. */
const guarded = (input: Input): Input => ({
  ...input,
  prepare: (values, http, onUnread) =>
    awaiting(nameOf("input", input), input.prepare(values, http, onUnread)),
  read: (sources, context) =>
    untilFailure(input.read(sources, context), sources.join(","), input, context),
});

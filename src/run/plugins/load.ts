import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire, register } from "node:module";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { codeOf, messageOf, UsageError, whyUnreadable } from "../../base/errors.js";
import { Failed, noteLoaded } from "../../base/failures.js";
import { isObject } from "../../base/json.js";
import type { PluginModule } from "../../base/types.js";
import type { BoilerplateRemover, Feature } from "../../page/types.js";
import type { Input } from "../../read/types.js";
import type { Measure } from "../../score/types.js";
import type { Writer } from "../../write/types.js";
import type { Extension } from "./define-extension.js";
import { defineFeature, defineMeasure, defineRemover, defineWriter } from "./define.js";
import { defineInput, untilFailure } from "./define-input.js";

/** Definitions of plug-ins. */
export type PluginDefinitions = Pick<
  Extension,
  "measures" | "features" | "inputs" | "writers" | "removers"
>;

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
  const loaded = new Loaded();
  // The command and each worker thread load a module only once, even if it is named several times.
  for (const url of new Set(paths.map(fileUrlOf))) await loadPlugin(url, loaded);
  return loaded;
}

function fileUrlOf(path: string | URL): string {
  const text = String(path);
  if (path instanceof URL && path.protocol !== "file:") {
    throw new UsageError(`--plugin ${text} is no file: URL. Save the module, and give its file.`);
  }
  if (text.startsWith("file:")) return text;
  return pathToFileURL(existsSync(text) ? text : (entryOf(text) ?? text)).href;
}

/** Returns the module that a program in the working folder gets by the name of a package, if one is installed there. */
function entryOf(name: string): string | undefined {
  try {
    const found = createRequire(join(process.cwd(), "plug-ins.js")).resolve(name);
    // A module of Node has no path.
    return found === name ? undefined : found;
  } catch {
    return undefined;
  }
}

async function loadPlugin(url: string, loaded: Loaded): Promise<void> {
  const path = fileURLToPath(url);
  const name = basename(path);
  noteLoaded(url);
  const exported = await importModule(url, path);
  const bytes = await readFile(path);
  const digest = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  const plugin: PluginModule = { name, digest, url };
  let count = 0;
  try {
    for (const value of Object.values(exported).flat() as readonly unknown[]) {
      if (!isObject(value) || !("keyword" in value)) continue;
      count += 1;
      loaded.add(value, plugin);
    }
  } catch (cause) {
    if (cause instanceof UsageError) throw notLoaded(path, cause);
    // A getter or proxy of an object fails.
    throw new Failed(`plug-in ${name}`, cause);
  }
  if (count > 0) return;
  throw new UsageError(
    `--plugin ${path} exports no measure, feature, input, writer or remover. Export the result of defineMeasure or a similar function.`,
  );
}

/** The definitions of all plug-ins so far. An object counts once, whoever exports it, and however often. */
class Loaded implements PluginDefinitions {
  readonly measures: Measure[] = [];
  readonly features: Feature[] = [];
  readonly inputs: Input[] = [];
  readonly writers: Writer[] = [];
  readonly removers: BoilerplateRemover[] = [];
  /** Definitions by the objects that modules export, or measures read. */
  readonly #made = new Map<object, object>();

  add(given: object, plugin: PluginModule): void {
    if ("score" in given) this.#once(given, this.measures, () => this.#measure(given, plugin));
    else if ("read" in given) this.#once(given, this.inputs, () => inputOf(given, plugin));
    else if ("write" in given) {
      const define = (): Writer => filled(given as Writer, "example", defineWriter);
      this.#once(given, this.writers, () => ({ ...define(), plugin }));
    } else if ("removes" in given) {
      const define = (): BoilerplateRemover => defineRemover(given as BoilerplateRemover);
      this.#once(given, this.removers, () => ({ ...define(), plugin }));
    } else if ("extract" in given) this.#feature(given as Feature, plugin);
    else {
      const { keyword } = given as { readonly keyword?: unknown };
      throw new UsageError(
        `"${String(keyword)}" has neither score, extract, read nor write, so its kind is unknown.`,
      );
    }
  }

  #once<T extends object>(given: object, list: T[], make: () => T): T {
    const before = this.#made.get(given) as T | undefined;
    if (before !== undefined) return before;
    const made = make();
    this.#made.set(given, made);
    list.push(made);
    return made;
  }

  #feature(given: Feature, plugin: PluginModule): Feature {
    const define = (): Feature => filled(given, "isEmpty", defineFeature);
    return this.#once(given, this.features, () => ({ ...define(), plugin }));
  }

  #measure(given: object, plugin: PluginModule): Measure {
    const measure = filled(given as Measure, "cuts", defineMeasure as never);
    const features = measure.features?.map((each) => this.#feature(each, plugin));
    return { ...measure, features, plugin };
  }
}

/** Returns the definition unchanged if it has the given part, which only complete definitions have. */
const filled = <T extends object>(given: T, part: keyof T, define: (spec: T) => T): T =>
  part in given ? given : define(given);

/** Returns an input whose errors become problems with its sources. */
function inputOf(given: object, plugin: PluginModule): Input {
  const input: Input = { ...filled(given as Input, "usesHttp", defineInput as never), plugin };
  return {
    ...input,
    prepare: (values, http, onUnread) => input.prepare(values, http, onUnread),
    read: (sources, context) =>
      untilFailure(input.read(sources, context), sources.join(","), input, context),
  };
}

async function importModule(url: string, path: string): Promise<object> {
  try {
    return (await import(url)) as object;
  } catch (cause) {
    await readFile(path).catch((error: unknown) => {
      throw new UsageError(`--plugin ${path} cannot be read: ${whyUnreadable(error)}`, { cause });
    });
    if (codeOf(cause) === "ERR_MODULE_NOT_FOUND" && messageOf(cause).includes(OURSELVES)) {
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
  register(`data:text/javascript,${encodeURIComponent(hooks)}`);
  try {
    // Node remembers that no module was found under the original URL, so this import needs another URL.
    return (await import(`${url}?installed`)) as object;
  } catch (cause) {
    throw notLoaded(path, cause);
  }
}

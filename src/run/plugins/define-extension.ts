import { UsageError } from "../../base/errors.js";
import type { BoilerplateRemover, Feature } from "../../page/types.js";
import type { Input } from "../../read/types.js";
import type { Measure } from "../../score/types.js";
import type { Writer } from "../../write/types.js";

/** Definition of an extension, for {@link defineExtension}. All lists may be left out. */
export interface ExtensionSpec {
  /** Name in lower case with hyphens. A first-party extension has the name of its folder. */
  readonly name: string;
  /** One sentence: what the extension adds to the program. */
  readonly summary: string;
  readonly commands?: readonly unknown[];
  /** Settings, by the key of their values. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly measures?: readonly Measure[];
  /** Features that the measures read. */
  readonly features?: readonly Feature[];
  readonly inputs?: readonly Input[];
  /** Boilerplate removers. */
  readonly removers?: readonly BoilerplateRemover[];
  readonly writers?: readonly Writer[];
}

/** An extension: a name for what it adds to the program, and all of that. */
export type Extension = Required<ExtensionSpec>;

/** An extension in the list of the first-party ones, whose code is not loaded. */
export interface ListedExtension {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<Extension>;
}

const MARK = Symbol.for("detect-off-topic.extension");

/**
 * Returns an extension, which a module exports by default: an extension of this package, or a plug-in for `--plugin`.
 *
 * @example
 * ```js
 * const extension = defineExtension({
 *   name: "headings",
 *   summary: "Compares the headings of two mementos.",
 *   measures: [],
 * });
 * console.log(extension.name, extension.writers.length);
 * // headings 0
 * ```
 */
export function defineExtension(spec: ExtensionSpec): Extension {
  const { name, summary, settings = {}, commands = [], measures = [], features = [] } = spec;
  const { inputs = [], removers = [], writers = [] } = spec;
  if (typeof name !== "string" || !/^[a-z][a-z0-9-]*$/u.test(name)) {
    throw new UsageError(
      `an extension has the name "${name}". Give it one of lower-case letters, digits and hyphens.`,
    );
  }
  if (typeof summary !== "string" || summary === "") {
    throw new UsageError(`extension "${name}" lacks a summary.`);
  }
  const lists = { commands, measures, features, inputs, removers, writers };
  const wrong = Object.entries(lists).find(([, list]) => !Array.isArray(list));
  if (wrong !== undefined) {
    throw new UsageError(`extension "${name}": ${wrong[0]} is not a list of definitions.`);
  }
  const extension: Extension = { name, summary, settings, ...lists };
  return Object.defineProperty(extension, MARK, { value: true });
}

/** True for an extension of this copy of the package or of another one. */
export const isExtension = (value: unknown): value is Extension =>
  typeof value === "object" && value !== null && MARK in value;

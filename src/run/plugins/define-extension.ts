import { UsageError } from "../../base/errors.js";
import { isObject } from "../../base/json.js";
import type { SettingGroup } from "../../base/setting.js";
import type { BoilerplateRemover, Feature } from "../../page/types.js";
import type { Input } from "../../read/types.js";
import type { CollectionEvidence } from "../../score/evidence/collection-evidence.js";
import type { Measure } from "../../score/types.js";
import type { Writer } from "../../write/types.js";

/** The parts of an extension. All lists may be left out. */
export interface ExtensionParts {
  /** Name in lower case with hyphens. A first-party extension has the name of its folder. */
  readonly name: string;
  /** One sentence: what the extension adds to the program. */
  readonly summary: string;
  /** Functions that return commands, by the name of the command. */
  readonly commands?: Readonly<Record<string, () => unknown>>;
  /** Settings of runs, by the key of their values. Measures read those of a plug-in in `settings.own`. */
  readonly settings?: SettingGroup;
  readonly measures?: readonly Measure[];
  /** Features that the measures read. */
  readonly features?: readonly Feature[];
  readonly inputs?: readonly Input[];
  /** Boilerplate removers. */
  readonly removers?: readonly BoilerplateRemover[];
  readonly writers?: readonly Writer[];
  /** Evidence about a memento for which all of its collection is needed. */
  readonly evidence?: readonly CollectionEvidence[];
}

/** An extension: a name for what it adds to the program, and all of that. */
export type Extension = Required<ExtensionParts>;

/** An extension in the list of the first-party ones, whose code is not loaded. */
export interface ListedExtension {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<Extension>;
}

const MARK = Symbol.for("detect-off-topic.extension");

/** Returns an extension with empty lists for what its definition lacks, marked as one. */
export function defineExtension(spec: ExtensionParts): Extension {
  if (!isObject(spec)) {
    throw new UsageError(
      'an extension is defined by an object such as { name: "mine", summary: "What it adds." }.',
    );
  }
  const { name, summary, settings = {}, commands = {}, measures = [], features = [] } = spec;
  const { inputs = [], removers = [], writers = [], evidence = [] } = spec;
  if (typeof name !== "string" || !/^[a-z][a-z0-9-]*$/u.test(name)) {
    throw new UsageError(
      `an extension has the name "${name}". Give it one of lower-case letters, digits and hyphens.`,
    );
  }
  if (typeof summary !== "string" || summary === "") {
    throw new UsageError(`extension "${name}" lacks a summary.`);
  }
  const lists = { measures, features, inputs, removers, writers, evidence };
  const parts = ["name", "summary", "settings", "commands", ...Object.keys(lists)];
  const unknown = Object.keys(spec).find((part) => !parts.includes(part));
  if (unknown !== undefined) {
    throw new UsageError(
      `extension "${name}" cannot have "${unknown}". Its parts are ${parts.join(", ")}.`,
    );
  }
  const wrong = Object.entries(lists).find(([, list]) => !Array.isArray(list));
  if (wrong !== undefined) {
    throw new UsageError(`extension "${name}": ${wrong[0]} is not a list of definitions.`);
  }
  const wrongCommand = Object.entries(commands).find(([, load]) => typeof load !== "function");
  if (wrongCommand !== undefined) {
    throw new UsageError(
      `extension "${name}": command ${wrongCommand[0]} is no function that returns a command. Write { "name": () => command }.`,
    );
  }
  const extension: Extension = { name, summary, commands, settings, ...lists };
  return Object.defineProperty(extension, MARK, { value: true });
}

/** True for an extension of this copy of the package or of another one. */
export const isExtension = (value: unknown): value is Extension =>
  typeof value === "object" && value !== null && MARK in value;

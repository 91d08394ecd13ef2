import {
  defineExtension as define,
  type Extension,
  type ExtensionParts,
} from "../run/plugins/define-extension.js";
import type { LoadCommand } from "./define-command.js";

/** Definition of an extension, for {@link defineExtension}. All lists may be left out. */
export interface ExtensionSpec extends Omit<ExtensionParts, "commands"> {
  /** Functions that return commands, which `defineCommand` makes, by the name of the command. */
  readonly commands?: Readonly<Record<string, LoadCommand>>;
}

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
export const defineExtension = (spec: ExtensionSpec): Extension => define(spec);

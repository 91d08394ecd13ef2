import type { OptionGroup, Values } from "../base/option.js";
import { configOption, quietOption, setOption } from "./options/running.js";
import type { GivenText } from "../base/option.js";
import type { Log } from "./log.js";

/** Groups of commands, in the order of help, which names those for specialists apart. */
export const groups = [
  { name: "judge", title: "judge a collection", summary: "this command; list, completion" },
  { name: "decide", title: "look and decide", summary: "report, review, compare, pictures" },
  { name: "use", title: "use the result", summary: "filter, convert" },
  { name: "measure", title: "measure accuracy", forSpecialists: true },
  { name: "machines", title: "many machines", forSpecialists: true },
  { name: "papers", title: "topics, templates and traps of a crawl", forSpecialists: true },
  { name: "stories", title: "choose a few captures for a story", forSpecialists: true },
] as const satisfies readonly {
  readonly name: string;
  readonly title: string;
  readonly summary?: string;
  readonly forSpecialists?: true;
}[];

export type CommandGroup = (typeof groups)[number];

/** The values that a command gets, and what it reports to. */
export interface CommandContext<Options extends OptionGroup> {
  /** Values of the command's options. */
  readonly values: Values<Options>;
  /** Arguments that belong to no option. */
  readonly words: readonly string[];
  /** Keys of the options that were given. */
  readonly given: readonly string[];
  /** Texts of repeatable options, in the order of the command line. */
  readonly inOrder: readonly GivenText[];
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** An exit status, or nothing for success. */
// eslint-disable-next-line no-invalid-void-type -- A command may end with a call that returns nothing.
export type CommandEnd = number | undefined | void;

/** A command: its options, its help texts and its work. */
export interface CommandDefinition<Options extends OptionGroup = OptionGroup> {
  readonly name: string;
  readonly group: CommandGroup["name"];
  /** Line for lists of commands. */
  readonly summary: string;
  readonly description: string;
  /** Positional arguments with their help, as `<file...>`. */
  readonly words?: readonly (readonly [syntax: string, help: string])[];
  readonly examples?: readonly string[];
  readonly options: Options;
  /**
   * Returns the message about the output after an interruption. Without this function a signal ends the process at
   * once.
   */
  whenStopped?(values: Values<Options>): string;
  /** Does the work. Returns an exit status, or nothing for success. */
  run(context: CommandContext<Options>): CommandEnd | Promise<CommandEnd>;
}

/**
 * Returns the command with the options that follow from its own: each command with options reads the configuration
 * file and takes `-q`, and one with settings takes `--set`.
 */
export function defineCommand<const Options extends OptionGroup>(
  definition: CommandDefinition<Options>,
): CommandDefinition<Options> {
  const { options: given } = definition;
  const own = Object.values(given);
  const options = {
    ...given,
    ...(own.length > 0 && { ...configOption, ...quietOption }),
    ...(own.some(({ rare }) => rare === true) && setOption),
  };
  return { ...definition, options };
}

import { nearest } from "./find.js";
import type { ReadText } from "./value-kinds.js";

/*
 * Definitions of options. An option stands where its value is used: beside its command, or beside the code that a
 * setting of runs is for. Help, lists, completion, checks and the types of values follow from the definition.
 */

/** An option of a command. */
export interface OptionDefinition {
  /**
   * Flags in commander's syntax. They decide the type of the value: `<file>` is text for `parse`; without an argument
   * the value is `value`, else true, or false for `--no-...`. The current name comes last.
   */
  readonly flags: string;
  /** Two-letter flag of OTMT, which commander cannot parse. */
  readonly alias?: `-${string}`;
  readonly help: string;
  /** Heading in help, from {@link under}. */
  readonly heading?: string;
  /** Default that help shows. The code that uses the option applies it. */
  readonly otherwise?: string | number;
  /** Text of the value if the option is absent; the option then always has a value. */
  readonly default?: string;
  /** Text of the value if the option is given without one. */
  readonly preset?: string;
  /** Every word that the option accepts. */
  readonly choices?: readonly string[];
  /**
   * Returns the value of the text; throws a `UsageError` that names `option`, the flag as the user wrote it. `read` reads
   * a file. A parser with further dependencies is imported when the option is given.
   */
  readonly parse?: ((text: string, option: string, read: ReadText) => unknown) | undefined;
  /** Value of a flag without an argument. */
  readonly value?: unknown;
  /** The option may be repeated; its value is a list. */
  readonly repeats?: true;
  /** The value names, or contains the name of, a file that is read. No output may replace that file. */
  readonly reads?: true;
  /** The value names a file that is written. */
  readonly writes?: true;
  /** Key of an option without which this one has no effect, and the reason for the message. */
  readonly needs?: readonly [key: string, because: string];
  /**
   * True for a setting, an option that few users need. Help does not show it, `list settings` does, and it is written
   * `--set NAME=VALUE`.
   */
  readonly rare?: true | undefined;
  /** Part of a run that the setting affects; by default the heading of the option in help. */
  readonly decides?: string;
  /** True for an old name of an option, kept for scripts. */
  readonly hidden?: true;
}

/** Options by key. The key is the name of the value, which is the library's name for it if there is one. */
export type OptionGroup = Readonly<Record<string, OptionDefinition>>;

/**
 * Returns an option with its flags in commander's syntax, its help, and what else it has.
 *
 * @example
 * ```js
 * const least = option("--least <n>", "only seeds with so many", { default: "1" });
 * console.log(least.flags, least.default);
 * // --least <n> 1
 * ```
 */
export const option = <const Flags extends string, const More extends Partial<OptionDefinition>>(
  flags: Flags,
  help: string,
  more?: More,
): Option<Flags, More> => ({ ...more, flags, help }) as Option<Flags, More>;

/** An option that {@link option} makes. */
// NoInfer, so that the type of the group does not decide what is inferred of each option.
type Option<Flags, More> = { readonly flags: Flags; readonly help: string } & NoInfer<More>;

/** Headings of help in their order. Headings of extensions follow. */
export const HEADINGS = [
  ...(["Input", "Output", "Measures and verdicts", "Topic of the collection"] as const),
  ...(["Focused crawl", "Text of pages", "What is a memento", "Reading from archives"] as const),
  ...(["Gold data", "Saved results", "Clusters", "Metadata of mementos"] as const),
  ...(["Exit status", "Running", "Messages"] as const),
] as const;

/**
 * Puts options under a heading of help.
 *
 * @example
 * ```js
 * const options = under("Output", { least: option("--least <n>", "only seeds with so many") });
 * console.log(options.least.heading);
 * // Output
 * ```
 */
export const under = <const Group extends OptionGroup>(heading: string, group: Group): Group =>
  Object.fromEntries(
    Object.entries(group).map(([key, option]) => [key, { heading, ...option }]),
  ) as unknown as Group;

/** Returns a parser that is loaded when its option is given, so that other commands do not load it. */
export const lazily =
  <Value>(load: () => Promise<(text: string, option: string, read: ReadText) => Value>) =>
  async (text: string, option: string, read: ReadText): Promise<Awaited<Value>> => {
    const parse = await load();
    return await parse(text, option, read);
  };

/** Values of options: the ones given, and the ones with a default. */
export type Values<Group extends OptionGroup> = {
  readonly [Key in keyof Group]:
    | ParsedValue<Group[Key]>
    | (Group[Key] extends { readonly default: string } ? never : undefined);
};

/** Type of the value of an option. */
export type ParsedValue<Option> = Option extends {
  readonly parse: (...text: never[]) => infer Parsed;
}
  ? ListIfRepeated<Option, Awaited<Parsed>>
  : Option extends {
        readonly type: string;
        readonly check?: (value: infer Value, name: string) => unknown;
      }
    ? Value
    : Option extends { readonly flags: `${string}<${string}` }
      ? ListIfRepeated<
          Option,
          Option extends { readonly choices: readonly (infer Word)[] } ? Word : string
        >
      : Option extends { readonly value: infer Value }
        ? Value
        : Option extends { readonly flags: `--no-${string}` }
          ? false
          : true;

type ListIfRepeated<Option, Value> = Option extends { readonly repeats: true }
  ? readonly Value[]
  : Value;

/** An option that was given, with its texts; a flag without an argument has none. */
export interface GivenOption {
  readonly option: OptionDefinition;
  readonly texts: readonly string[];
  /** The place of a default: a configuration file. */
  readonly from?: string;
}

/** One text of a repeatable option, with the option's key. */
export interface GivenText {
  readonly key: string;
  readonly text: string;
}

export const flagsText = ({ alias, flags }: OptionDefinition): string =>
  alias === undefined ? flags : `${alias}, ${flags}`;

/** Returns the names of an option in a configuration file: its long flags without dashes, the current one last. */
export const namesOf = ({ flags }: OptionDefinition): readonly string[] =>
  [...flags.matchAll(/--([a-z][a-z\d_-]*)/gu)].map(([, name = ""]) => name);

/** File of the data of all commands and options, which the build writes. */
export const COMMANDS_FILE = "commands.json";

/** An option with the name that it has in a program. */
export interface NamedOption extends OptionDefinition {
  readonly key: string;
}

/** Returns the short flags of an option without dashes. */
export const shortNamesOf = (option: OptionDefinition): readonly string[] =>
  [...flagsText(option).matchAll(/(?<=(?:^|[ ,])-)[a-z]+/gu)].map(([name]) => name);

/** Returns the option that a wrong name means: one that has it in another place or spelling, or one with a name like it. */
export function optionMeant<Option extends NamedOption>(
  wrong: string,
  options: readonly Option[],
): Option | undefined {
  const spelt = (name: string): string => name.replaceAll(/[-_]/gu, "").toLowerCase();
  const short = options.find((option) => shortNamesOf(option).includes(wrong));
  if (short !== undefined) return short;
  const named = options.flatMap((option) =>
    [option.key, ...namesOf(option)].map((name) => [spelt(name), option] as const),
  );
  const near = nearest(
    spelt(wrong),
    named.map(([name]) => name),
  );
  return named.find(([name]) => name === near)?.[1];
}

export const settingName = (option: OptionDefinition): string => namesOf(option).at(-1) ?? "";

/** Returns the name of an option in messages: `--set NAME` for a setting, else its shortest flag. */
export const flagOf = (option: OptionDefinition): string =>
  option.rare === true
    ? `--set ${settingName(option)}`
    : (option.alias ?? option.flags.split(/[ ,]/u)[0]!);

export const valueOf = ({ flags, choices }: OptionDefinition): string =>
  choices?.join("|") ?? /<.*>/u.exec(flags)?.[0] ?? "true|false";

export const defaultOf = ({ flags, default: byDefault, otherwise }: OptionDefinition): string =>
  String(byDefault ?? otherwise ?? (flags.includes("<") ? "none" : "false"));

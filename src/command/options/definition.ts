import type * as parsers from "../option-parsers.js";
import { requireChoice } from "../../score/settings/find.js";
import { parseWhole } from "../../score/settings/kinds.js";
/** An option of the command line, declared once for all commands that take it. */
export interface OptionDefinition {
  /**
   * Flags in commander's syntax. They decide the type of the value: `<file>` is text for `parse`; without an argument
   * the value is `value`, else true, or false for `--no-...`.
   */
  readonly flags: string;
  /** Two-letter flag of OTMT, which commander cannot parse. */
  readonly alias?: `-${string}`;
  readonly help: string;
  /** Default that help shows. The code that uses the option applies it. */
  readonly otherwise?: string | number;
  /** Text of the value if the option is absent; the option then always has a value. */
  readonly default?: string;
  /** Text of the value if the option is given without one. */
  readonly preset?: string;
  /** Every word that the option accepts. */
  readonly choices?: readonly string[];
  /**
   * Returns the value of the text; throws a `UsageError` that names `option`, the flag as the user wrote it. A parser
   * with further dependencies is imported when the option is given, so that other commands do not load it.
   */
  readonly parse?: (text: string, option: string) => unknown;
  /** Value of a flag without an argument. */
  readonly value?: unknown;
  /** The option may be repeated; its value is a list. */
  readonly repeats?: true;
  readonly of: readonly CommandName[];
  /** The value names, or contains the name of, a file that is read. No output may replace that file. */
  readonly reads?: true;
  /** The value names a file that is written. */
  readonly writes?: true;
  /**
   * The configuration file found in the working folder may set the option: it does not affect where requests are sent,
   * what is read, written or left out, or who is trusted.
   */
  readonly harmless?: true;
  /** Key of an option without which this one has no effect, and the reason for the message. */
  readonly needs?: readonly [key: string, because: string];
  /** Key of an option that this one contradicts, and the reason for the message. */
  readonly excludes?: readonly [key: string, because: string];
  /**
   * True for a setting, an option that few users need. It is given as `--set NAME=VALUE` or in the configuration file
   * and listed by `list settings`. Its flag still works in this version, with a notice.
   */
  readonly setting?: true;
  /** Syntax of the value after `--set`, of a setting whose flag stays in help and takes no value. */
  readonly takes?: string;
  /** Part of a run that the setting affects; by default the heading of the option in help. */
  readonly decides?: string;
  /** Setting that replaces this old flag, as written after `--set`. */
  readonly instead?: string;
  /** True for an old name of an option, kept for scripts. */
  readonly hidden?: true;
}

/** An option that was given, with its texts; a flag without an argument has none. */
export interface GivenOption {
  readonly option: OptionDefinition;
  readonly texts: readonly string[];
  /** Set by `--set NAME=false`: the option is treated as absent, and the configuration file is ignored for it. */
  readonly isOff?: true;
}

/** One text of a repeatable option, with the option's key. */
export interface GivenText {
  readonly key: string;
  readonly text: string;
}

/** Every command. `detect` is the main command, which has no name on the command line. */
export type CommandName =
  | (typeof RUNS)[number]
  | (typeof COMPANIONS)[number]
  | "list"
  | "completion"
  | "merge"
  | "compare"
  | "cluster-by-simhash"
  | "select-high-quality"
  | "report"
  | "sample"
  | "resolve"
  | "elsewhere"
  | "train"
  | "review"
  | "pictures"
  | "convert"
  | "filter"
  | "fragments"
  | "collect"
  | "cluster"
  | "soft404";

/** Commands that judge mementos, or do a part of it. */
export const JUDGES = ["detect", "map", "fit", "reduce", "evaluate", "calibrate"] as const;
/** Commands that read mementos as a run does. */
export const RUNS = [...JUDGES, "topic"] as const;
/** Commands that can read from archives. */
export const FETCHES = ["detect", "map", "evaluate", "calibrate", "cluster", "topic"] as const;
/** Commands that can read from archives, and `collect`, which follows links. */
export const CRAWLS = [...FETCHES, "collect"] as const;
/** Commands that can send requests. */
export const ASKS = [...CRAWLS, "filter"] as const;
/** Commands modelled on OTMT's companion tools that select from saved results. */
export const COMPANIONS = [
  "exclude-duplicates",
  "select-by-language",
  "slice-by-datetime",
] as const;
/** Commands that write results in the output types of `-ot`. */
export const WRITES_RESULTS = ["detect", "reduce", "merge", "convert"] as const;
/** Commands with all options about messages. */
export const SPEAKING = [
  ...(["detect", "map", "reduce", "fit", "topic", "filter", "collect", "pictures"] as const),
] as const;

export const whole =
  (least: number) =>
  (text: string, option: string): number =>
    parseWhole(text, option, least);
/** Returns a parser for whole numbers with commas between. It removes duplicates and sorts them in ascending order. */
export const wholes =
  (least: number) =>
  (text: string, option: string): readonly number[] =>
    [...new Set(text.split(",").map((part) => parseWhole(part, option, least)))].sort(
      (a, b) => a - b,
    );
export const oneOf =
  <C extends string>(words: readonly C[], what: string) =>
  (text: string): C =>
    requireChoice(text, words, what);

export const FRAGMENT_FORMS = ["text", "json", "html"] as const;
export const TEXT_OR_JSON = ["text", "json"] as const;
export const STATUSES = ["off-topic", "on-topic", "unsure"] as const;
export const LISTS = ["cdxj", "list", "uri-m", "aclj"] as const;
export const SOFT404_FORMS = ["text", "json", "csv", "heritrix", "browsertrix"] as const;
export const CLUSTER_FORMS = ["json", "csv", "text", "html"] as const;
export const DIFFERENCES = ["any", "new-off-topic", "new-off-topic-seed"] as const;
export const FORM = { flags: "--output-type <form>", alias: "-ot" } as const;
export const NEEDS_NO_TOPIC = [
  "topic",
  "is about making a topic, and --topic is one that is there already. Give one of them.",
] as const;

type Parsers = typeof parsers;

/** Returns the parser of this name. It is loaded when the option is given. */
export const lazily =
  <Name extends keyof Parsers>(name: Name) =>
  async (text: string): Promise<Awaited<ReturnType<Parsers[Name]>>> => {
    const all: Parsers = await import("../option-parsers.js");
    const parse = all[name] as (given: string) => ReturnType<Parsers[Name]>;
    return await parse(text);
  };

/** Options under one heading of help. */
export type OptionGroup = Readonly<Record<string, OptionDefinition>>;

import type * as parsers from "../option-parsers.js";
import { requireChoice } from "../../score/settings/find.js";
import { parseWhole } from "../../score/settings/kinds.js";
/** An option of the command line, declared once for all commands that take it. */
export interface OptionDefinition {
  /**
   * As commander reads them. What follows decides the type of the value: `<file>` is text that `parse` reads, nothing is
   * true (false for `--no-...`) or `value`.
   */
  readonly flags: string;
  /** The two-letter flag of OTMT, which commander cannot read itself. */
  readonly alias?: `-${string}`;
  readonly help: string;
  /** What holds where it is left out, for help. */
  readonly otherwise?: string | number;
  /** Text of its value where it is left out: there always is a value. */
  readonly default?: string;
  /** Text of its value if the option is given without one. */
  readonly preset?: string;
  /** Words that it takes, where these are all. */
  readonly choices?: readonly string[];
  /**
   * Returns the value of the text; throws a `UsageError`, in which `option` is the flag as the user wrote it. A parser that needs
   * more than the text is imported when the option is given, so that other commands do not load it.
   */
  readonly parse?: (text: string, option: string) => unknown;
  /** The value of a flag without an argument. */
  readonly value?: unknown;
  /** It may be given several times; the value is a list. */
  readonly repeats?: true;
  readonly of: readonly CommandName[];
  /** It names, or holds the name of, a file that is read: no output may take its place. */
  readonly reads?: true;
  /** It names a file that is written. */
  readonly writes?: true;
  /**
   * The configuration file that is found in the working folder may set it: it does not decide where requests go, what is
   * read, written or left out, or who is trusted.
   */
  readonly harmless?: true;
  /** It has no effect without this other one: its key, and what is said of it. */
  readonly needs?: readonly [key: string, because: string];
  /** It contradicts this other one. */
  readonly excludes?: readonly [key: string, because: string];
  /**
   * A setting, which few need: it is given as `--set NAME=VALUE` or in the configuration file, and listed by `list settings`. Its
   * flag still works in this version, with a notice.
   */
  readonly setting?: true;
  /** The part of a run that depends on the setting; absent: that of the option's heading in help. */
  readonly decides?: string;
  /** Setting that takes the place of this old flag, as written after `--set`. */
  readonly instead?: string;
  /** Another name of an option, kept for old scripts. */
  readonly hidden?: true;
}

/** What was given of an option: its texts, none for a flag without an argument. */
export interface GivenOption {
  readonly option: OptionDefinition;
  readonly texts: readonly string[];
  /** Set by `--set NAME=false`: the option is as if left out, and the configuration file does not count. */
  readonly isOff?: true;
}

/** A text that was given of an option that repeats, by the option's key. */
export interface GivenText {
  readonly key: string;
  readonly text: string;
}

/** Every command; `detect` is the one without a name. */
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
  | "convert"
  | "filter"
  | "fragments"
  | "collect"
  | "cluster"
  | "cluster-step"
  | "soft404";

/** Commands that judge mementos, or take part in it. */
export const JUDGES = ["detect", "map", "fit", "reduce", "evaluate", "calibrate"] as const;
/** Commands that read mementos as these do. */
export const RUNS = [...JUDGES, "topic"] as const;
/** Commands that may read from archives. */
export const FETCHES = ["detect", "map", "evaluate", "calibrate", "cluster", "topic"] as const;
/** The same with the one that follows links. */
export const CRAWLS = [...FETCHES, "collect"] as const;
/** Commands that may ask for something on the web. */
export const ASKS = [...CRAWLS, "filter"] as const;
/** Commands of OTMT's companions that choose from saved results. */
export const COMPANIONS = [
  "exclude-duplicates",
  "select-by-language",
  "slice-by-datetime",
] as const;
/** Commands that write results in the forms of `-ot`. */
export const WRITES_RESULTS = ["detect", "reduce", "merge", "convert"] as const;
/** Commands with all options on messages. */
export const SPEAKING = ["detect", "map", "reduce", "fit", "topic", "filter", "collect"] as const;

export const whole =
  (least: number) =>
  (text: string, option: string): number =>
    parseWhole(text, option, least);
/** Several of them, by commas; each once, ascending. */
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
export const DIFFERENCES = ["any", "new-off-topic"] as const;
export const FORM = { flags: "--output-type <form>", alias: "-ot" } as const;
export const NEEDS_NO_TOPIC = [
  "topic",
  "is about making a topic, and --topic is one that is there already. Give one of them.",
] as const;

type Parsers = typeof parsers;

/** Returns the parser of this name, which is loaded when the option is given. */
export const lazily =
  <Name extends keyof Parsers>(name: Name) =>
  async (text: string): Promise<Awaited<ReturnType<Parsers[Name]>>> => {
    const all: Parsers = await import("../option-parsers.js");
    const parse = all[name] as (given: string) => ReturnType<Parsers[Name]>;
    return await parse(text);
  };

/** The options under one heading of help. */
export type OptionGroup = Readonly<Record<string, OptionDefinition>>;

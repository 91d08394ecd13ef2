import type { PluginModule, Problem, Source } from "../base/types.js";
import type { Settings } from "../score/settings/types.js";
import type { MementoResult } from "../score/types.js";

/** A TimeMap that failed. */
export interface TimeMapProblem {
  /** Distinguishes TimeMaps that failed from mementos. */
  readonly kind: "timemap-problem";
  /** URI-T of the TimeMap, or the name of the file that could not be read. */
  readonly uriT: string;
  /** Never set. Because of it, code can read the verdict of any result without checking its kind. */
  readonly overall?: undefined;
  /** Why it failed. */
  readonly problem: Problem;
}

/** One line of output: a memento or a TimeMap that failed. */
export type Result = MementoResult | TimeMapProblem;

/** An output format, chosen by its keyword with `-ot`. It turns results into text or bytes and does not write files. */
export interface Writer<Piece extends string | Uint8Array = string | Uint8Array> {
  readonly keyword: string;
  readonly title: string;
  readonly summary: string;
  readonly example: string;
  /** The plug-in that defines the writer. Absent for a built-in writer. */
  readonly plugin?: PluginModule;
  /**
   * True if the writer shows texts and evidence, which a run collects only on request; `kinds` if it shows no more of
   * them than kinds of pages, which runs that search pages for signs have in any case.
   */
  readonly showsEvidence?: true | "kinds";
  /** True if a run of profile default leaves the Simhash of the markup out of this form. */
  readonly lacksSimhash?: true;
  /** File suffix that selects this format if no other is requested: `.csv`. */
  readonly suffix?: `.${string}`;
  /** Usual suffix of the writer's files, which does not select the format. */
  readonly usualSuffix?: `.${string}`;
  /** True if the writer writes bytes that are not text. */
  readonly isBinary?: true;
  /** True if the writer writes the settings of the run. */
  readonly needsSettings?: true;
  /** True if the writer writes links to mementos, so that `--replay` applies. */
  readonly linksMementos?: true;
  /** Writes results. They come grouped by TimeMap, in order of grouping key, memento-datetime and sort key. */
  write(
    results: AsyncIterable<Result>,
    settings: Settings,
    presentation?: Presentation,
  ): AsyncIterable<Piece>;
}

/** Choices that change how results are shown, but not the results. */
export interface Presentation {
  /** Prefix of a replay system's URIs, for captures without a web address of their own (`--replay`). */
  readonly replay?: string;
  /** Returns the damage of the input, after the last result. Saved results have none. */
  readonly damage?: () => readonly { readonly source: Source; readonly message: string }[];
  /**
   * Tells, after the last result, whether a seed fails the rules of `--fail-on`, given the first capture since which it is
   * off-topic. Without rules each seed that is off-topic fails.
   */
  readonly failing?: () => (uriM: string) => boolean;
  /** The terminal, if a person reads the output on a terminal. */
  readonly terminal?: Terminal;
  /** True if text for people also shows the scores that have no vote (`-v`, or measures chosen with `-tm`). */
  readonly showsAllScores?: boolean;
}

/** Abilities of a terminal. */
export interface Terminal {
  readonly columns: number;
  readonly hasColors: boolean;
}

import type { PluginModule, Problem } from "../base/types.js";
import type { Settings } from "../score/settings/types.js";
import type { MementoResult } from "../score/types.js";

/** A TimeMap that failed. */
export interface TimeMapProblem {
  readonly kind: "timemap-problem";
  readonly uriT: string;
  /** Never set: any result may be asked for its verdict. */
  readonly overall?: undefined;
  readonly problem: Problem;
}

/** One line of output: a memento, or a TimeMap that failed. */
export type Result = MementoResult | TimeMapProblem;

/** A form of output; its keyword is what is typed in `-ot`. It turns results into text or bytes and knows no files. */
export interface Writer<Piece extends string | Uint8Array = string | Uint8Array> {
  readonly keyword: string;
  readonly title: string;
  readonly summary: string;
  readonly example: string;
  /** Set where it is not ours but of a plug-in. */
  readonly plugin?: PluginModule;
  /** True when it shows texts and evidence, which a run keeps only when asked. */
  readonly showsEvidence?: true;
  /** Of a name that ends so it is the form, where no other one is asked for: `.csv`. */
  readonly suffix?: `.${string}`;
  /** The suffix that its files usually have, where a name that ends so does not choose the form. */
  readonly usualSuffix?: `.${string}`;
  /** True when it writes bytes that are no text. */
  readonly isBinary?: true;
  /** True when it says the settings of the run. */
  readonly needsSettings?: true;
  /** True when it has links to mementos, which `--replay` is for. */
  readonly linksMementos?: true;
  /** Results come grouped by TimeMap, in order of grouping key, memento-datetime and tie. */
  write(
    results: AsyncIterable<Result>,
    settings: Settings,
    presentation?: Presentation,
  ): AsyncIterable<Piece>;
}

/** Choices that change how results are shown, never what they are. */
export interface Presentation {
  /** Where captures without a web address of their own are replayed (`--replay`). */
  readonly replay?: string;
  /** Set where a person looks at the output on a terminal. */
  readonly terminal?: Terminal;
}

/** What a terminal can show. */
export interface Terminal {
  readonly columns: number;
  readonly hasColors: boolean;
}

import type { Pattern } from "../types.js";
import { STRIP, type PageTimeMap } from "./page-data.js";
import type { ReportMemento } from "./report-item.js";

/** What the list of TimeMaps says of one, from its mementos, oldest first. */
export class TimeMapSummary {
  readonly uriT: string;
  readonly #seed: string;
  #strip = "";
  #onTopic = 0;
  #offTopic = 0;
  #undecided = 0;
  #offRuns = 0;
  #isOff = false;
  #pattern: Pattern | undefined;
  #from: string | undefined;
  #to: string | undefined;
  /** Set as soon as it is certain. */
  #first: number | undefined;
  #firstUsable: number | undefined;

  constructor({ uriT, uriR }: Pick<ReportMemento, "uriT" | "uriR">) {
    this.uriT = uriT;
    this.#seed = uriR ?? uriT;
  }

  get mementos(): number {
    return this.#strip.length;
  }

  add(memento: ReportMemento): void {
    const { uriM, overall, mementoDatetime, pattern, comparedWith, problem } = memento;
    if (comparedWith === uriM) this.#first ??= this.mementos;
    if (comparedWith === undefined && problem === undefined) this.#firstUsable ??= this.mementos;
    this.#pattern ??= pattern;
    this.#from ??= mementoDatetime;
    this.#to = mementoDatetime ?? this.#to;
    if (overall === "on-topic") {
      this.#onTopic += 1;
      this.#strip += STRIP.onTopic;
      this.#isOff = false;
    } else if (overall === "off-topic") {
      this.#offTopic += 1;
      this.#strip += STRIP.offTopic;
      if (!this.#isOff) this.#offRuns += 1;
      this.#isOff = true;
    } else {
      this.#undecided += 1;
      this.#strip += STRIP.undecided;
    }
  }

  summary(): PageTimeMap {
    const first = this.#first ?? this.#firstUsable;
    return {
      uriT: this.uriT,
      seed: this.#seed,
      onTopic: this.#onTopic,
      offTopic: this.#offTopic,
      undecided: this.#undecided,
      offRuns: this.#offRuns,
      ...(this.#pattern !== undefined && { pattern: this.#pattern }),
      ...(this.#from !== undefined && { from: this.#from }),
      ...(this.#to !== undefined && { to: this.#to }),
      strip: this.#strip,
      ...(first !== undefined && { first }),
    };
  }
}

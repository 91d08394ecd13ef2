import type { TopicWords } from "../features/topic-words.js";
import type { TopicMeasure } from "../types.js";

/** A document beside a topic: its settled words, the language that was detected, and the seed that it is of. */
export interface TopicDocument extends TopicWords {
  /** BCP 47; `und` where it could not be told. */
  readonly language: string;
  /** Documents of one seed do not vouch for each other. */
  readonly seed: string;
}

/** The measures that may recognise a document, in the order of the paper. */
export const topicMeasures: readonly TopicMeasure[] = [
  "terms",
  "collocations2",
  "collocations3",
  "vsm",
  "passage",
];

/** The classes of elements: one, two and three words. */
export const classes = ["terms", "collocations2", "collocations3"] as const;

export type ElementClass = (typeof classes)[number];

/** The elements of a document that have `size` words, each as often as it occurs: words with nothing between them. */
export function* elementsOf({ words }: TopicWords, size: number): Generator<string> {
  for (let at = 0; at + size <= words.length; at += 1) {
    let element = words[at]!;
    if (element === "") continue;
    for (let more = 1; more < size && element !== ""; more += 1) {
      const word = words[at + more]!;
      element = word === "" ? "" : `${element} ${word}`;
    }
    if (element !== "") yield element;
  }
}

import type { CollectionMeasure } from "../../score/settings/topic-types.js";

const commonOfMeasures = {
  aliases: [],
  source: "Collecting domain specific documents (the OASIS crawler), section 4",
  range: [0, 1],
  equalScore: 1,
  votes: true,
} as const;

/**
 * All measures that compare a memento with the topic of its collection, in the order of the paper.
 *
 * @example
 * ```js
 * console.log(collectionMeasures.map(({ keyword }) => keyword).join());
 * // terms,collocations2,collocations3,vsm,passage,directory
 * ```
 */
export const collectionMeasures: readonly CollectionMeasure[] = [
  {
    ...commonOfMeasures,
    keyword: "terms",
    title: "Terms of the topic",
    summary: "Share of the topic's terms that occur in the memento.",
    paperThreshold: 0.5,
  },
  {
    ...commonOfMeasures,
    keyword: "collocations2",
    aliases: ["2wc"],
    title: "Two-word collocations of the topic",
    summary: "Share of the topic's two-word collocations that occur in the memento.",
    paperThreshold: 0.1,
  },
  {
    ...commonOfMeasures,
    keyword: "collocations3",
    aliases: ["3wc"],
    title: "Three-word collocations of the topic",
    summary: "Share of the topic's three-word collocations that occur in the memento.",
    paperThreshold: 0.08,
  },
  {
    ...commonOfMeasures,
    keyword: "vsm",
    title: "Vector space model",
    summary: "Cosine of the angle between the memento and the topic's terms.",
    paperThreshold: 0.18,
  },
  {
    ...commonOfMeasures,
    keyword: "passage",
    aliases: ["dpp"],
    title: "Best passage",
    summary: "Best such cosine of any passage of 200 characters, at steps of 50.",
    paperThreshold: 0.09,
  },
  {
    ...commonOfMeasures,
    keyword: "directory",
    title: "Directory",
    summary:
      "1 if another URI-R in the same directory of the host has a recognised memento; evidence, never a vote.",
    votes: false,
  },
];

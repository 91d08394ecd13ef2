import type { CollectionMeasure } from "../types.js";

const source =
  "Collecting domain specific documents (the OASIS crawler), section 4; SPEC section 8";

/** All measures of a memento against the topic of its collection, in the order of the paper. */
export const collectionMeasures: readonly CollectionMeasure[] = [
  {
    keyword: "terms",
    aliases: [],
    title: "Terms of the topic",
    summary: "Share of the topic's terms that occur in the memento.",
    source,
    range: [0, 1],
    equalScore: 1,
    paperThreshold: 0.5,
    votes: true,
  },
  {
    keyword: "collocations2",
    aliases: ["2wc"],
    title: "Two-word collocations of the topic",
    summary: "Share of the topic's two-word collocations that occur in the memento.",
    source,
    range: [0, 1],
    equalScore: 1,
    paperThreshold: 0.1,
    votes: true,
  },
  {
    keyword: "collocations3",
    aliases: ["3wc"],
    title: "Three-word collocations of the topic",
    summary: "Share of the topic's three-word collocations that occur in the memento.",
    source,
    range: [0, 1],
    equalScore: 1,
    paperThreshold: 0.08,
    votes: true,
  },
  {
    keyword: "vsm",
    aliases: [],
    title: "Vector space model",
    summary: "Cosine of the angle between the memento and the topic's terms.",
    source,
    range: [0, 1],
    equalScore: 1,
    paperThreshold: 0.18,
    votes: true,
  },
  {
    keyword: "passage",
    aliases: ["dpp"],
    title: "Best passage",
    summary: "The best such cosine of any passage of 200 characters, one every 50.",
    source,
    range: [0, 1],
    equalScore: 1,
    paperThreshold: 0.09,
    votes: true,
  },
  {
    keyword: "directory",
    aliases: [],
    title: "Directory",
    summary:
      "1 when another URI-R of the same host and directory has a recognised memento; evidence, never a vote.",
    source,
    range: [0, 1],
    equalScore: 1,
    votes: false,
  },
];

import { textRequest } from "../../page/feature-values.js";
import type { CountedTerms } from "../../base/types.js";
import { wordFlags } from "../../score/scoring/likeness.js";
import type { TimeMapMeasure } from "../../score/types.js";
import { cosineOfProjections, LsiFit, project, type Topics } from "./lsi.js";

/** Topics of a TimeMap, and the projection of each memento on them. */
interface Space {
  readonly topics: Topics;
  readonly projections: WeakMap<CountedTerms, Float64Array>;
}

/**
 * Cosine of the mementos' projections on the topics of the TimeMap. This is latent semantic indexing like gensim's
 * LsiModel on counts of terms, but without random numbers. The score is 0 if either memento has no terms. With at most
 * as many mementos as topics it equals the cosine of the counts.
 */
export const gensimLsi: TimeMapMeasure<CountedTerms, CountedTerms, Space> = {
  keyword: "gensim_lsi",
  aliases: ["lsi"],
  title: "Cosine similarity of LSI vectors",
  summary: "Cosine of the angle between the two mementos in the space of the TimeMap's topics.",
  source:
    "Jones, Weigle and Nelson, The Off-Topic Memento Toolkit (iPRES 2018), section 3.4, equation 4",
  range: [-1, 1],
  equalScore: 1,
  symmetric: true,
  cuts: {
    paper: { threshold: 0.1, comparison: "<" },
    "otmt-1.0.5": { threshold: 0.07, comparison: "<" },
  },
  reads: ["numberOfTopics"],
  flags: wordFlags,

  scope: "timemap",
  input: (settings) => textRequest("terms", settings, { lowerCase: false }),

  fit({ numberOfTopics }) {
    const fit = new LsiFit(numberOfTopics);
    return {
      add: (value) => fit.add(value),
      finish: () => ({ topics: fit.finish(), projections: new WeakMap() }),
    };
  },

  score: (first, memento, space) =>
    cosineOfProjections(projectionOf(first, space), projectionOf(memento, space)),
};

function projectionOf(value: CountedTerms, { topics, projections }: Space): Float64Array {
  let projection = projections.get(value);
  if (projection === undefined) projections.set(value, (projection = project(value, topics)));
  return projection;
}

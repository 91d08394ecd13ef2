import { textRequest } from "../../page/feature-values.js";
import type { CountedTerms } from "../../base/types.js";
import { wordFlags } from "../../score/scoring/likeness.js";
import type { TimeMapMeasure } from "../../score/types.js";
import { cosineOfProjections } from "./lsi.js";
import { LdaFit, type TopicModel, type TopicShares } from "./lda.js";

/** Topics of a TimeMap, and the share of each topic in each memento. */
interface LdaTopics {
  readonly model: TopicModel;
  readonly shares: WeakMap<CountedTerms, TopicShares>;
}

/**
 * Cosine of the shares of the TimeMap's topics in the two mementos. The topics come from latent Dirichlet allocation on
 * counts of terms, which starts without random numbers. The score is 0 if either memento has no terms. This measure is
 * experimental: topics of few mementos mean little, and gensim itself gives other scores on every run.
 */
export const gensimLda: TimeMapMeasure<CountedTerms, CountedTerms, LdaTopics> = {
  keyword: "gensim_lda",
  aliases: ["lda"],
  title: "Cosine similarity of LDA topics",
  summary:
    "Cosine of the angle between the shares of the TimeMap's LDA topics in the two mementos.",
  source:
    "Blei, Ng and Jordan, Latent Dirichlet Allocation (JMLR 3, 2003); announced in Jones, Weigle and Nelson, The " +
    "Off-Topic Memento Toolkit (iPRES 2018)",
  range: [0, 1],
  equalScore: 1,
  symmetric: true,
  cuts: {
    paper: { threshold: 0.15, comparison: "<" },
    "otmt-1.0.5": { threshold: 0.15, comparison: "<" },
  },
  experimental: true,
  reads: ["ldaTopics"],
  flags: wordFlags,

  scope: "timemap",
  input: (settings) => textRequest("terms", settings, { lowerCase: false }),

  fit({ ldaTopics }) {
    const fit = new LdaFit(ldaTopics);
    return {
      add: (value) => fit.add(value),
      finish: () => ({ model: fit.finish(), shares: new WeakMap() }),
    };
  },

  score(first, memento, topics) {
    if (first.terms.length === 0 || memento.terms.length === 0) return 0;
    const [one, other] = [topicSharesOf(first, topics), topicSharesOf(memento, topics)];
    return one.every((share, topic) => share === other[topic])
      ? 1
      : cosineOfProjections(one, other);
  },
};

function topicSharesOf(value: CountedTerms, { model, shares }: LdaTopics): TopicShares {
  let known = shares.get(value);
  if (known === undefined) shares.set(value, (known = model.shares(value)));
  return known;
}

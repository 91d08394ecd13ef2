import { printableStart } from "../../base/text.js";
import type { CountedTerms, Outcome, Via } from "../../base/types.js";
import { undetermined } from "../../page/words/characters.js";
import { stopWords } from "../../page/words/stop-words.js";
import type { FeatureRecord } from "../../page/types.js";
import type { Values } from "../scoring/values.js";
import type {
  Change,
  CollectionResult,
  CombinationEvidence,
  Evidence,
  MeasureResult,
  MementoResult,
  PageKind,
  ScoreEvidence,
  TopicEvidence,
} from "../types.js";
import { COMBINED, SIGNS_VOTE, thresholdDistance, type ThresholdScale } from "../verdict/decide.js";
import { cutOf } from "../verdict/model-forms.js";
import type { ReadyJudge } from "./collection-evidence.js";
import { distinctiveWords, wordCount, WordFrequency } from "./distinctive-words.js";
import type { OwnFacts } from "../verdict/own-facts.js";
import { isOtherLanguage, kindBy } from "./page-kind.js";

/** Normalised distance from the threshold below which a score is called doubtful. */
const near = 0.1;
/** Maximum length of a URI in the evidence, in characters. */
const longestUri = 2_000;

/** Scale of scores that are shares: those against a topic, where 1 means that everything of the topic occurs. */
const likeness = { comparison: "<", range: [0, 1], equalScore: 1 } as const;
/** Scale of a probability or strength. */
const strength = { range: [0, 1], equalScore: 0 } as const;

/** Reasons that the evidence tells beside the result of a memento. */
interface Reasons extends Pick<OwnFacts, "kind" | "kinds"> {
  readonly doubt: string | undefined;
  readonly reason: string | undefined;
  readonly isFirst: boolean;
  readonly combination: (() => CombinationEvidence) | undefined;
}

/** Facts about a memento that the evidence compares with those of the first memento. */
interface Facts {
  readonly terms: Outcome<CountedTerms>;
  readonly language: string | undefined;
  readonly bytes: number | undefined;
  readonly words: number | undefined;
  readonly httpStatus: number | undefined;
}

/** Explains the verdicts on the mementos of one TimeMap: see docs/explain.md. */
export class Explainer {
  readonly #values: Values;
  readonly #scales = new Map<string, ThresholdScale>();
  readonly #first: Facts | undefined;
  #frequency: WordFrequency | undefined;

  constructor(values: Values, first: FeatureRecord | undefined, judges: readonly ReadyJudge[]) {
    this.#values = values;
    this.#first = first && this.#facts(first);
    const { model, seedsFrom, signsVote, signStrength } = values.settings;
    for (const { name, scale } of judges) if (scale !== undefined) this.#scales.set(name, scale);
    // With a learned combination, no measure decides by its own threshold.
    for (const { choice, measure } of model === undefined ? values.plan.measures : []) {
      const { threshold, comparison, name } = choice;
      const { range, equalScore } = measure;
      if (threshold !== undefined)
        this.#scales.set(name, { threshold, comparison, range, equalScore });
    }
    if (model !== undefined) {
      const threshold = cutOf(model, seedsFrom);
      this.#scales.set(COMBINED, { ...strength, threshold, comparison: ">" });
    }
    if (signsVote === true && signStrength !== undefined) {
      this.#scales.set(SIGNS_VOTE, { ...strength, threshold: signStrength, comparison: ">=" });
    }
  }

  explain(
    record: FeatureRecord,
    { measures, collection, overall }: MementoResult,
    { doubt, reason, kind, kinds, isFirst, combination }: Reasons,
  ): Evidence {
    const first = this.#first;
    const facts = this.#facts(record);
    const scores = measures.flatMap((result) => this.#score(result));
    const pageKind = kind ?? kindBy(overall, kinds);
    const isFull =
      overall === undefined ||
      overall === "off-topic" ||
      collection?.topicStatus === "off-topic" ||
      pageKind !== undefined ||
      scores.some(({ normalised }) => normalised < near) ||
      isOtherLanguage(first?.language, facts.language);
    const { via, headers, reachedFrom } = record.capture;
    return {
      ...(doubt !== undefined && { doubt }),
      ...(reason !== undefined && { reason }),
      scores,
      language: changeOf(first?.language, facts.language),
      bytes: changeOf(first?.bytes, facts.bytes),
      words: changeOf(first?.words, facts.words),
      httpStatus: changeOf(first?.httpStatus, facts.httpStatus),
      ...(via?.kind === "redirect" && { redirect: redirectOf(via) }),
      pageKind: pageKind && printableKind(pageKind),
      headers,
      reachedFrom: reachedFrom && printableStart(reachedFrom, longestUri),
      ...(isFull && !isFirst && this.#termsChanged(facts)),
      topic: collection && topicEvidence(collection),
      ...(isFull && combination !== undefined && { combination: combination() }),
    };
  }

  #score({ name, outcome }: MeasureResult): ScoreEvidence[] {
    const scale = this.#scales.get(name);
    if (scale === undefined || !("value" in outcome)) return [];
    const { score, bound } = outcome.value;
    const { threshold } = scale;
    return [{ measure: name, score, bound, threshold, ...thresholdDistance(score, scale) }];
  }

  #termsChanged({ terms, language }: Facts): Pick<Evidence, "termsLost" | "termsGained"> {
    const first = this.#first;
    if (first === undefined || "problem" in first.terms || "problem" in terms) return {};
    const frequency = (this.#frequency ??= this.#countWords());
    const [was, is] = [first.terms.value, terms.value];
    // The run has stop words of one language, but a page may be in another language.
    const [before, now] = [first.language, language].map((each = undetermined) => stopWords(each));
    return {
      termsLost: distinctiveWords(was, is, (word) => frequency.share(word), before),
      termsGained: distinctiveWords(is, was, (word) => frequency.rarity(word), now),
    };
  }

  #countWords(): WordFrequency {
    const frequency = new WordFrequency();
    for (const record of this.#values.group.records()) {
      const terms = this.#terms(record);
      if ("value" in terms) frequency.add(terms.value);
    }
    return frequency;
  }

  #facts(record: FeatureRecord): Facts {
    const { plan } = this.#values;
    const terms = this.#terms(record);
    return {
      terms,
      language: this.#values.value(plan.language, record) as string | undefined,
      bytes: this.#values.value(plan.bytes, record) as number | undefined,
      words: "value" in terms ? wordCount(terms.value) : undefined,
      httpStatus: record.capture.status,
    };
  }

  #terms(record: FeatureRecord): Outcome<CountedTerms> {
    const { words } = this.#values.plan;
    return this.#values.normalisedFeature(words!, record) as Outcome<CountedTerms>;
  }
}

/** Returns undefined if the memento could not be compared. */
function topicEvidence({ measures, vote }: CollectionResult): TopicEvidence | undefined {
  if (vote === undefined) return undefined;
  const scores: ScoreEvidence[] = [];
  const recognisedBy: string[] = [];
  for (const [at, { name, outcome }] of measures.entries()) {
    const threshold = vote.thresholds[at];
    if (threshold === undefined || !("value" in outcome)) continue;
    const { score, topicStatus } = outcome.value;
    if (topicStatus === "on-topic") recognisedBy.push(name);
    const distance = thresholdDistance(score, { threshold, ...likeness });
    scores.push({ measure: name, score, threshold, ...distance });
  }
  return { language: vote.language, scores, recognisedBy, needed: vote.needed };
}

/** Marks contain URIs that come from the page and may be hostile. */
const printableKind = ({ kind, title, strength: sure, marks }: PageKind): PageKind => ({
  ...{ kind, title, strength: sure },
  marks: marks.map((mark) => printableStart(mark, longestUri)),
});

const changeOf = <T>(first: T | undefined, memento: T | undefined): Change<T> | undefined =>
  first === undefined && memento === undefined ? undefined : { first, memento };

const redirectOf = ({ status, uriR, mementoDatetime, uriM }: Via): Evidence["redirect"] => ({
  status,
  uriR: printableStart(uriR, longestUri),
  mementoDatetime,
  uriM: uriM && printableStart(uriM, longestUri),
});

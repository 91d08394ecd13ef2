import { isOtmts } from "../settings/profiles.js";
import { log } from "../../base/math/elementary.js";
import { toFourteenDigits } from "../../base/datetime.js";
import { printableStart } from "../../base/text.js";
import { warcUriM, warcUriT } from "../../base/uri.js";
import type { TermCounts } from "../../page/features/words.js";
import { stopWords } from "../../page/words/stop-words.js";
import type { Capture, Outcome, OverallStatus } from "../../base/types.js";
import type { FeatureRecord, RecordGroup } from "../../page/types.js";
import type {
  Change,
  CollectionResult,
  CombinationEvidence,
  Evidence,
  MeasureResult,
  PageKind,
  ScoreEvidence,
  TopicEvidence,
} from "../types.js";
import type { Values } from "../scoring/compare.js";
import { COMBINED, SIGNS_VOTE } from "../verdict/decide.js";
import { cutOf } from "../verdict/model-forms.js";
import { thresholdDistance, type ThresholdScale } from "../verdict/threshold-distance.js";
import { kindOfCapture } from "../verdict/consequences.js";
import { lackOf } from "./incomplete.js";
import { kindOfItself, type KindsByVerdict } from "./page-kind.js";

/** URIs that identify the mementos of a TimeMap, in the order of the records. */
export interface Names {
  /** There can be several, because TimeMaps may have been merged. */
  readonly uriTs: readonly string[];
  readonly uriMs: readonly string[];
}

/**
 * Collects the names of a group's mementos in order. A name is the archive's URI-M, or else is made from date and
 * URI-R.
 */
export class NamesOfMementos implements Names {
  readonly uriTs: string[] = [];
  readonly uriMs: string[] = [];
  readonly #taken = new Map<string, number>();
  #derived: string | undefined;

  add(capture: Capture): void {
    this.uriTs.push(
      capture.uriT ?? (this.#derived ??= warcUriT(capture.continuesAs ?? capture.uriR)),
    );
    this.uriMs.push(capture.uriM ?? this.#madeUriM(capture));
  }

  #madeUriM(capture: Capture): string {
    const second = `${toFourteenDigits(capture.mementoDatetime)} ${capture.uriR}`;
    const ordinal = (this.#taken.get(second) ?? 0) + 1;
    this.#taken.set(second, ordinal);
    return warcUriM(capture, ordinal);
  }
}

export function namesOf(group: RecordGroup): Names {
  const names = new NamesOfMementos();
  for (const { capture } of group.records()) names.add(capture);
  return names;
}
/** Maximum number of words reported per side, and maximum number of characters of a word. */
const mostWords = 10;
const longestWord = 40;

/** Punctuation, quotes and dashes are dropped, because lists of terms also contain them. */
const isWord = (term: string): boolean => /^[\p{L}\p{N}]/u.test(term);

/** Returns the number of words in a text, including repetitions. */
function wordCount({ terms, counts }: TermCounts): number {
  let words = 0;
  for (const [at, term] of terms.entries()) if (isWord(term)) words += counts[at]!;
  return words;
}

export class WordFrequency {
  #mementos = 0;
  readonly #frequency = new Map<string, number>();

  add({ terms }: TermCounts): void {
    this.#mementos += 1;
    for (const term of terms) this.#frequency.set(term, this.#of(term) + 1);
  }

  /** Returns the share of mementos that contain the word, 0 to 1. */
  share(word: string): number {
    return this.#of(word) / Math.max(1, this.#mementos);
  }

  /** Returns the smoothed inverse document frequency, the term weight of `cosine`. */
  rarity(word: string): number {
    return log((1 + this.#mementos) / (1 + this.#of(word))) + 1;
  }

  #of(word: string): number {
    return this.#frequency.get(word) ?? 0;
  }
}

/**
 * Returns the most distinctive words that one text contains and another does not. These are the words with the greatest
 * product of `ln(1 + count)` and the word's weight, in descending order. Words of equal weight are in code unit order.
 * Both lists of terms must be in code unit order. `stopWords` are left out.
 */
export function distinctiveWords(
  has: TermCounts,
  lacks: TermCounts,
  weight: (word: string) => number,
  stopWords: ReadonlySet<string> = new Set(),
): string[] {
  const best: { readonly word: string; readonly weight: number }[] = [];
  let other = 0;
  for (const [at, word] of has.terms.entries()) {
    while (other < lacks.terms.length && lacks.terms[other]! < word) other += 1;
    if (lacks.terms[other] === word || !isWord(word) || stopWords.has(word)) continue;
    const candidate = { word, weight: log(1 + has.counts[at]!) * weight(word) };
    if (best.length === mostWords && best.at(-1)!.weight >= candidate.weight) continue;
    const place = best.findIndex((one) => one.weight < candidate.weight);
    best.splice(place < 0 ? best.length : place, 0, candidate);
    if (best.length > mostWords) best.pop();
  }
  return [...new Set(best.map(({ word }) => printableStart(word, longestWord)))];
}
/**
 * Scale of the scores against a topic, which are shares and cosines. A score of 1 means that everything of the topic
 * occurs.
 */
const likeness = { comparison: "<", range: [0, 1], equalScore: 1 } as const;

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
export interface JudgedRecord {
  readonly record: FeatureRecord;
  readonly number: number;
  readonly measures: readonly MeasureResult[];
  readonly collection?: CollectionResult;
  readonly overall: OverallStatus | undefined;
  /** Reason why the verdict is `unsure`. */
  readonly doubt?: string | undefined;
  /** Reason why the verdict is off-topic, if a rule decided. */
  readonly reason?: string | undefined;
  readonly kinds?: KindsByVerdict | undefined;
  readonly combination?: () => CombinationEvidence;
}

/** Normalised distance from the threshold below which a score is called doubtful. */
const near = 0.1;
/** Maximum length of a URI in the evidence, in characters. */
const longestUri = 2_000;

/** Facts about a memento that the evidence compares with those of the first memento. */
interface Facts {
  readonly terms: Outcome<TermCounts>;
  readonly language: string | undefined;
  readonly bytes: number | undefined;
  readonly words: number | undefined;
  readonly httpStatus: number | undefined;
}

/** Explains the verdicts on the mementos of one TimeMap: see docs/explain.md. */
export class Explainer {
  readonly #values: Values;
  readonly #scales: Map<string, ThresholdScale>;
  readonly #position: number;
  readonly #first: Facts | undefined;
  #frequency: WordFrequency | undefined;

  /**
   * `first` is the first memento, and `position` its position in the TimeMap. `scales` are those of the evidence of the
   * collection, by name.
   */
  constructor(
    values: Values,
    first: FeatureRecord | undefined,
    position: number,
    scales: ReadonlyMap<string, ThresholdScale> = new Map(),
  ) {
    this.#values = values;
    this.#scales = new Map(scales);
    this.#position = position;
    this.#first = first && this.#facts(first);
    const { model, seedsFrom, signsVote, signStrength } = values.settings;
    const strength = { range: [0, 1], equalScore: 0 } as const;
    // With a learned combination, no measure decides by its own threshold.
    for (const { choice, measure } of model === undefined ? values.plan.measures : []) {
      const { threshold, comparison, name } = choice;
      const { range, equalScore } = measure;
      if (threshold === undefined) continue;
      this.#scales.set(name, { threshold, comparison, range, equalScore });
    }
    if (model !== undefined) {
      this.#scales.set(COMBINED, {
        ...strength,
        threshold: cutOf(model, seedsFrom),
        comparison: ">",
      });
    }
    if (signsVote === true && signStrength !== undefined) {
      this.#scales.set(SIGNS_VOTE, { ...strength, threshold: signStrength, comparison: ">=" });
    }
  }

  explain({
    record,
    number,
    measures,
    collection,
    overall,
    doubt,
    reason,
    kinds,
    combination,
  }: JudgedRecord): Evidence {
    const first = this.#first;
    const facts = this.#facts(record);
    const scores = measures.flatMap((result) => this.#score(result));
    const pageKind =
      this.#pageKind(record) ??
      (overall === "on-topic"
        ? kinds?.onTopic
        : overall === "off-topic"
          ? kinds?.offTopic
          : undefined);
    const isDoubtful =
      overall === undefined ||
      collection?.topicStatus === "off-topic" ||
      pageKind !== undefined ||
      scores.some(({ normalised }) => normalised < near) ||
      isOtherLanguage(first?.language, facts.language);
    const isFull = overall === "off-topic" || isDoubtful;
    const { via, headers, reachedFrom } = record.capture;
    return {
      ...(doubt !== undefined && { doubt }),
      ...(reason !== undefined && { reason }),
      scores,
      language: change(first?.language, facts.language),
      bytes: change(first?.bytes, facts.bytes),
      words: change(first?.words, facts.words),
      httpStatus: change(first?.httpStatus, facts.httpStatus),
      ...(via?.kind === "redirect" && { redirect: redirectOf(via) }),
      pageKind: pageKind && printableKind(pageKind),
      headers,
      reachedFrom: reachedFrom && printableStart(reachedFrom, longestUri),
      ...(isFull && number !== this.#position && this.#termsChanged(facts)),
      topic: collection && topicEvidence(collection),
      ...(isFull && combination !== undefined && { combination: combination() }),
    };
  }

  #score({ name, outcome }: MeasureResult): ScoreEvidence[] {
    const scale = this.#scales.get(name);
    if (scale === undefined || !("value" in outcome)) return [];
    const { score, bound } = outcome.value;
    const { threshold } = scale;
    return [
      {
        measure: name,
        score,
        bound,
        threshold,
        ...thresholdDistance(score, scale),
      },
    ];
  }

  #pageKind(record: FeatureRecord): PageKind | undefined {
    const { settings } = this.#values;
    const { capture } = record;
    const page = this.#values.itself(record);
    const found = kindOfItself(capture, page, settings.signStrength ?? 1);
    return isOtmts(settings.profile)
      ? found
      : kindOfCapture(capture, found, lackOf(record, this.#values));
  }

  #termsChanged({ terms, language }: Facts): Pick<Evidence, "termsLost" | "termsGained"> {
    const first = this.#first?.terms;
    if (first === undefined || "problem" in first || "problem" in terms) return {};
    const frequency = (this.#frequency ??= this.#countWords());
    // The run has stop words of one language, but a page may be in another language.
    const [before, now] = [this.#first?.language, language].map((each = "und") => stopWords(each));
    return {
      termsLost: distinctiveWords(
        first.value,
        terms.value,
        (word) => frequency.share(word),
        before,
      ),
      termsGained: distinctiveWords(
        terms.value,
        first.value,
        (word) => frequency.rarity(word),
        now,
      ),
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
      bytes: this.#values.value(plan.evidence?.bytes, record) as number | undefined,
      words: "value" in terms ? wordCount(terms.value) : undefined,
      httpStatus: record.capture.status,
    };
  }

  #terms(record: FeatureRecord): Outcome<TermCounts> {
    const at = this.#values.plan.evidence?.words;
    if (at === undefined) throw new Error("the evidence was not planned for");
    return this.#values.normalisedFeature(at, record) as Outcome<TermCounts>;
  }
}

/** Marks contain URIs that come from the page and may be hostile. */
const printableKind = ({ kind, title, strength, marks }: PageKind): PageKind => ({
  ...{ kind, title, strength },
  marks: marks.map((mark) => printableStart(mark, longestUri)),
});

const isOtherLanguage = (first = "und", memento = "und"): boolean =>
  first !== "und" && memento !== "und" && first !== memento;

/** Returns undefined if both values are unknown. */
function change<T>(first: T | undefined, memento: T | undefined): Change<T> | undefined {
  if (first === undefined && memento === undefined) return undefined;
  return {
    first,
    memento,
  };
}

function redirectOf({
  status,
  uriR,
  mementoDatetime,
  uriM,
}: NonNullable<FeatureRecord["capture"]["via"]>): NonNullable<Evidence["redirect"]> {
  return {
    status,
    uriR: printableStart(uriR, longestUri),
    mementoDatetime,
    uriM: uriM === undefined ? undefined : printableStart(uriM, longestUri),
  };
}

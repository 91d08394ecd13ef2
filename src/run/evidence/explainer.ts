import type { TermCounts } from "../../features/terms.js";
import { COMBINED, SIGNS_VOTE } from "../../decide/overall.js";
import { thresholdDistance, type Yardstick } from "../../decide/threshold-distance.js";
import { stopWords } from "../../preprocess/stop-words.js";
import { kindTitle } from "../../signs/sign-table.js";
import type {
  CollectionResult,
  Change,
  CombinationEvidence,
  Evidence,
  FeatureRecord,
  Json,
  MeasureResult,
  Outcome,
  PageKind,
  ScoreEvidence,
  Sign,
  TopicStatus,
} from "../../types.js";
import type { RecordGroup } from "../lines/groups.js";
import { printableStart } from "../../mementos/printable.js";
import type { Scorer } from "../score/scorer.js";
import { topicEvidence } from "./topic-evidence.js";
import { tellingWords, wordCount, WordFrequency } from "./telling-words.js";
import type { ValuesContext, Values } from "../score/values.js";

/** A memento with its verdict, as far as the evidence asks. */
export interface Judged {
  readonly record: FeatureRecord;
  /** Its position in the TimeMap. */
  readonly number: number;
  readonly measures: readonly MeasureResult[];
  readonly collection?: CollectionResult;
  readonly overall: TopicStatus | undefined;
  /** How the learned combination came to its result, where there is one. */
  readonly combination?: () => CombinationEvidence;
}

/** Scores nearer to their threshold than this (normalised) leave doubt. */
const near = 0.1;
const longestUri = 2_000;

/** What is known of one memento. */
interface Facts {
  readonly terms: Outcome<TermCounts>;
  readonly language: string | undefined;
  readonly bytes: number | undefined;
  readonly words: number | undefined;
  readonly httpStatus: number | undefined;
}

/** Tells why the mementos of one TimeMap have their verdicts: see docs/explain.md. */
export class Explainer {
  readonly #group: RecordGroup;
  readonly #values: Values;
  readonly #context: ValuesContext;
  readonly #yardsticks = new Map<string, Yardstick>();
  readonly #firstNumber: number;
  readonly #first: Facts | undefined;
  #frequency: WordFrequency | undefined;

  constructor(
    group: RecordGroup,
    first: Pick<Judged, "number"> & { readonly record: FeatureRecord | undefined },
    scorers: readonly Scorer[],
    values: Values,
    context: ValuesContext,
  ) {
    this.#group = group;
    this.#values = values;
    this.#context = context;
    this.#firstNumber = first.number;
    this.#first = first.record === undefined ? undefined : this.#facts(first.record);
    const { model, signsVote, signStrength } = context.settings;
    const strength = { range: [0, 1], equalScore: 0 } as const;
    // Where a learned combination decides, no threshold of a measure does.
    for (const { planned } of model === undefined ? scorers : []) {
      const { threshold, comparison, name } = planned.choice;
      const { range, equalScore } = planned.measure;
      if (threshold !== undefined)
        this.#yardsticks.set(name, { threshold, comparison, range, equalScore });
    }
    if (model !== undefined)
      this.#yardsticks.set(COMBINED, {
        ...strength,
        threshold: model.threshold,
        comparison: ">",
      });
    if (signsVote === true && signStrength !== undefined)
      this.#yardsticks.set(SIGNS_VOTE, { ...strength, threshold: signStrength, comparison: ">=" });
  }

  explain({ record, number, measures, collection, overall, combination }: Judged): Evidence {
    const first = this.#first;
    const facts = this.#facts(record);
    const scores = measures.flatMap((result) => this.#score(result));
    const pageKind = this.#pageKind(record);
    const isDoubtful =
      overall === undefined ||
      collection?.topicStatus === "off-topic" ||
      pageKind !== undefined ||
      scores.some(({ normalised }) => normalised < near) ||
      isOtherLanguage(first?.language, facts.language);
    const isFull = overall === "off-topic" || isDoubtful;
    const language = change(first?.language, facts.language);
    const bytes = change(first?.bytes, facts.bytes);
    const words = change(first?.words, facts.words);
    const httpStatus = change(first?.httpStatus, facts.httpStatus);
    const topic = collection === undefined ? undefined : topicEvidence(collection);
    const { via } = record.capture;
    return {
      scores,
      ...(language !== undefined && { language }),
      ...(bytes !== undefined && { bytes }),
      ...(words !== undefined && { words }),
      ...(httpStatus !== undefined && { httpStatus }),
      ...(via?.kind === "redirect" && { redirect: redirectOf(via) }),
      ...(pageKind !== undefined && { pageKind }),
      ...(isFull && number !== this.#firstNumber && this.#termsChanged(facts)),
      ...(topic !== undefined && { topic }),
      ...(isFull && combination !== undefined && { combination: combination() }),
    };
  }

  #score({ name, outcome }: MeasureResult): ScoreEvidence[] {
    const yardstick = this.#yardsticks.get(name);
    if (yardstick === undefined || !("value" in outcome)) return [];
    const { score, bound } = outcome.value;
    const { threshold } = yardstick;
    return [
      {
        measure: name,
        score,
        ...(bound !== undefined && { bound }),
        threshold,
        ...thresholdDistance(score, yardstick),
      },
    ];
  }

  #pageKind(record: FeatureRecord): PageKind | undefined {
    const { plan, settings } = this.#context;
    const [strongest] = (this.#read(plan.signs, record) ?? []) as readonly Sign[];
    const { signStrength = 1 } = settings;
    if (strongest === undefined || strongest.strength < signStrength) return undefined;
    const { kind, strength, marks } = strongest;
    return { kind, title: kindTitle(kind, record.capture.status), strength, marks };
  }

  #termsChanged({ terms, language }: Facts): Pick<Evidence, "termsLost" | "termsGained"> {
    const first = this.#first?.terms;
    if (first === undefined || "problem" in first || "problem" in terms) return {};
    const frequency = (this.#frequency ??= this.#countWords());
    // The run's own list is that of one language; a page may be in another one.
    const [before, now] = [this.#first?.language, language].map((each = "und") => stopWords(each));
    return {
      termsLost: tellingWords(first.value, terms.value, (word) => frequency.share(word), before),
      termsGained: tellingWords(terms.value, first.value, (word) => frequency.rarity(word), now),
    };
  }

  #countWords(): WordFrequency {
    const frequency = new WordFrequency();
    for (const record of this.#group.records()) {
      const terms = this.#terms(record);
      if ("value" in terms) frequency.add(terms.value);
    }
    return frequency;
  }

  #facts(record: FeatureRecord): Facts {
    const { plan } = this.#context;
    const terms = this.#terms(record);
    return {
      terms,
      language: this.#read(plan.language, record) as string | undefined,
      bytes: this.#read(plan.evidence?.bytes, record) as number | undefined,
      words: "value" in terms ? wordCount(terms.value) : undefined,
      httpStatus: record.capture.status,
    };
  }

  #terms(record: FeatureRecord): Outcome<TermCounts> {
    const at = this.#context.plan.evidence?.words;
    if (at === undefined) throw new Error("the evidence was not planned for");
    return this.#values.settled(at, record) as Outcome<TermCounts>;
  }

  #read(position: number | undefined, record: FeatureRecord): Json | undefined {
    if (position === undefined) return undefined;
    const outcome = this.#values.feature(position, record);
    return "value" in outcome ? outcome.value : undefined;
  }
}

const isOtherLanguage = (first = "und", memento = "und"): boolean =>
  first !== "und" && memento !== "und" && first !== memento;

/** Undefined where neither side is known. */
function change<T>(first: T | undefined, memento: T | undefined): Change<T> | undefined {
  if (first === undefined && memento === undefined) return undefined;
  return {
    ...(first !== undefined && { first }),
    ...(memento !== undefined && { memento }),
  };
}

function redirectOf({
  status,
  uriR,
  mementoDatetime,
  uriM,
}: NonNullable<FeatureRecord["capture"]["via"]>): NonNullable<Evidence["redirect"]> {
  return {
    ...(status !== undefined && { status }),
    uriR: printableStart(uriR, longestUri),
    mementoDatetime,
    ...(uriM !== undefined && { uriM: printableStart(uriM, longestUri) }),
  };
}

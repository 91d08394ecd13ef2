import type { TopicWords } from "../../features/topic-words.js";
import { surt } from "../../mementos/surt.js";
import { TopicJudge } from "../../topic/judge.js";
import { digestOf } from "../../topic/profile-file.js";
import type {
  CollectionResult,
  CollectionSettings,
  FeatureRecord,
  MeasureResult,
  Outcome,
  PreprocessingFlags,
  Score,
  Settings,
  TopicProfile,
} from "../../types.js";
import type { TopicPlan } from "../plan.js";
import type { Values } from "./values.js";

/** The name of the topic's vote among the votes on a memento. */
const TOPIC_VOTE = "topic";

/** Puts the mementos of a run beside the topic of their collection. */
export class TopicVotes {
  readonly #judge: TopicJudge;
  readonly #profile: string;
  readonly #chosen: CollectionSettings;
  readonly #plan: TopicPlan;
  readonly #flags: PreprocessingFlags;

  constructor(
    profile: TopicProfile,
    chosen: CollectionSettings,
    plan: TopicPlan,
    { preprocessing }: Settings,
  ) {
    this.#judge = new TopicJudge(profile, chosen);
    this.#profile = digestOf(profile);
    this.#chosen = chosen;
    this.#plan = plan;
    this.#flags = {
      stemmed: preprocessing.stem !== false,
      tokenized: true,
      removedBoilerplate: preprocessing.boilerplate !== "none",
    };
  }

  /** What the topic says of a memento; its words are settled for the language of its TimeMap. */
  of(record: FeatureRecord, values: Values): CollectionResult {
    const words = values.settled(this.#plan.words, record);
    if ("problem" in words) {
      return {
        measures: this.#results(this.#chosen.measures.map(() => words)),
        profile: this.#profile,
      };
    }
    const { outcomes, topicStatus, ballot } = this.#judge.judge(
      words.value as TopicWords,
      languageOf(record, values, this.#plan),
      surt(record.capture.uriR),
    );
    return {
      measures: this.#results(outcomes),
      ...(topicStatus !== undefined && { topicStatus }),
      ...(ballot !== undefined && { ballot }),
      profile: this.#profile,
    };
  }

  #results(outcomes: readonly Outcome<Score>[]): MeasureResult[] {
    return this.#chosen.measures.map(({ keyword }, at) => ({
      name: keyword,
      flags: this.#flags,
      outcome: outcomes[at]!,
    }));
  }
}

/** The language that was detected in a memento; `und` where none could be. */
export function languageOf(record: FeatureRecord, values: Values, plan: TopicPlan): string {
  const language = values.feature(plan.language, record);
  return "value" in language && typeof language.value === "string" ? language.value : "und";
}

/** The topic's one vote in the form of a measure's; none where it has none. */
export function topicVote(collection: CollectionResult | undefined): MeasureResult[] {
  if (collection?.topicStatus === undefined) return [];
  const { topicStatus } = collection;
  return [
    {
      name: TOPIC_VOTE,
      flags: { stemmed: false, tokenized: false, removedBoilerplate: false },
      outcome: { value: { score: topicStatus === "on-topic" ? 1 : 0, topicStatus } },
    },
  ];
}

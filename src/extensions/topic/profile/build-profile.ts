import { UsageError } from "../../../base/errors.js";
import { groupBy } from "../../../base/math/group-by.js";
import type { JsonObject } from "../../../base/types.js";
import type { TopicMeasure } from "../../../score/settings/topic-types.js";
import type { TopicPart, TopicProfile } from "./types.js";
import type { Background } from "./background.js";
import {
  chooseElements,
  type ElementRules,
  byHost,
  NearDuplicates,
  type TopicDocument,
  topicMeasures,
} from "./document.js";
import { TopicScorer, type TopicScores } from "./scorer.js";

/** Rules for tuning thresholds on the scores of the core. */
interface TuningRules {
  /**
   * Share of the core that each measure must recognise. If absent, it is the smallest share of at least 0.6 with which
   * the vote reaches `coverage`.
   */
  readonly recognise?: number;
  /** Share of the core that the vote must recognise. */
  readonly coverage: number;
  /** Number of measures that make a vote. */
  readonly agree: number;
}

type Thresholds = Readonly<Partial<Record<TopicMeasure, number>>>;

/** Smallest share of the core that a measure recognises in the paper. */
const LEAST_RECOGNISED = 0.6;
/** Steps per unit of a threshold, which has three decimals. A threshold of 0 would recognise everything. */
const THRESHOLD_STEPS = 1_000;

/** A measure without scores has no threshold. */
export function tuneThresholds(core: readonly TopicScores[], rules: TuningRules): Thresholds {
  const sorted = topicMeasures.flatMap((measure) => {
    const scores = core.flatMap((each) => each.get(measure) ?? []);
    return scores.length === 0 ? [] : [{ measure, scores: scores.sort((a, b) => b - a) }];
  });
  const at = (share: number): Thresholds =>
    Object.fromEntries(
      sorted.map(({ measure, scores }) => {
        const last = Math.min(scores.length, Math.max(1, Math.ceil(share * scores.length - 1e-9)));
        return [measure, thresholdFor(scores[last - 1]!)];
      }),
    );
  if (rules.recognise !== undefined) return at(rules.recognise);
  for (let percent = 100 * LEAST_RECOGNISED; percent < 100; percent += 1) {
    const thresholds = at(percent / 100);
    if (shareRecognised(core, thresholds, rules.agree) >= rules.coverage) return thresholds;
  }
  return at(1);
}

/**
 * Returns the strictest threshold above 0, in steps, that a score reaches. A score below the first step reaches no
 * threshold.
 */
function thresholdFor(score: number): number {
  const steps = Math.round(score * THRESHOLD_STEPS);
  return Math.max(1, steps / THRESHOLD_STEPS > score ? steps - 1 : steps) / THRESHOLD_STEPS;
}

export function shareRecognised(
  documents: readonly TopicScores[],
  thresholds: Thresholds,
  agree: number,
): number {
  if (documents.length === 0) return 0;
  return (
    documents.filter((scores) => votesFor(scores, thresholds) >= agree).length / documents.length
  );
}

function votesFor(scores: TopicScores, thresholds: Thresholds): number {
  return topicMeasures.filter((measure) => {
    const [score, threshold] = [scores.get(measure), thresholds[measure]];
    return score !== undefined && threshold !== undefined && score >= threshold;
  }).length;
}
/** Rules for making a profile from core documents. */
export interface ProfileRules extends ElementRules, TuningRules {
  /** Number of parts into which the core is divided. Each part is scored by a profile of the others. */
  readonly folds: number;
}

/**
 * Rules for a core that a person has checked. For any other core `coverage` is lower, because some of it is off-topic.
 */
export const PROFILE_RULES: ProfileRules = {
  elements: 100,
  fewestHosts: 2,
  coverage: 0.98,
  agree: 1,
  folds: 10,
};

/** Facts about how a topic was made, for people. */
export interface CoreReport {
  /** Number of documents that nearly repeat another document. */
  readonly nearDuplicates: number;
}

/** Minimum number of words of a document that can show a topic. */
const FEWEST_WORDS = 5;
/** Minimum number of hosts of a language that can show a common topic. */
const FEWEST_HOSTS = 3;

/**
 * Documents that nearly repeat an earlier document are ignored. Thresholds are tuned on the scores of core documents
 * against elements of the other documents, so that they are valid for documents outside of the core. Throws a
 * `UsageError` if no language has documents from three hosts.
 */
export function buildProfile(
  core: readonly TopicDocument[],
  rules: ProfileRules,
  about: {
    readonly madeFrom: string;
    readonly preprocessing: JsonObject;
    readonly background?: (language: string) => Background | undefined;
  },
  onCore?: (report: CoreReport) => void,
): TopicProfile {
  const { background, ...made } = about;
  let nearDuplicates = 0;
  const byLanguage = documentsByLanguage(core, () => (nearDuplicates += 1));
  const parts: TopicPart[] = [];
  const tooFew: string[] = [];
  for (const language of [...byLanguage.keys()].sort()) {
    const documents = byLanguage.get(language)!;
    const own = { ...rules, background: background?.(language) };
    const part =
      language === "und" || hostsOfDocuments(documents).length < FEWEST_HOSTS
        ? undefined
        : buildPart(language, documents, own);
    if (part !== undefined) parts.push(part);
    else if (language !== "und") tooFew.push(language);
  }
  if (parts.length === 0) {
    throw new UsageError(
      `the core shows no topic: ${core.length} document${core.length === 1 ? "" : "s"}, none of a language in which ${FEWEST_HOSTS} different hosts ` +
        "have words in common. Give more core documents.",
    );
  }
  onCore?.({ nearDuplicates });
  const { agree } = rules;
  return { form: "detect_off_topic topic profile", ...made, agree, parts, tooFew };
}

/** Returns the documents that can show a topic, without documents that nearly repeat an earlier one. */
function documentsByLanguage(
  core: readonly TopicDocument[],
  onDuplicate: () => void = () => undefined,
): Map<string, TopicDocument[]> {
  const duplicates = new NearDuplicates();
  const isOwn = (document: TopicDocument): boolean => {
    if (isTooShort(document)) return false;
    const of = duplicates.find(document);
    if (of !== undefined) onDuplicate();
    return of === undefined;
  };
  return groupBy(byHost(core).filter(isOwn), ({ language }) => language);
}

/**
 * Returns the profile with thresholds at which it recognises the core as the rules require. This is for profiles whose
 * elements a person has changed. A part without documents in the core is unchanged.
 */
export function tuneProfile(
  profile: TopicProfile,
  core: readonly TopicDocument[],
  rules: TuningRules,
): TopicProfile {
  const byLanguage = documentsByLanguage(core);
  const parts = profile.parts.map((part) => {
    const documents = byLanguage.get(part.language) ?? [];
    if (documents.length === 0) return part;
    const scorer = new TopicScorer(part);
    const scores = documents.map((document) => scorer.score(document));
    return { ...part, ...tunedOn(scores, tuneThresholds(scores, rules), rules.agree) };
  });
  return { ...profile, parts };
}

function tunedOn(
  scores: readonly TopicScores[],
  thresholds: Thresholds,
  agree: number,
): Pick<TopicPart, "thresholds" | "recognised"> {
  const share = (counted: Thresholds, needed: number): number =>
    Number(shareRecognised(scores, counted, needed).toFixed(3));
  const each = topicMeasures.flatMap((measure) => {
    const threshold = thresholds[measure];
    return threshold === undefined ? [] : [[measure, share({ [measure]: threshold }, 1)] as const];
  });
  return {
    thresholds,
    recognised: { ...Object.fromEntries(each), vote: share(thresholds, agree) },
  };
}

function isTooShort({ words }: TopicDocument): boolean {
  let count = 0;
  for (const word of words) if (word !== "" && ++count >= FEWEST_WORDS) return false;
  return true;
}

const hostsOfDocuments = (documents: readonly TopicDocument[]): string[] => [
  ...new Set(documents.map(({ host }) => host)),
];

/** Returns undefined if its documents have no words in common. */
function buildPart(
  language: string,
  documents: readonly TopicDocument[],
  rules: ProfileRules,
): TopicPart | undefined {
  const elements = chooseElements(documents, rules);
  if (elements.terms.length === 0) return undefined;
  const held = heldOutScores(documents, rules);
  const all = tuneThresholds(held, rules);
  const thresholds = Object.fromEntries(
    Object.entries(all).filter(
      ([measure]) =>
        !(measure in elements) || elements[measure as keyof typeof elements].length > 0,
    ),
  );
  return {
    language,
    documents: documents.length,
    seeds: hostsOfDocuments(documents).length,
    ...tunedOn(held, thresholds, rules.agree),
    ...elements,
  };
}

/** Scores each document against the elements of documents from other hosts. */
function heldOutScores(documents: readonly TopicDocument[], rules: ProfileRules): TopicScores[] {
  const hosts = hostsOfDocuments(documents);
  const folds = Math.min(rules.folds, hosts.length);
  const foldOf = new Map(hosts.map((host, at) => [host, at % folds]));
  const scores: TopicScores[] = [];
  for (let fold = 0; fold < folds; fold += 1) {
    const others = documents.filter(({ host }) => foldOf.get(host) !== fold);
    const scorer = new TopicScorer(chooseElements(others, rules));
    for (const document of documents)
      if (foldOf.get(document.host) === fold) scores.push(scorer.score(document));
  }
  return scores;
}

import { share } from "../../base/find.js";
import type { TopicProfile } from "./profile/types.js";
import { type CoreReport, PROFILE_RULES, type ProfileRules } from "./profile/build-profile.js";

/** Choices of a user for making a topic. */
export interface TopicRules {
  readonly topic?: TopicProfile;
  readonly topicAgree?: number;
  /** Maximum number of elements per class, 20 to 100 in the paper. */
  readonly elements?: number;
  /** Share of the core that each measure recognises, 0.6 to 0.7 in the paper. It goes before `coverage`. */
  readonly recognise?: number;
  /** Share of the core that the vote recognises. */
  readonly coverage?: number;
  /** Maximum number of mementos per TimeMap that show the topic of their own collection. */
  readonly coreMementos?: number;
}

/** Source of a topic. */
export interface TopicSource {
  /**
   * Profile made by hand or in an earlier run. Only data that depends on the whole collection is added to the profile.
   */
  readonly profile?: TopicProfile;
  /** True to tune the thresholds of the profile again on the core. */
  readonly tune?: boolean;
  /** Receives the facts about how the topic was made. */
  readonly onCore?: (report: CoreReport) => void;
  /** Rules for choosing the mementos that show the topic. */
  readonly core: {
    /** Maximum number of mementos per TimeMap, evenly spaced from the first one. */
    readonly perTimeMap: number;
    /** A memento with a sign of at least this strength is left out. If absent, no memento is left out. */
    readonly signStrength?: number;
    /** URI-Ms to which the choice is limited. If absent, every memento with a 2xx status may be chosen. */
    readonly uriMs?: ReadonlySet<string>;
  };
  readonly rules: ProfileRules;
}

/** For a core that no person has chosen: it has some off-topic documents, which must not be recognised. */
const UNSEEN = { perTimeMap: 3, signStrength: 0.5, coverage: 0.9 } as const;
/** A core that a person has chosen is used completely, except for seeds with captures of every day. */
const RULES_OF_GIVEN_CORE = { perTimeMap: 20, coverage: PROFILE_RULES.coverage } as const;

/** Throws a `UsageError` for shares out of range. */
export function topicSource(
  { topic, elements, recognise, coverage, coreMementos, topicAgree }: TopicRules,
  given?: { readonly uriMs?: ReadonlySet<string> },
): TopicSource {
  for (const value of [recognise, coverage])
    if (value !== undefined) share(value, "share of the core");
  const { coverage: byDefault, ...core } = given === undefined ? UNSEEN : RULES_OF_GIVEN_CORE;
  return {
    profile: topic,
    core: { ...core, perTimeMap: coreMementos ?? core.perTimeMap, uriMs: given?.uriMs },
    rules: {
      ...PROFILE_RULES,
      ...{ agree: topicAgree ?? PROFILE_RULES.agree, recognise },
      coverage: coverage ?? byDefault,
      elements: elements ?? PROFILE_RULES.elements,
    },
  };
}

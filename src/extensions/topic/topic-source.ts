import { UsageError } from "../../base/errors.js";
import type { TopicProfile } from "../../score/settings/topic-types.js";
import { type CoreReport, PROFILE_RULES, type ProfileRules } from "./profile/build-profile.js";

/** Rules for choosing the mementos that show the topic. */
interface CoreRules {
  /** Maximum number of mementos per TimeMap, evenly spaced from the first one. */
  readonly perTimeMap: number;
  /** A memento with a sign of at least this strength is left out. If absent, no memento is left out. */
  readonly signStrength?: number;
  /** URI-Ms to which the choice is limited. If absent, every memento with a 2xx status may be chosen. */
  readonly uriMs?: ReadonlySet<string>;
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
  readonly core: CoreRules;
  readonly rules: ProfileRules;
}

/** Choices of a user for making a topic. */
export interface TopicRules {
  readonly topic?: TopicProfile;
  readonly topicAgree?: number;
  /** Maximum number of elements per class, 20 to 100 in the paper. */
  readonly elements?: number;
  /** Share of the core that each measure recognises, 0.6 to 0.7 in the paper. */
  readonly recognise?: number;
  /** Share of the core that the vote recognises. */
  readonly coverage?: number;
  /** Maximum number of mementos per TimeMap that show the topic of their own collection. */
  readonly coreMementos?: number;
}

/**
 * Coverage for a core that no person has chosen. Such a core contains some off-topic documents, which must not be
 * recognised.
 */
const COVERAGE_OF_UNSEEN = 0.9;
/** Number of mementos per TimeMap. There are several, because a single memento might be an exception. */
const CORE_MEMENTOS = 3;
/**
 * Number of mementos per TimeMap in a given core. The core is used completely, except for seeds with captures of every
 * day.
 */
const GIVEN_CORE_MEMENTOS = 20;
/** A page with a sign of at least this strength is left out of the core, unless a person chose the core. */
const SIGN_STRENGTH = 0.5;
/** Maximum number of elements per class that a user may request. */
const MOST_ELEMENTS = 10_000;

/** Throws a `UsageError` for numbers out of range. */
export function topicSource(
  choices: TopicRules,
  given?: { readonly uriMs?: ReadonlySet<string> },
): TopicSource {
  const { topic, elements, recognise, coverage, coreMementos } = choices;
  const { topicAgree: agree = PROFILE_RULES.agree } = choices;
  whole(elements, "--set elements", MOST_ELEMENTS);
  whole(coreMementos, "--set core-mementos", 1000);
  share(recognise, "--set recognise");
  share(coverage, "--set coverage");
  if (recognise !== undefined && coverage !== undefined) {
    throw new UsageError(
      "--set recognise sets the share of the core for each measure, --set coverage for all together: give one of them.",
    );
  }
  const byDefault = given === undefined ? COVERAGE_OF_UNSEEN : PROFILE_RULES.coverage;
  return {
    profile: topic,
    core:
      given === undefined
        ? { perTimeMap: coreMementos ?? CORE_MEMENTOS, signStrength: SIGN_STRENGTH }
        : { perTimeMap: coreMementos ?? GIVEN_CORE_MEMENTOS, uriMs: given.uriMs },
    rules: {
      ...PROFILE_RULES,
      ...{ agree, recognise, coverage: coverage ?? byDefault },
      elements: elements ?? PROFILE_RULES.elements,
    },
  };
}

function whole(value: number | undefined, option: string, most: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= 1 && value <= most)) return;
  throw new UsageError(`${option} takes a whole number from 1 to ${most}, not ${value}.`);
}

function share(value: number | undefined, option: string): void {
  if (value === undefined || (value > 0 && value <= 1)) return;
  throw new UsageError(`${option} takes a share of the core, above 0 and at most 1, not ${value}.`);
}

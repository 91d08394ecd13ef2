import { UsageError } from "../../base/errors.js";
import type { TopicProfile } from "./types.js";
import { type CoreReport, PROFILE_RULES, type ProfileRules } from "./build-profile.js";

/** Which mementos show the topic. */
interface CoreRules {
  /** Mementos of one TimeMap at most, evenly spread from the first one on. */
  readonly perTimeMap: number;
  /** Those with a sign at least so strong are left out; absent: none is. */
  readonly signStrength?: number;
  /** Only these URI-Ms; absent: any that was answered 2xx. */
  readonly uriMs?: ReadonlySet<string>;
}

/** Where a topic comes from. */
export interface TopicSource {
  /** Made by hand or before: only what depends on the whole collection is added to it. */
  readonly profile?: TopicProfile;
  /** Whether its thresholds are set again, on the core. */
  readonly tune?: boolean;
  /** Called with what the topic was made of. */
  readonly onCore?: (report: CoreReport) => void;
  readonly core: CoreRules;
  readonly rules: ProfileRules;
  /** The variable part is made again after so many accepted documents; absent: there is none. */
  readonly variable?: { readonly after: number; readonly seed: number };
}

/** What a user may choose of how a topic is made. */
export interface TopicRules {
  readonly topic?: TopicProfile;
  readonly topicAgree?: number;
  /** Elements of each class at most, 20 to 100 in the paper. */
  readonly elements?: number;
  /** Share of the core that each measure recognises; 0.6 to 0.7 in the paper. */
  readonly recognise?: number;
  /** Share of the core that the vote recognises. */
  readonly coverage?: number;
  /** Mementos of one TimeMap at most that show the topic of their own collection. */
  readonly coreMementos?: number;
  /** Accepted documents after which the variable part is made again. */
  readonly variableAfter?: number;
  /** Decides what is taken at random. */
  readonly randomSeed?: number;
}

/** A core that nobody has chosen has some off-topic documents, which must not be recognised. */
const COVERAGE_OF_UNSEEN = 0.9;
/** One memento may be the odd one out. */
const CORE_MEMENTOS = 3;
/** A given core is taken as it is, but for seeds of which every day was given. */
const GIVEN_CORE_MEMENTOS = 20;
/** Signs as strong as this keep a page out of a core that nobody has chosen. */
const SIGN_STRENGTH = 0.5;
const MOST_ELEMENTS = 10_000;

/**
 * Where the topic comes from: the collection itself or, with `given`, documents that someone chose. Throws a `UsageError`
 * for numbers out of range.
 */
export function topicSource(
  choices: TopicRules,
  given?: { readonly uriMs?: ReadonlySet<string> },
): TopicSource {
  const { topic, elements, recognise, coverage, variableAfter, coreMementos } = choices;
  const { topicAgree: agree = PROFILE_RULES.agree } = choices;
  whole(elements, "--set elements", MOST_ELEMENTS);
  whole(coreMementos, "--set core-mementos", 1000);
  whole(variableAfter, "--set variable-after", 1e9);
  share(recognise, "--set recognise");
  share(coverage, "--set coverage");
  if (recognise !== undefined && coverage !== undefined) {
    throw new UsageError(
      "--set recognise says what each measure recognises, --set coverage what they do together: give one of them.",
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
    variable:
      variableAfter === undefined
        ? undefined
        : { after: variableAfter, seed: choices.randomSeed ?? 1 },
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

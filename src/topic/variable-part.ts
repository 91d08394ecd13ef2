import type { TopicElement, TopicElements, TopicPart, TopicProfile } from "../types.js";
import { hash53 } from "../math/hash53.js";
import { classes, type TopicDocument } from "./document.js";
import { countElements, type Occurrence } from "./elements.js";
import { TopicJudge } from "./judge.js";
import { NearDuplicates } from "./near-duplicates.js";

/** Size of the variable part as a share of the permanent one (the paper, section 4, step 5). */
export const VARIABLE_SHARE = 0.3;

/**
 * Learns the variable part of a profile from the documents that it recognises, in the order in which they come: after
 * every `after` accepted ones of a language the part is made anew, of elements of middle frequency taken at random, and
 * the documents that follow are compared with it too. `profile` is what has been learned so far.
 */
export class VariableLearner {
  readonly #after: number;
  readonly #seed: number;
  readonly #accepted = new Map<string, TopicDocument[]>();
  readonly #duplicates = new NearDuplicates();
  readonly #choices: ConstructorParameters<typeof TopicJudge>[1];
  #profile: TopicProfile;
  #judge: TopicJudge;

  constructor(
    profile: TopicProfile,
    choices: ConstructorParameters<typeof TopicJudge>[1],
    { after, seed }: { readonly after: number; readonly seed: number },
  ) {
    this.#after = after;
    this.#seed = seed;
    this.#choices = choices;
    this.#profile = profile;
    this.#judge = new TopicJudge(profile, choices);
  }

  get profile(): TopicProfile {
    return this.#profile;
  }

  add(document: TopicDocument): void {
    const { language } = document;
    const part = this.#profile.parts.find((each) => each.language === language);
    if (part === undefined) return;
    const { topicStatus } = this.#judge.judge(document, language, document.seed);
    if (topicStatus !== "on-topic" || this.#duplicates.isKnown(document)) return;
    const accepted = this.#accepted.get(language) ?? [];
    this.#accepted.set(language, accepted);
    accepted.push(document);
    if (accepted.length < this.#after) return;
    this.#accepted.delete(language);
    const variable = this.#choose(accepted, part);
    const parts = this.#profile.parts.map((each) => (each === part ? { ...part, variable } : each));
    this.#profile = { ...this.#profile, parts };
    this.#judge = new TopicJudge(this.#profile, this.#choices);
  }

  #choose(accepted: readonly TopicDocument[], part: TopicPart): TopicElements {
    const bySeed = [...accepted].sort((a, b) => (a.seed < b.seed ? -1 : Number(a.seed > b.seed)));
    const counted = countElements(bySeed, 1);
    const [terms, collocations2, collocations3] = classes.map((kind, at) => {
      const permanent = new Set(part[kind].map(([element]) => element));
      const fresh = counted[at]!.filter(({ element }) => !permanent.has(element));
      return this.#draw(middle(fresh), Math.round(VARIABLE_SHARE * part[kind].length));
    });
    return { terms: terms!, collocations2: collocations2!, collocations3: collocations3! };
  }

  /** So many of them at random, as the seed decides, most frequent first. */
  #draw(occurrences: readonly Occurrence[], size: number): TopicElement[] {
    return occurrences
      .map((occurrence) => ({ occurrence, lot: hash53(`${this.#seed} ${occurrence.element}`) }))
      .sort((a, b) => a.lot - b.lot)
      .slice(0, size)
      .map(({ occurrence }) => occurrence)
      .sort(byFrequency)
      .map(({ element, frequency }) => [element, frequency]);
  }
}

const byFrequency = (a: Occurrence, b: Occurrence): number =>
  b.frequency - a.frequency || (a.element < b.element ? -1 : 1);

/** The middle third by frequency of what occurs more than once. */
function middle(occurrences: readonly Occurrence[]): Occurrence[] {
  const repeated = occurrences.filter(({ frequency }) => frequency > 1).sort(byFrequency);
  const third = Math.floor(repeated.length / 3);
  return repeated.slice(third, repeated.length - third);
}

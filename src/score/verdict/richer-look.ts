import { attempt, nameOf } from "../../base/failures.js";
import { foldedWords } from "../../page/features/self-description.js";
import { keptIdentity } from "../evidence/seed-identity.js";
import type { PageItself } from "../evidence/page-itself.js";
import { median } from "../scoring/references.js";
import { type Comparer, comparerOf, type Values } from "../scoring/values.js";
import type { PlacedRecord } from "../scoring/scorer.js";
import type { PlannedMeasure } from "../settings/plan.js";
import { signStrength } from "./learned.js";

/* The first captures of a seed may show a placeholder. Then the page is the richer one that came to stay. */

/** Minimum mean similarity of two mementos with the same look. */
const sameLook = 0.45;
/** Minimum size of a group with a richer look, as a multiple of the size of the first memento's group. */
const moreMembers = 2;
/**
 * Minimum difference in {@link FirstCandidate.richness} of a richer look. It means 1.8 times as many terms, own paths
 * and bytes.
 */
const richerBy = 0.6;

export interface FirstCandidate extends PlacedRecord {
  readonly page: PageItself;
  /** Mean logarithm of the numbers of terms, own paths and bytes. */
  readonly richness: number;
}

/**
 * Returns the first memento of another group of similar mementos if that group has at least twice as many members as the
 * first memento's group and about 1.8 times as many terms, own paths and bytes, and if the first memento is a placeholder
 * from the site's first weeks or both are pages of one owner. To be more and richer is no reason by itself, because a new
 * owner's site often is. Returns `undefined` if there is no such group.
 */
export function ofRicherLook(
  sound: readonly FirstCandidate[],
  values: Values,
): FirstCandidate | undefined {
  const likeIn = looksIn(values);
  const own = likeIn(sound[0]!, sound, sound.length / (1 + moreMembers));
  if (own === undefined) return undefined;
  const least = medianRichness(own) + richerBy;
  const members = new Set(own);
  let others = sound.filter((one) => !members.has(one));
  // Fast path for most TimeMaps. No group can be richer if fewer mementos are richer than a group must have.
  if (others.filter(({ richness }) => richness >= least).length * 2 < own.length * moreMembers)
    return undefined;
  while (others.length >= own.length * moreMembers) {
    const group = likeIn(others[0]!, others, Infinity)!;
    const isRicher = group.length >= own.length * moreMembers && medianRichness(group) > least;
    if (isRicher && (arePlaceholders(own) || own.some((one) => areOfOneOwner(one, group[0]!))))
      return group[0];
    const isMember = new Set(group);
    others = others.filter((one) => !isMember.has(one));
  }
  return undefined;
}

/** Maximum number of terms of a thin page, and least strength of a sign that a page is not there yet. */
const thin = 30;
const weakSign = 0.3;

/**
 * Whether the first captures of a seed show a placeholder. A thin page that says whose it is, and that was captured twice,
 * is a page, such as the splash screen of an office.
 */
function arePlaceholders(own: readonly FirstCandidate[]): boolean {
  return own.every(({ page }) => {
    const isThin = page.terms !== undefined && page.terms.length <= thin;
    const isNameless = own.length === 1 || (page.identity ?? []).length === 0;
    return signStrength(page) >= weakSign || (isThin && isNameless);
  });
}

/** Whether two pages share a name or another token of identity, or the name of one is a part of that of the other. */
function areOfOneOwner(
  { page: one, record }: FirstCandidate,
  { page: other }: FirstCandidate,
): boolean {
  if (keptIdentity(one.identity, other.identity, record.capture.uriR).length > 0) return true;
  const words = (page: PageItself): string[] => (page.identity ?? []).map(foldedWords);
  return words(one).some(
    (name) => name.length >= leastName && words(other).some((longer) => longer.startsWith(name)),
  );
}

/** Minimum number of letters of a name. */
const leastName = 4;

const medianRichness = (group: readonly FirstCandidate[]): number =>
  median(group.map(({ richness }) => richness))!;

/**
 * Makes the function that returns the mementos that look like a given memento, or like a memento that looks like it, and
 * so on, in order. It returns `undefined` as soon as there are more than `most`. Two mementos look alike by the mean of
 * all similarities that the model reads.
 */
function looksIn(values: Values) {
  const comparers = new Map<string, readonly [PlannedMeasure, Comparer]>();
  for (const planned of values.plan.measures) {
    const { choice, measure } = planned;
    const isRead = choice.asInput === true && !comparers.has(choice.keyword);
    if (isRead && measure.symmetric && measure.equalScore === 1)
      comparers.set(choice.keyword, [planned, comparerOf(planned, values)]);
  }
  const likeness = (one: FirstCandidate, other: FirstCandidate): number => {
    let [sum, count] = [0, 0];
    for (const [planned, comparer] of comparers.values()) {
      const first = values.nonEmptyInput(planned, one.record);
      const second = values.nonEmptyInput(planned, other.record);
      if (!("value" in first) || !("value" in second)) continue;
      // Two pages that both lack a title or classes cannot be compared by it, nor by code that fails.
      const compared = attempt(
        { stage: "score", what: nameOf("measure", planned.measure) },
        () => comparer.exact(first.value, second.value),
        values.onFailure,
      );
      if (!("value" in compared)) continue;
      sum += compared.value;
      count += 1;
    }
    return count === 0 ? 0 : sum / count;
  };
  return (
    one: FirstCandidate,
    among: readonly FirstCandidate[],
    most: number,
  ): readonly FirstCandidate[] | undefined => {
    const found = new Set([one]);
    for (const member of found) {
      if (found.size > most) return undefined;
      for (const other of among)
        if (!found.has(other) && likeness(member, other) >= sameLook) found.add(other);
    }
    return found.size > most ? undefined : among.filter((other) => found.has(other));
  };
}

import { log } from "../../base/math/elementary.js";
import { hasImpossibleDate } from "../../base/possible-date.js";
import { isSameSite } from "../../base/site.js";
import type { FeatureRecord } from "../../page/types.js";
import { EARLY, identityOfSeed } from "../evidence/seed-identity.js";
import type { PageItself, Trust } from "../evidence/page-itself.js";
import type { Values } from "../scoring/values.js";
import { type AllReferences, chooseReferences } from "../scoring/references.js";
import { makeScorer } from "../scoring/scorer.js";
import type { LearnedModel } from "../settings/types.js";
import { fromFirst, isBroken, isLasting, timeOrder } from "./time-order.js";
import { isHttpError, ModelReader, type ModelRow, signStrength } from "./learned.js";
import { inputValue, probability } from "./model-forms.js";
import { lackOf } from "./parts.js";
import { type FirstCandidate, ofRicherLook } from "./richer-look.js";

/*
 * The learned combination compares a memento with mementos that are believed to be the page. Curators choose a seed
 * when its page is good, so the first memento is the page unless there is evidence against it. The majority of captures
 * need not be the page: of 48 TimeMaps of the paper's gold standard with off-topic mementos, 12 are mostly off-topic,
 * and none begins off-topic (docs/decision.md).
 */

/** Minimum number of terms of a text to compare with. */
const fewestTerms = 4;

/**
 * Finds the trusted first memento of a TimeMap and the mementos that are believed to be the page. In a TimeMap of more
 * than 200 mementos only 64 evenly spaced mementos are considered, as for all reference mementos. `available` has the
 * positions of the mementos that could be read.
 */
export function findTrust(
  values: Values,
  available: readonly number[],
  references: AllReferences,
  model: LearnedModel,
): Trust {
  const { strongSignal = Infinity } = model;
  const hasSign = ({ page }: FirstCandidate): boolean =>
    (page.signs[0]?.strength ?? 0) >= strongSignal;
  const all = chooseReferences(available).map((position): FirstCandidate => {
    const record = values.group.at(position)!;
    const page = values.itself(record);
    return { position, record, page, richness: richnessOf(values, record, page) };
  });
  const candidates = preferred(all, ({ record }) => !hasImpossibleDate(record.capture));
  const fit = candidates.filter((one) => !hasSign(one) && isSound(one));
  const own = preferred(fit, ({ record }) => !leadsAway(record));
  const sound = preferred(own, ({ record }) => lackOf(record, values) === undefined);
  const mayBeNamed = !candidates.every(isExtract);
  const suspect =
    candidates.length === 0
      ? undefined
      : candidates.every(hasSign)
        ? "every capture of this seed has a sign that it is not the page"
        : candidates.every((each) => each.page.isNamed === false && !isExtract(each))
          ? "no capture of this seed names it"
          : undefined;
  const none = { first: undefined, believed: [], address: undefined };
  if (sound.length === 0) return { ...none, isUnnamed: mayBeNamed, notice: suspect };
  const richer = ofRicherLook(sound, values);
  const first = richer ?? sound[0]!;
  const believed = believedOf(sound, first, values, references, model);
  const answered = candidates.find(
    ({ record, page }) => !isHttpError(record) && signStrength(page) < strongSignal,
  );
  const day = first.record.capture.mementoDatetime.slice(0, 10);
  const late =
    richer !== undefined
      ? `most captures look like that of ${day}`
      : first !== answered
        ? `the first capture with a text of its own is that of ${day}`
        : undefined;
  return {
    first: first.position,
    believed: believed.map(({ position }) => position),
    address: usualAddress(believed),
    identity: identityOfSeed(
      first.page.identity ?? [],
      believed.slice(0, EARLY).map(({ page }) => page.identity ?? []),
    ),
    isUnnamed: mayBeNamed && !believed.some(({ page }) => page.isNamed === true),
    notice: suspect ?? late,
  };
}

/** Returns the members that pass a test, or all if none does. */
function preferred<T>(all: readonly T[], test: (one: T) => boolean): readonly T[] {
  const found = all.filter(test);
  return found.length > 0 ? found : all;
}

/** A capture that was redirected to another site shows that site. */
const leadsAway = ({ capture: { via, uriR } }: FeatureRecord): boolean =>
  via?.kind === "redirect" && !isSameSite(uriR, via.uriR);

/** A page may name its seed where its text does not: in its links and its description. */
const isExtract = ({ page }: FirstCandidate): boolean => page.description?.isExtract === true;

/** Returns the address that most of some mementos name as their own. */
function usualAddress(among: readonly FirstCandidate[]): string | undefined {
  const addresses = among.flatMap(({ page }) => page.description?.address ?? []);
  const counts = new Map<string, number>();
  for (const address of addresses) counts.set(address, (counts.get(address) ?? 0) + 1);
  for (const [address, count] of counts)
    if (count >= 2 && count * 2 > addresses.length) return address;
  return undefined;
}

const isSound = ({ record, page: { terms, description } }: FirstCandidate): boolean =>
  (terms === undefined || terms.length >= fewestTerms) &&
  description?.shell === undefined &&
  !isHttpError(record);

function richnessOf(values: Values, record: FeatureRecord, page: PageItself): number {
  const bytes = (values.value(values.plan.bytes, record) as number | undefined) ?? 0;
  const sizes = [page.terms?.length ?? 0, page.description?.paths ?? 0, bytes];
  return sizes.reduce((sum, size) => sum + log(1 + size), 0) / sizes.length;
}

/**
 * Probability of another page above which a memento is not believed. It is below the threshold of the verdict, because a
 * few strangers that are believed make all others look usual.
 */
const MOST_DOUBT = 0.2;

/**
 * Returns the mementos that are believed to be the page. What follows a lasting change whose first memento is not the page
 * is not believed.
 */
function believedOf(
  sound: readonly FirstCandidate[],
  first: FirstCandidate,
  values: Values,
  all: AllReferences,
  { belief, rules }: LearnedModel,
): readonly FirstCandidate[] {
  if (belief === undefined) return sound;
  const { measures } = values.plan;
  const trust = { first: first.position, believed: [], address: undefined, isUnnamed: false };
  const compared = { first: first.record, all, trust };
  const readerWith = (address: string | undefined): ModelReader =>
    new ModelReader(belief, measures, { ...trust, address });
  const reader = readerWith(undefined);
  const scorers = new Map(
    reader.measures.map((place) => [place, makeScorer(measures[place]!, values, compared, [])]),
  );
  const scores = sound.map(
    (one) => new Map([...scorers].map(([place, by]) => [place, by.score(one, undefined)])),
  );
  const valuesOf = (at: number, by: ModelReader): ModelRow["values"] =>
    by.row(sound[at]!.record, (place) => scores[at]!.get(place), sound[at]!.page).values;
  const isBelieved = (at: number, by: ModelReader): boolean => {
    const row = valuesOf(at, by);
    return (
      probability(belief, ({ as }, input) => inputValue(as, row[input], undefined)) <= MOST_DOUBT
    );
  };
  /** Returns the place of the first memento that is another page, as are all that follow. */
  const endOfPage = (): number => {
    const later = sound.indexOf(first) + 1;
    const away = sound.slice(later).map((_, at) => fromFirst(belief, valuesOf(later + at, reader)));
    const order = timeOrder(away.map(({ similarity }) => similarity));
    const start = order.findIndex(isLasting);
    const isOther =
      start >= 0 && (isBroken(order[start], away[start]!) || !isBelieved(later + start, reader));
    return isOther ? later + start : sound.length;
  };
  const page = rules?.timeOrder === true ? sound.slice(0, endOfPage()) : sound;
  const ofPage = readerWith(usualAddress(page));
  return page.filter((one, at) => one === first || isBelieved(at, ofPage));
}

import { once } from "../../base/math/memo.js";
import type { Outcome } from "../../base/types.js";
import { undetermined } from "../../page/words/characters.js";
import type { FeatureRecord } from "../../page/types.js";
import { PAGE, SHELL, reportedSignal } from "../evidence/kinds.js";
import { isStranger, keptIdentity } from "../evidence/seed-identity.js";
import type { OwnKind, Trust } from "../evidence/page-itself.js";
import {
  kindBy,
  kindOfItself,
  kindsByVerdict,
  type KindsByVerdict,
} from "../evidence/page-kind.js";
import type { Values } from "../scoring/values.js";
import { isOtmts } from "../settings/profiles.js";
import type { MementoResult } from "../types.js";
import { kindOfCapture } from "../evidence/capture-kind.js";
import { consequencesOf } from "./consequences.js";
import { isHttpError } from "./learned.js";
import { KNOWN_SHARE, lackOf, shareIn } from "./parts.js";

/** Facts that a page shows of itself and of its seed. They are plain data, as a part of a draft. */
export interface OwnFacts {
  /** Set for a page that contains only frames or forwards. The learned combination gives it no verdict. */
  readonly isShell?: true;
  /** Set for a page that does not name its seed. */
  readonly isUnnamed?: true;
  /** Set for a page that has none of the names, addresses and accounts by which its seed is known. */
  readonly isStranger?: true;
  /** Those of its names, addresses and accounts by which its seed is known, if there are any. */
  readonly kept?: readonly string[];
  /** Set for a page with signs of spam that still has half of the words of the trusted first memento. */
  readonly isWhole?: true;
  /** Kind of the page, if it has one of its own. */
  readonly kind?: OwnKind;
  /** Kinds that a page without a kind of its own has in comparison with others. */
  readonly kinds?: KindsByVerdict;
}

/** Makes the reader of the facts of pages of a TimeMap, whose first memento has the position `first`. */
export function ownFactsReader(
  values: Values,
  first: number,
  trust: Trust | undefined,
): (record: FeatureRecord) => OwnFacts {
  const { plan, settings, group } = values;
  const isTold = !isOtmts(settings.profile);
  const languageOf = (record: FeatureRecord): string => values.language(plan.language, record);
  // The language is stored, because reading a long TimeMap from disk again is slow.
  const firstLanguage = once(() => {
    const record = group.at(first);
    return record === undefined ? undetermined : languageOf(record);
  });
  // Hidden links may be longer than the page, so that its words are looked for, and not how alike both texts are.
  const isWhole = (terms: readonly string[] | undefined): boolean => {
    const record = trust?.first === undefined ? undefined : group.at(trust.first);
    return record !== undefined && shareIn(values.itself(record).terms ?? [], terms) > KNOWN_SHARE;
  };
  return (record) => {
    const { capture, problem } = record;
    if (problem !== undefined) return {};
    const page = values.itself(record);
    const found = kindOfItself(capture, page, settings.signStrength ?? reportedSignal);
    const kind = isTold ? kindOfCapture(capture, found, lackOf(record, values)) : found;
    // A shell and an error have no identity either, but their content is elsewhere.
    const isElsewhere = found?.kind === SHELL || isHttpError(record);
    const kept = keptIdentity(trust?.identity, page.identity, capture.uriR);
    const kinds =
      kind !== undefined || plan.signs === undefined || !isTold
        ? undefined
        : kindsByVerdict({
            ...{ capture, description: page.description, trust },
            languages: [languageOf(record), firstLanguage()],
          });
    return {
      ...(found?.leadsTo !== undefined && { isShell: true as const }),
      // Only the learned combination needs to know.
      ...(trust && page.isNamed === false && { isUnnamed: true as const }),
      ...(!isElsewhere &&
        isStranger(trust?.identity, page.identity) && { isStranger: true as const }),
      ...(kind?.kind === "spam" && isWhole(page.terms) && { isWhole: true as const }),
      ...(kept.length > 0 && { kept }),
      ...(kind === undefined ? { kinds } : { kind }),
    };
  };
}

/** Adds the effective status, the fault, and the kind if it depends on the verdict. */
export function withConsequences(own: MementoResult, kinds?: KindsByVerdict): MementoResult {
  const { capture, problem, overall } = own;
  if (problem !== undefined) return { ...own, ...consequencesOf(own) };
  const pageKind = own.pageKind ?? kindBy(overall, kinds)?.kind ?? PAGE;
  return Object.assign({}, own, { pageKind }, consequencesOf({ capture, pageKind, overall }));
}

/** Returns what a result tells of a page whatever its verdict is. */
export function metadataOf(record: FeatureRecord, values: Values): Partial<MementoResult> {
  const { simhash, textSimhash, contentLength, language, excerpt, signs } = values.plan;
  // Each feature has the type of the member that it is read for.
  const read = (position: number | undefined): Outcome<never> | undefined =>
    position === undefined ? undefined : (values.feature(position, record) as Outcome<never>);
  return {
    simhash: read(simhash),
    textSimhash: read(textSimhash),
    contentLength: read(contentLength),
    language: read(language),
    signs: signs === undefined ? undefined : values.signs(record),
    excerpt: read(excerpt),
  };
}

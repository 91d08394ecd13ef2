import { isOtmts } from "../settings/profiles.js";
import type { Json, Outcome } from "../../base/types.js";
import type { FeatureRecord } from "../../page/types.js";
import { PAGE, strongSignal } from "../evidence/kinds.js";
import type { OwnKind } from "../evidence/page-itself.js";
import { kindOfItself, type KindsByVerdict } from "../evidence/page-kind.js";
import type { Values } from "../scoring/compare.js";
import type { Settings } from "../settings/types.js";
import type { MementoResult } from "../types.js";
import { consequencesOf } from "./consequences.js";

/* What a result says of a page besides its scores and its verdict. */

/** True if results contain kind, effective status and fault. Profile otmt-1.0.5 writes only what OTMT wrote. */
export const saysFault = ({ profile }: Settings): boolean => !isOtmts(profile);

/** Adds the effective status, the fault, and the kind if it depends on the verdict. */
export function withConsequences(own: MementoResult, kinds: KindsByVerdict = {}): MementoResult {
  if (own.problem !== undefined) return { ...own, ...consequencesOf(own) };
  const { onTopic, offTopic } = kinds;
  const byVerdict =
    own.overall === "on-topic" ? onTopic : own.overall === "off-topic" ? offTopic : undefined;
  const pageKind = own.pageKind ?? byVerdict?.kind ?? PAGE;
  const { capture, problem, overall } = own;
  const consequences = consequencesOf({ capture, problem, pageKind, overall });
  return Object.assign({}, own, { pageKind }, consequences);
}

export function kindOfPage(record: FeatureRecord, values: Values): OwnKind | undefined {
  const { settings } = values;
  const strength = settings.signStrength ?? strongSignal;
  return kindOfItself(record.capture, values.itself(record), strength);
}

type Metadata = "simhash" | "textSimhash" | "contentLength" | "language" | "signs";

export function metadata(
  record: FeatureRecord,
  values: Values,
): Pick<MementoResult, Metadata | "excerpt"> {
  const { plan } = values;
  const read = (position: number | undefined): Outcome<Json> | undefined =>
    position === undefined ? undefined : values.feature(position, record);
  const text = (position: number | undefined): Outcome<string> | undefined =>
    read(position) as Outcome<string> | undefined;
  const signs = plan.signs === undefined ? undefined : values.signs(record);
  return {
    simhash: text(plan.simhash),
    textSimhash: text(plan.textSimhash),
    contentLength: read(plan.contentLength) as Outcome<number> | undefined,
    language: text(plan.language),
    signs,
    excerpt: text(plan.excerpt),
  };
}

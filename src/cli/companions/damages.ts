import type { Clustered } from "../../companions/cluster-by-simhash.js";
import { qualityScore } from "../../companions/quality.js";
import { printable } from "../../mementos/printable.js";
import type { Fetcher } from "../../types.js";
import { fetchDamage } from "./fetch-damage.js";

/** What a Memento-Damage service says of mementos. */
export interface Damages {
  /** Damage by URI-M, 0 to 1. */
  readonly known: ReadonlyMap<string, number>;
  /** Why the others have none, by URI-M. */
  readonly unknown: ReadonlyMap<string, string>;
}

/** Failures in a row after which a service is taken to be down. */
const FAILURES_IN_A_ROW = 3;

/** Asks a service for the damage of each memento, once; of one that fails again and again no more is asked. */
export async function fetchDamages(
  fetcher: Fetcher,
  service: string,
  uriMs: Iterable<string>,
): Promise<Damages> {
  const known = new Map<string, number>();
  const unknown = new Map<string, string>();
  let failed = 0;
  for (const uriM of new Set(uriMs)) {
    if (failed >= FAILURES_IN_A_ROW) {
      unknown.set(uriM, `not asked for: the service failed ${FAILURES_IN_A_ROW} times in a row`);
      continue;
    }
    const { damage, why, isDown } = await fetchDamage(fetcher, service, uriM);
    if (damage !== undefined) known.set(uriM, damage);
    else unknown.set(uriM, why);
    failed = isDown ? failed + 1 : 0;
  }
  return { known, unknown };
}

/** One line for each reason why mementos have no damage, with how many they are and the first of them. */
export function damageNotices({ unknown }: Damages): string[] {
  const reasons = new Map<string, string[]>();
  for (const [uriM, why] of unknown) {
    const uriMs = reasons.get(why);
    if (uriMs === undefined) reasons.set(why, [uriM]);
    else uriMs.push(uriM);
  }
  return [...reasons].map(([why, uriMs]) => {
    const others = uriMs.length === 1 ? "" : ` and ${uriMs.length - 1} more`;
    return `damage of ${uriMs[0]!}${others} taken as 0: ${why}`;
  });
}

/** Slice, cluster, URI-M, quality, damage and why there is none, separated by TABs: a row for each row of the clusters. */
export function qualityText(clustered: readonly Clustered[], { known, unknown }: Damages): string {
  const row = ({ slice, cluster, uriM }: Clustered): string => {
    const damage = known.get(uriM);
    const why = damage === undefined ? (unknown.get(uriM) ?? "no service was asked") : "";
    const told = printable(why);
    return [
      slice,
      cluster,
      uriM,
      Number(qualityScore(uriM, damage).toFixed(6)),
      damage ?? "",
      told,
    ].join("\t");
  };
  return clustered.map((each) => `${row(each)}\n`).join("");
}

import { urisOfSeed } from "../../base/seed-match.js";
import { seedKey } from "../../base/uri.js";
import type { HttpInputOptions } from "../../read/types.js";
import type { AskedEvidence } from "../../score/evidence/collection-evidence.js";
import type { Settings } from "../../score/settings/types.js";

/**
 * Returns a function that gives the other names of a page, as far as evidence knows them before captures are read. It
 * gives the names of a page once: to the first of them for which it is asked.
 */
export function otherNames(
  evidence: readonly AskedEvidence[],
  settings: Settings,
): (uriR: string) => readonly string[] {
  const by = settings.groupCapturesBy;
  const known = new Map<string, { names: readonly string[] }>();
  for (const { of, data } of evidence) {
    if (of.names === undefined || data === undefined) continue;
    for (const { as, others } of of.names(data, settings).pages) {
      const page = { names: [as, ...others.map(({ uriR }) => uriR)] };
      for (const name of page.names) known.set(seedKey(name, by), page);
    }
  }
  return (uriR) => {
    const page = known.get(seedKey(uriR, by));
    const names = page?.names ?? [];
    if (page !== undefined) page.names = [];
    return names;
  };
}

/** Returns the options of inputs, in which each seed has the other names of its page. */
export function withNames(
  http: HttpInputOptions | undefined,
  evidence: readonly AskedEvidence[],
  settings: Settings,
): HttpInputOptions | undefined {
  const { seeds } = http ?? {};
  if (seeds === undefined || seeds === "auto" || settings.aliases !== "given") return http;
  const namesOf = otherNames(evidence, settings);
  const named = seeds.map((seed) => {
    const uris = urisOfSeed(seed);
    return [...new Set([...uris, ...uris.flatMap(namesOf)])].join(" | ");
  });
  return { ...http, seeds: named };
}

import { counted } from "../base/text.js";
import type { ChangedVerdict, VerdictChanges } from "../run/history/verdicts.js";
import {
  type ChangedSeed,
  changedSeedJson,
  linked,
  offTopicSeedText,
  recoveredSeedText,
} from "../write/seed-change.js";

/** Further changes are only counted. */
const CHANGES_SHOWN = 20;

/** Verdict of a capture that could not be judged. */
const NONE = "no verdict";

/**
 * Returns the lines about the verdict changes of a run with a history: seeds that are newly off-topic, seeds that are
 * off-topic since they are known, seeds that recovered, and earlier captures with another verdict. `replay` is the prefix of a replay system for links.
 */
export function changesLines(changes: VerdictChanges, replay: string | undefined): string[] {
  const listed = <T extends ChangedSeed | ChangedVerdict>(
    items: readonly T[],
    what: string,
    now: string,
    textOf: (item: T) => string,
  ): string[] => {
    if (items.length === 0) return [];
    const shown = items.slice(0, CHANGES_SHOWN);
    const rest = items.length - shown.length;
    return [
      `${counted(items.length, what)} ${items.length === 1 ? "is" : "are"} ${now}:`,
      ...shown.map((each) => `  ${textOf(linked(each, replay))}`),
      ...(rest > 0 ? [`  and ${counted(rest, "further one")} (--summary FILE lists them)`] : []),
    ];
  };
  const { offTopicSeeds, offTopicFromFirst, recoveredSeeds, verdicts } = changes;
  return [
    ...listed(offTopicSeeds, "seed", "newly off-topic", offTopicSeedText),
    ...listed(offTopicFromFirst, "seed", "off-topic from the first capture on", offTopicSeedText),
    ...listed(recoveredSeeds, "seed", "on-topic again", recoveredSeedText),
    ...listed(verdicts, "earlier capture", "judged otherwise now", changedVerdictText),
  ];
}

/** Returns `http://a.example/ of 2012-06-01T10:20:30Z: unsure -> on-topic (reason)  URI-M`. */
function changedVerdictText(change: ChangedVerdict): string {
  const { uriM, uriR, mementoDatetime, before = NONE, after = NONE, reason } = change;
  return `${uriR} of ${mementoDatetime}: ${before} -> ${after} (${reason})  ${uriM}`;
}

/** Returns the members of the summary for the verdict changes (docs/summary.schema.json). */
export function changesJson(
  { offTopicSeeds, offTopicFromFirst, recoveredSeeds, verdicts }: VerdictChanges,
  replay: string | undefined,
): object {
  const json = (seed: ChangedSeed): object => changedSeedJson(seed, replay);
  return {
    offTopicSeeds: listJson(offTopicSeeds, json),
    offTopicFromFirst: listJson(offTopicFromFirst, json),
    recoveredSeeds: listJson(recoveredSeeds, json),
    changedVerdicts: listJson(
      verdicts,
      ({ uriM, uriR, mementoDatetime, before, after, reason }) => ({
        ...json({ uriM, uriR, mementoDatetime }),
        ...{ before: before ?? NONE, after: after ?? NONE, reason },
      }),
    ),
  };
}

const listJson = <T>(items: readonly T[], json: (item: T) => object): object => ({
  count: items.length,
  listed: items.map(json),
});

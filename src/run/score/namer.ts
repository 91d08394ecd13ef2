import { toFourteenDigits } from "../../mementos/datetime.js";
import { warcUriM, warcUriT } from "../../mementos/uri.js";
import type { RecordGroup } from "../lines/groups.js";

/** What the mementos of a TimeMap are called. */
export interface Names {
  /** Of TimeMaps that were put together each memento has its own. Both lists are in the order of the records. */
  readonly uriTs: readonly string[];
  readonly uriMs: readonly string[];
}

/** Identifiers of the mementos of a group: the archive's own, else made from date and URI-R (SPEC section 5). */
export function namer(group: RecordGroup): Names {
  const names: string[] = [];
  const taken = new Map<string, number>();
  const uriTs: string[] = [];
  let derived: string | undefined;
  for (const { capture } of group.records()) {
    uriTs.push(capture.uriT ?? (derived ??= warcUriT(capture.uriR)));
    if (capture.uriM !== undefined) {
      names.push(capture.uriM);
      continue;
    }
    const second = `${toFourteenDigits(capture.mementoDatetime)} ${capture.uriR}`;
    const ordinal = (taken.get(second) ?? 0) + 1;
    taken.set(second, ordinal);
    names.push(warcUriM(capture, ordinal));
  }
  return { uriTs, uriMs: names };
}

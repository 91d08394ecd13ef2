import { toFourteenDigits } from "../../mementos/datetime.js";
import { warcUriM, warcUriT } from "../../mementos/uri.js";
import type { RecordGroup } from "../lines/groups.js";

/** What the mementos of a TimeMap are called. */
export interface Names {
  readonly uriT: string;
  /** In the order of its records. */
  readonly uriMs: readonly string[];
}

/** Identifiers of the mementos of a group: the archive's own, else made from date and URI-R (SPEC section 5). */
export function namer(group: RecordGroup): Names {
  const names: string[] = [];
  const taken = new Map<string, number>();
  let uriT: string | undefined;
  for (const { capture } of group.records()) {
    uriT ??= capture.uriT ?? warcUriT(capture.uriR);
    if (capture.uriM !== undefined) {
      names.push(capture.uriM);
      continue;
    }
    const second = `${toFourteenDigits(capture.mementoDatetime)} ${capture.uriR}`;
    const ordinal = (taken.get(second) ?? 0) + 1;
    taken.set(second, ordinal);
    names.push(warcUriM(capture, ordinal));
  }
  return { uriT: uriT ?? "", uriMs: names };
}

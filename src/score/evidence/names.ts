import { toFourteenDigits } from "../../base/datetime.js";
import type { Capture } from "../../base/types.js";
import { warcUriM, warcUriT } from "../../base/uri.js";
import type { RecordGroup } from "../../page/types.js";

/**
 * Collects the names of a group's mementos in order. A name is the archive's URI-M, or else is made from date and
 * URI-R.
 */
export class NamesOfMementos {
  /** There can be several, because TimeMaps may have been merged. */
  readonly uriTs: string[] = [];
  readonly uriMs: string[] = [];
  readonly #taken = new Map<string, number>();
  #derived: string | undefined;

  add(capture: Capture): void {
    this.uriTs.push(
      capture.uriT ?? (this.#derived ??= warcUriT(capture.continuesAs ?? capture.uriR)),
    );
    this.uriMs.push(capture.uriM ?? this.#madeUriM(capture));
  }

  #madeUriM(capture: Capture): string {
    const second = `${toFourteenDigits(capture.mementoDatetime)} ${capture.uriR}`;
    const ordinal = (this.#taken.get(second) ?? 0) + 1;
    this.#taken.set(second, ordinal);
    return warcUriM(capture, ordinal);
  }
}

export function namesOf(group: RecordGroup): NamesOfMementos {
  const names = new NamesOfMementos();
  for (const { capture } of group.records()) names.add(capture);
  return names;
}

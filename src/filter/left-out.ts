import { basename } from "node:path";
import { toFourteenDigits } from "../mementos/datetime.js";
import { surt } from "../mementos/uri.js";
import type { SavedMemento } from "../results/entry.js";
import { isUnsure, type Overrides, overridden } from "../results/overrides.js";
import type { Capture, Source, TopicStatus, Via } from "../types.js";

/** What of the judged captures stays: by default all that are not off-topic. */
export type Only = TopicStatus | "unsure";

/** A capture that is left out, and why. */
export interface LeftOut {
  readonly uriM: string;
  readonly uriR: string;
  readonly mementoDatetime: string;
  readonly verdict: Only;
  /** Whose verdict it is. */
  readonly by: "decision" | "computed";
  readonly kind?: string;
  /** Absent where it was fetched from an archive. */
  readonly source?: Pick<Source, "file" | "offset">;
  readonly recordId?: string;
  /** The capture whose content it repeats, where it is a revisit. */
  readonly repeats?: Via;
}

/** A capture as its record or its result names it. */
export type CaptureName = Pick<Capture, "uriR" | "mementoDatetime" | "recordId"> & {
  readonly source?: Pick<Source, "file" | "offset">;
};

/** What archives' tools know a capture by: SURT of its URI-R, and its second. */
const captureOf = ({ uriR, mementoDatetime }: CaptureName): string =>
  `${surt(uriR)} ${toFourteenDigits(mementoDatetime)}`;

/** What one capture is, however often it was fetched: its second and its URI-R. */
export const exactly = ({ uriR, mementoDatetime }: CaptureName): string =>
  `${toFourteenDigits(mementoDatetime)} ${uriR}`;

/** The captures that are left out, of results with a curator's decisions. */
export class LeftOuts {
  readonly all: readonly LeftOut[];
  /** Judged mementos whose results do not say where they are. */
  readonly withoutPlace: number;
  readonly #byName: ReadonlyMap<string, LeftOut>;
  readonly #byCapture: ReadonlyMap<string, LeftOut>;
  readonly #bySurt: ReadonlyMap<string, LeftOut>;
  readonly #byUriM: ReadonlyMap<string, LeftOut>;
  readonly #ids: ReadonlySet<string>;
  readonly #staying: ReadonlySet<string>;
  /** Captures that revisits of the results repeat, by the name of the revisit. */
  readonly #repeats: ReadonlyMap<string, Via>;

  constructor(
    mementos: readonly SavedMemento[],
    overrides: Overrides | undefined,
    only: Only | undefined,
  ) {
    const byName = new Map<string, LeftOut>();
    const staying = new Set<string>();
    const repeats = new Map<string, Via>();
    let withoutPlace = 0;
    for (const memento of mementos) {
      const { uriR, mementoDatetime, source, recordId, via } = memento.capture;
      const judged = overrides === undefined ? memento : overridden(memento, overrides);
      const isOpen = overrides !== undefined && isUnsure(memento, overrides);
      const verdict = isOpen ? "unsure" : judged.overall;
      if (verdict === undefined) continue;
      if (source === undefined) withoutPlace += 1;
      if (uriR === undefined || mementoDatetime === undefined) continue;
      const name =
        source === undefined ? memento.uriM : nameOf({ uriR, mementoDatetime, recordId, source });
      const revisit = via?.kind === "revisit" ? via : undefined;
      if (revisit !== undefined) repeats.set(name, revisit);
      if (only === undefined ? verdict === "off-topic" : verdict !== only) {
        byName.set(name, {
          uriM: memento.uriM,
          ...{ uriR, mementoDatetime, source, recordId, verdict },
          by: judged.override === undefined && !isOpen ? "computed" : "decision",
          kind: memento.pageKind ?? memento.evidence?.pageKind?.kind,
          repeats: revisit,
        });
      } else {
        staying.add(name);
      }
    }
    // One capture judged twice, in two TimeMaps: nothing is left out that anybody wants to keep.
    for (const name of staying) byName.delete(name);
    this.#byName = byName;
    this.#staying = staying;
    this.all = [...byName.values()];
    this.withoutPlace = withoutPlace;
    this.#byUriM = new Map(this.all.map((each) => [each.uriM, each]));
    this.#byCapture = new Map(this.all.map((each) => [exactly(each), each]));
    this.#bySurt = new Map(this.all.map((each) => [captureOf(each), each]));
    this.#ids = new Set(this.all.flatMap(({ recordId }) => recordId ?? []));
    this.#repeats = repeats;
  }

  /** Why a capture is left out; undefined where it stays. */
  find(capture: CaptureName): LeftOut | undefined {
    const name = nameOf(capture);
    const found = this.#byName.get(name);
    if (found !== undefined || capture.recordId !== undefined || this.#staying.has(name)) {
      return found;
    }
    // Of ARC files, whose records have no IDs, that were moved.
    return this.#byCapture.get(exactly(capture));
  }

  /** Why a memento that was fetched from an archive is left out. */
  ofUriM(uriM: string): LeftOut | undefined {
    return this.#byUriM.get(uriM);
  }

  /** True for the record ID of a capture that is left out. */
  hasId(recordId: string): boolean {
    return this.#ids.has(recordId);
  }

  /** The one that is left out of this URI and second, or else of what tools take for one capture. */
  ofCapture(capture: CaptureName): LeftOut | undefined {
    return this.#byCapture.get(exactly(capture)) ?? this.#bySurt.get(captureOf(capture));
  }

  /** The capture that a revisit repeats, as the results say it. */
  repeatedBy(capture: CaptureName): Via | undefined {
    return this.#repeats.get(nameOf(capture));
  }
}

/** The same for the record and for its result: files may have been moved, and results hold whole seconds. */
function nameOf({ uriR, mementoDatetime, recordId, source }: CaptureName): string {
  const place = recordId ?? `${basename(source?.file ?? "")} ${source?.offset ?? ""}`;
  return `${place} ${toFourteenDigits(mementoDatetime)} ${uriR}`;
}

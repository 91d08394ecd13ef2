import { UsageError } from "../../base/errors.js";
import { toFourteenDigits } from "../../base/datetime.js";
import { printable } from "../../base/text.js";
import { seedKey, surt, withoutRoute } from "../../base/uri.js";
import { replayedCapture } from "../../read/archives/replayed-pages.js";
import type { SavedMemento } from "../../write/entry.js";
import { isUnsure, type Overrides, overridden } from "../../write/overrides.js";
import type { Capture, Source, TopicStatus, Via } from "../../base/types.js";
import { MovedFiles } from "./moved-files.js";
import { knownKind } from "../../write/writing.js";

/** Status of the judged captures that are kept. Default: all statuses except off-topic. */
type Only = TopicStatus | "unsure";

export interface LeftOut {
  readonly uriM: string;
  readonly uriR: string;
  readonly mementoDatetime: string;
  readonly verdict: Only;
  readonly by: "decision" | "computed";
  readonly kind?: string;
  /** Absent if the capture was fetched from an archive. */
  readonly source?: Pick<Source, "file" | "offset">;
  readonly recordId?: string;
  /** Capture whose content this capture repeats, if it is a revisit. */
  readonly repeats?: Via;
}

/** Values that identify a capture in records and in results. */
export type CaptureName = Pick<Capture, "uriR" | "mementoDatetime" | "recordId"> & {
  readonly source?: Pick<Source, "file" | "offset">;
};

/** Returns the key by which tools of archives identify a capture: SURT of its URI-R, and its second. */
const captureOf = ({ uriR, mementoDatetime }: CaptureName): string =>
  `${surt(uriR)} ${toFourteenDigits(mementoDatetime)}`;

/** Returns a key of a capture that is the same for each time it was fetched: its second and URI-R. */
export const exactly = ({ uriR, mementoDatetime }: CaptureName): string =>
  `${toFourteenDigits(mementoDatetime)} ${withoutRoute(uriR)}`;

/** The verdict on a capture, by a run or a person. */
interface Judgement {
  /** Absent if there is none. */
  readonly verdict: Only | undefined;
  readonly by: "decision" | "computed";
  /** True if nobody has read the capture and no person has decided on it. */
  readonly isUnread: boolean;
  readonly kind: string | undefined;
}

function judgementOf(memento: SavedMemento, overrides: Overrides | undefined): Judgement {
  const judged = overrides === undefined ? memento : overridden(memento, overrides);
  const isOpen = overrides !== undefined && isUnsure(memento, overrides);
  return {
    verdict: isOpen ? "unsure" : judged.overall,
    by: judged.override === undefined && !isOpen ? "computed" : "decision",
    isUnread: memento.capture.inferredFrom !== undefined && judged.override === undefined,
    kind: knownKind(memento),
  };
}

/** Captures to leave out, according to the verdicts of results and a curator's decisions. */
export class LeftOuts {
  readonly all: readonly LeftOut[];
  /** Number of judged mementos whose position is missing in the results. */
  readonly withoutPlace: number;
  readonly #byName: ReadonlyMap<string, LeftOut>;
  readonly #byCapture: ReadonlyMap<string, LeftOut>;
  readonly #bySurt: ReadonlyMap<string, LeftOut>;
  readonly #byUriM: ReadonlyMap<string, LeftOut>;
  readonly #byId: ReadonlyMap<string, LeftOut>;
  /** The names of the captures that are kept and have a verdict of their own. */
  readonly #staying: ReadonlySet<string>;
  /** Second and URI-R of kept captures with a verdict whose records have no IDs. */
  readonly #stayingWithoutId: ReadonlySet<string>;
  /** The names of all captures in the results, including captures without a verdict. */
  readonly #known: ReadonlySet<string>;
  /** Second and URI-R of all captures in the results. */
  readonly #knownCaptures: ReadonlySet<string>;
  /** Keys of the URI-Rs in the results. */
  readonly #seeds: ReadonlySet<string>;
  readonly #judgedFiles: ReadonlySet<string>;
  #files: MovedFiles;
  /** File in which a capture without a record ID was found. */
  readonly #foundIn = new Map<LeftOut, string>();
  /** Captures that revisits of the results repeat, by the name of the revisit. */
  readonly #repeats: ReadonlyMap<string, Via>;

  constructor(
    mementos: readonly SavedMemento[],
    overrides: Overrides | undefined,
    only: Only | undefined,
  ) {
    const byName = new Map<string, LeftOut>();
    const staying = new Set<string>();
    const stayingWithoutId = new Set<string>();
    const known = new Set<string>();
    const knownCaptures = new Set<string>();
    const seeds = new Set<string>();
    const judgedFiles = new Set<string>();
    const repeats = new Map<string, Via>();
    let withoutPlace = 0;
    for (const memento of mementos) {
      const { uriR, mementoDatetime, source, recordId, via } = memento.capture;
      if (source !== undefined) judgedFiles.add(source.file);
      if (via?.source !== undefined) judgedFiles.add(via.source.file);
      if (uriR !== undefined && mementoDatetime !== undefined && source !== undefined) {
        known.add(nameOf({ uriR, mementoDatetime, recordId, source }));
        knownCaptures.add(exactly({ uriR, mementoDatetime }));
        seeds.add(seedKey(uriR));
      }
      const { verdict, by, isUnread, kind } = judgementOf(memento, overrides);
      if (verdict === undefined) continue;
      if (source === undefined) withoutPlace += 1;
      if (uriR === undefined || mementoDatetime === undefined) continue;
      const name =
        source === undefined ? memento.uriM : nameOf({ uriR, mementoDatetime, recordId, source });
      const revisit = via?.kind === "revisit" ? via : undefined;
      if (revisit !== undefined) repeats.set(name, revisit);
      // Nobody has read inferred captures, so they stay unless a person has decided.
      const isOff = verdict === "off-topic" && !isUnread;
      if (only === undefined ? isOff : verdict !== only) {
        byName.set(name, {
          uriM: memento.uriM,
          ...{ uriR, mementoDatetime, source, recordId, verdict },
          by,
          kind,
          repeats: revisit,
        });
      } else {
        staying.add(name);
        if (recordId === undefined) stayingWithoutId.add(exactly({ uriR, mementoDatetime }));
      }
    }
    // A capture that was judged in two TimeMaps is kept if either verdict keeps it.
    for (const name of staying) byName.delete(name);
    this.#byName = byName;
    this.#staying = staying;
    this.#stayingWithoutId = stayingWithoutId;
    this.#known = known;
    this.#knownCaptures = knownCaptures;
    this.#seeds = seeds;
    this.#judgedFiles = judgedFiles;
    this.#files = new MovedFiles(judgedFiles, judgedFiles);
    this.all = [...byName.values()];
    this.withoutPlace = withoutPlace;
    this.#byUriM = new Map(this.all.map((each) => [each.uriM, each]));
    this.#byCapture = new Map(this.all.map((each) => [exactly(each), each]));
    this.#bySurt = new Map(this.all.map((each) => [captureOf(each), each]));
    this.#byId = new Map(
      this.all.flatMap((each) => (each.recordId === undefined ? [] : [[each.recordId, each]])),
    );
    this.#repeats = repeats;
  }

  /** Sets the current paths of the files. Before this call, the files are assumed to have the paths in the results. */
  locate(places: Iterable<string>): MovedFiles {
    this.#files = new MovedFiles(this.#judgedFiles, places);
    return this.#files;
  }

  /**
   * Returns `undefined` if it is kept. Throws a `UsageError` if the record has no ID and could be one of several
   * captures.
   */
  find(capture: CaptureName): LeftOut | undefined {
    const names = this.#namesOf(capture);
    const found = names.flatMap((name) => this.#byName.get(name) ?? []);
    const [leftOut] = found;
    if (capture.recordId !== undefined) return leftOut;
    const place = capture.source?.file ?? "";
    if (leftOut !== undefined) {
      const other = this.#foundIn.get(leftOut) ?? place;
      const stays = names.some((name) => this.#staying.has(name));
      if (stays || found.length > 1 || other !== place) throw uncertain(capture, leftOut);
      this.#foundIn.set(leftOut, place);
      return leftOut;
    }
    if (names.some((name) => this.#known.has(name))) return undefined;
    // The file was renamed or packed again, or the run read the record twice and wrote only one row for it.
    const alike = this.#byCapture.get(exactly(capture));
    if (alike !== undefined && this.#stayingWithoutId.has(exactly(capture))) {
      throw uncertain(capture, alike);
    }
    return alike;
  }

  /** Returns the left-out capture of exactly this record, which is never found by its URI and date alone. */
  ofRecord(capture: CaptureName): LeftOut | undefined {
    const names = this.#namesOf(capture);
    return names.map((name) => this.#byName.get(name)).find((found) => found !== undefined);
  }

  /** Tells whether a capture is kept and has a verdict. */
  isJudgedToStay(capture: CaptureName): boolean {
    return this.#namesOf(capture).some((name) => this.#staying.has(name));
  }

  /** True unless the results have no capture with a place, which could be looked for in files. */
  get hasCaptures(): boolean {
    return this.#known.size > 0;
  }

  /** Tells whether the results have a row for a capture, or for another one of its URI-R; undefined for neither. */
  rowFor(capture: CaptureName): "own" | "of its URI-R" | undefined {
    const isKnown = this.#namesOf(capture).some((name) => this.#known.has(name));
    if (isKnown || this.#knownCaptures.has(exactly(capture))) return "own";
    return this.#seeds.has(seedKey(capture.uriR)) ? "of its URI-R" : undefined;
  }

  /** Returns `undefined` if it is kept. */
  ofUriM(uriM: string): LeftOut | undefined {
    return this.#byUriM.get(uriM);
  }

  ofId(recordId: string): LeftOut | undefined {
    return this.#byId.get(recordId);
  }

  /** Returns the left-out capture of this URI-R and second, or else of the same SURT and second. */
  ofCapture(capture: CaptureName): LeftOut | undefined {
    return this.#byCapture.get(exactly(capture)) ?? this.#bySurt.get(captureOf(capture));
  }

  repeatedBy(capture: CaptureName): Via | undefined {
    return this.#namesOf(capture)
      .map((name) => this.#repeats.get(name))
      .find((via) => via !== undefined);
  }

  /** Returns the names that a capture in a file of the input may have in the results. */
  #namesOf(capture: CaptureName): readonly string[] {
    const { recordId, source, uriR } = capture;
    // A run may have judged the page of an archive as the original.
    const original = replayedCapture(uriR);
    const captures = original === undefined ? [capture] : [capture, { ...capture, ...original }];
    return captures.flatMap((each) =>
      recordId !== undefined || source === undefined
        ? [nameOf(each)]
        : this.#files
            .judgedOf(source.file)
            .map((file) => nameOf({ ...each, source: { ...source, file } })),
    );
  }
}

function uncertain({ source }: CaptureName, { uriM, source: judged }: LeftOut): UsageError {
  return new UsageError(
    `it is not certain whether the record at byte ${source?.offset} of ${source?.file} is ${printable(uriM)} of ${judged?.file}: ` +
      "it has no record ID, and there are several such records. Give the files under the paths that they had in the run.",
  );
}

/**
 * Returns a name that is the same for a record and for its results. It has whole seconds, because results have no
 * fractions. It has no hash route, because several views of a page may share its record, which is left out only if none
 * of them is kept.
 */
function nameOf({ uriR, mementoDatetime, recordId, source }: CaptureName): string {
  const place = recordId ?? `${source?.file ?? ""} ${source?.offset ?? ""}`;
  return `${place} ${toFourteenDigits(mementoDatetime)} ${withoutRoute(uriR)}`;
}

import { basename } from "node:path";
import { toFourteenDigits } from "../../base/datetime.js";
import type { Capture, OverallStatus, Source, Via } from "../../base/types.js";
import { seedKey, withoutFragment } from "../../base/uri.js";
import type { SavedMemento } from "../../write/entry.js";
import { isUnsure, overridden, type Overrides } from "../../write/overrides.js";
import { knownKind } from "../../write/writing.js";

/** Values that identify a capture in records and in results. */
export type CaptureName = Pick<Capture, "uriR" | "mementoDatetime" | "recordId"> & {
  readonly source?: Pick<Source, "file" | "offset">;
};

/** A capture of the results, with the verdict of the run or of a person. */
export interface Row extends CaptureName {
  readonly uriM: string;
  /** Undefined for a capture without a verdict, which is kept. */
  readonly verdict: OverallStatus | undefined;
  readonly by: "decision" | "computed";
  readonly kind: string | undefined;
  /** Capture whose content this capture repeats, if it is a revisit. */
  readonly repeats: Via | undefined;
  readonly isLeftOut: boolean;
}

/** The verdicts of results and of decisions, and the captures that they leave out. */
export class Verdicts {
  readonly leftOut: readonly Row[];
  /** Number of judged mementos whose position is missing in the results. */
  readonly withoutPlace: number;
  /** True unless the results have no capture with a place, which could be looked for in files. */
  readonly hasCaptures: boolean;
  readonly #byName = new Map<string, Row>();
  readonly #leftOutByUriM: ReadonlyMap<string, Row>;
  readonly #leftOutById: ReadonlyMap<string, Row>;
  readonly #leftOutByCapture: ReadonlyMap<string, Row>;
  /** Keys of the URI-Rs in the results. */
  readonly #seeds: ReadonlySet<string>;

  /** `only` is the status of the judged captures that are kept. By default all are kept that are not off-topic. */
  constructor(
    mementos: readonly SavedMemento[],
    overrides: Overrides | undefined,
    only: OverallStatus | undefined,
  ) {
    const rows = mementos.flatMap((memento) => rowOf(memento, overrides, only) ?? []);
    for (const row of rows) for (const name of namesOfRow(row)) this.#add(name, row);
    const placed = rows.filter(({ source }) => source !== undefined);
    const winners = rows.flatMap((row) => this.#byName.get(namesOfRow(row)[0]!) ?? []);
    this.leftOut = [...new Set(winners)].filter(({ isLeftOut }) => isLeftOut);
    this.withoutPlace = mementos.filter(
      (memento) =>
        memento.capture.source === undefined && decidedVerdict(memento, overrides) !== undefined,
    ).length;
    this.hasCaptures = placed.length > 0;
    this.#seeds = new Set(placed.map(({ uriR }) => seedKey(uriR)));
    this.#leftOutByUriM = new Map(this.leftOut.map((row) => [row.uriM, row]));
    this.#leftOutByCapture = new Map(this.leftOut.map((row) => [captureKey(row), row]));
    this.#leftOutById = new Map(
      this.leftOut.flatMap((row) => (row.recordId === undefined ? [] : [[row.recordId, row]])),
    );
  }

  /** Several rows may share a record: views of a page, or TimeMaps. It is kept if one of them keeps it. */
  #add(name: string, row: Row): void {
    const other = this.#byName.get(name);
    const isKept = row.verdict !== undefined && !row.isLeftOut;
    if (other?.verdict === undefined || isKept) this.#byName.set(name, row);
  }

  /** Returns the row of exactly this record: by its ID, or if it has none by its place, or else by URI and second. */
  find(capture: CaptureName): Row | undefined {
    return namesOfRecord(capture)
      .map((name) => this.#byName.get(name))
      .find((row) => row !== undefined);
  }

  /** Tells whether the results have a row for a capture, or for another one of its URI-R; undefined for neither. */
  rowFor(capture: CaptureName): "own" | "of its URI-R" | undefined {
    if (this.#byName.has(captureKey(capture)) || this.find(capture) !== undefined) return "own";
    return this.#seeds.has(seedKey(capture.uriR)) ? "of its URI-R" : undefined;
  }

  leftOutOfUriM(uriM: string): Row | undefined {
    return this.#leftOutByUriM.get(uriM);
  }

  leftOutOfId(recordId: string): Row | undefined {
    return this.#leftOutById.get(recordId);
  }

  leftOutOfCapture(capture: CaptureName): Row | undefined {
    return this.#leftOutByCapture.get(captureKey(capture));
  }
}

function rowOf(
  memento: SavedMemento,
  overrides: Overrides | undefined,
  only: OverallStatus | undefined,
): Row | undefined {
  const { uriR, mementoDatetime, recordId, source, via, inferredFrom } = memento.capture;
  if (uriR === undefined || mementoDatetime === undefined) return undefined;
  const verdict = decidedVerdict(memento, overrides);
  const isOpen = overrides !== undefined && isUnsure(memento, overrides);
  const judged = overrides === undefined ? memento : overridden(memento, overrides);
  const isDecided = isOpen || judged.override !== undefined;
  // Nobody has read inferred captures, so they are kept unless a person has decided.
  const isUnread = inferredFrom !== undefined && judged.override === undefined;
  const isOff = verdict === "off-topic" && !isUnread;
  return {
    ...{ uriM: memento.uriM, uriR, mementoDatetime, recordId, source, verdict },
    by: isDecided ? "decision" : "computed",
    kind: knownKind(memento),
    repeats: via?.kind === "revisit" ? via : undefined,
    isLeftOut: verdict !== undefined && (only === undefined ? isOff : verdict !== only),
  };
}

const decidedVerdict = (
  memento: SavedMemento,
  overrides: Overrides | undefined,
): OverallStatus | undefined => {
  if (overrides === undefined) return memento.overall;
  return isUnsure(memento, overrides) ? "unsure" : overridden(memento, overrides).overall;
};

/** Returns the names of a row, the most exact one first. Captures of archives have their URI-M only. */
function namesOfRow(row: Row): readonly string[] {
  if (row.source === undefined) return [row.uriM];
  return [...recordPlaces(row).map((place) => `${place} ${captureKey(row)}`), captureKey(row)];
}

/** Returns the names that a record may have in the results, the most exact one first. */
function namesOfRecord(capture: CaptureName): readonly string[] {
  const key = captureKey(capture);
  const exact = recordPlaces(capture).map((place) => `${place} ${key}`);
  return capture.recordId === undefined ? [...exact, key] : exact;
}

/** The file of a record without an ID may have been moved to another folder. */
function recordPlaces({ recordId, source }: CaptureName): readonly string[] {
  if (recordId !== undefined) return [recordId];
  if (source === undefined) return [];
  return [source.file, basename(source.file)].map((file) => `${file} ${source.offset}`);
}

/**
 * Returns the second and the URI-R of a capture, which are the same each time that it was fetched. Results have no
 * fractions of seconds, and several views of a page (hash routes) may share its record.
 */
export const captureKey = ({ uriR, mementoDatetime }: CaptureName): string =>
  `${toFourteenDigits(mementoDatetime)} ${withoutFragment(uriR)}`;

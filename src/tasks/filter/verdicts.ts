import { basename } from "node:path";
import { toFourteenDigits } from "../../base/datetime.js";
import type { Capture, OverallStatus, Source, Via } from "../../base/types.js";
import { seedKey, withoutFragment } from "../../base/uri.js";
import type { SavedMemento } from "../../write/entry.js";
import { isUnsure, overridden, type Overrides } from "../../write/overrides.js";
import { knownKind } from "../../write/writing.js";

export type Place = Pick<Source, "file" | "offset">;

/** Values that identify a capture in records and in results. */
type CaptureName = Pick<Capture, "uriR" | "mementoDatetime" | "recordId"> & {
  readonly source?: Place;
};

/** A capture of the results, with the verdict of the run or of a person. */
export interface Row extends CaptureName {
  readonly uriM: string;
  /** Undefined for a capture without a verdict, which stays. */
  readonly verdict: OverallStatus | undefined;
  readonly by: "decision" | "computed";
  readonly kind: string | undefined;
  /** Capture whose content this capture repeats, if it is a revisit. */
  readonly repeats: Via | undefined;
  /** True if the capture is left out. */
  readonly goes: boolean;
}

/** The verdicts of results and of decisions, and the captures that they leave out. */
export class Verdicts {
  readonly leftOut: readonly Row[];
  /** Number of judged mementos whose position is missing in the results. */
  readonly withoutPlace: number;
  /** Keys of the URI-Rs of captures that could be in files. */
  readonly seeds = new Set<string>();
  readonly #byName = new Map<string, Row>();
  readonly #leftOutByUriM: ReadonlyMap<string, Row>;

  /** `only` is the status of the judged captures that stay. By default all stay that are not off-topic. */
  constructor(
    mementos: readonly SavedMemento[],
    overrides: Overrides | undefined,
    only: OverallStatus | undefined,
  ) {
    const rows = mementos.flatMap((memento) => rowOf(memento, overrides, only) ?? []);
    for (const row of rows) {
      if (row.source !== undefined) this.seeds.add(seedKey(row.uriR));
      for (const name of namesOfRow(row)) {
        // Several rows may share a record: views of a page, or TimeMaps. It stays if one of them does.
        const other = this.#byName.get(name);
        const stays = row.verdict !== undefined && !row.goes;
        if (other?.verdict === undefined || stays) this.#byName.set(name, row);
      }
    }
    const winners = rows.flatMap((row) => this.#byName.get(namesOfRow(row)[0]!) ?? []);
    this.leftOut = [...new Set(winners)].filter(({ goes }) => goes);
    this.withoutPlace = mementos.filter(
      (memento) =>
        memento.capture.source === undefined && verdictOn(memento, overrides) !== undefined,
    ).length;
    this.#leftOutByUriM = new Map(this.leftOut.map((row) => [row.uriM, row]));
  }

  /** Returns the row of exactly this record: by its ID, or if it has none by its place, or else by URI and second. */
  find(capture: CaptureName): Row | undefined {
    return namesOfRecord(capture)
      .map((name) => this.#byName.get(name))
      .find((row) => row !== undefined);
  }

  /** Tells whether the results have a capture of this URI and second. */
  has(capture: CaptureName): boolean {
    return this.#byName.has(captureKey(capture));
  }

  leftOutOfUriM(uriM: string): Row | undefined {
    return this.#leftOutByUriM.get(uriM);
  }
}

function rowOf(
  memento: SavedMemento,
  overrides: Overrides | undefined,
  only: OverallStatus | undefined,
): Row | undefined {
  const { uriR, mementoDatetime, recordId, source, via, inferredFrom } = memento.capture;
  if (uriR === undefined || mementoDatetime === undefined) return undefined;
  const verdict = verdictOn(memento, overrides);
  const isOpen = overrides !== undefined && isUnsure(memento, overrides);
  const judged = overrides === undefined ? memento : overridden(memento, overrides);
  // Nobody has read inferred captures, so they stay unless a person has decided.
  const isUnread = inferredFrom !== undefined && judged.override === undefined;
  const isOff = verdict === "off-topic" && !isUnread;
  return {
    ...{ uriM: memento.uriM, uriR, mementoDatetime, recordId, source, verdict },
    by: isOpen || judged.override !== undefined ? "decision" : "computed",
    kind: knownKind(memento),
    repeats: via?.kind === "revisit" ? via : undefined,
    goes: verdict !== undefined && (only === undefined ? isOff : verdict !== only),
  };
}

const verdictOn = (
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

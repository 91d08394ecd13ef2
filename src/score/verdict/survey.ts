import { toFourteenDigits } from "../../base/datetime.js";
import { hasImpossibleDate } from "../../base/possible-date.js";
import type { Capture } from "../../base/types.js";
import { warcUriM, warcUriT } from "../../base/uri.js";
import type { FeatureRecord, RecordGroup } from "../../page/types.js";
import type { Trust } from "../evidence/page-itself.js";
import { Values, type ValuesContext } from "../scoring/values.js";
import { AllReferences } from "../scoring/references.js";
import type { Plan, PlannedMeasure } from "../settings/plan.js";
import type { Settings } from "../settings/types.js";
import { lackOf } from "./parts.js";
import { findTrust } from "./trust.js";

/** Collects the data of all mementos of a TimeMap that must be known before the first memento is scored. */
export class Survey {
  readonly values: Values;
  readonly references: AllReferences;
  readonly names: NamesOfMementos = new NamesOfMementos();
  #next = 0;

  constructor(values: Values) {
    this.values = values;
    this.references = new AllReferences(values);
  }

  static of(group: RecordGroup, context: ValuesContext): Survey {
    const survey = new Survey(new Values(group, context));
    for (const record of group.records()) survey.add(record);
    return survey;
  }

  add(record: FeatureRecord): void {
    this.names.add(record.capture);
    this.references.add(record, this.#next++);
    this.values.fit(record);
  }

  /** Returns the mementos with which a learned combination compares others, after all have been added. */
  trust(): Trust | undefined {
    const { values, references } = this;
    const { model } = values.settings;
    if (model === undefined) return undefined;
    const trust = findTrust(values, references.available, references, model);
    const { start } = references;
    return start === undefined ? trust : { ...trust, first: start, notice: undefined };
  }

  /** Returns the position of the first memento, after all have been added. */
  first(): number {
    const { values, references } = this;
    const measures = chosenMeasures(values.plan);
    const isUsable = (record: FeatureRecord): boolean =>
      measures.every((planned) => "value" in values.nonEmptyInput(planned, record));
    const isWhole = (record: FeatureRecord): boolean => lackOf(record, values) === undefined;
    const rule = values.settings.first;
    return references.start ?? firstMemento(values.group.records(), rule, isUsable, isWhole);
  }
}

/**
 * Collects the names of a group's mementos in order. A name is the archive's URI-M, or else is made from date and
 * URI-R.
 */
class NamesOfMementos {
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

/** Returns the measures of the user. A page may lack what others read, which are only inputs of a learned model. */
export const chosenMeasures = ({ measures }: Plan): readonly PlannedMeasure[] =>
  measures.filter(({ choice }) => choice.asInput !== true);

/**
 * Returns the position of the first memento among the records of a TimeMap, oldest first. This is the earliest memento
 * with a 2xx status or, if there is none, the earliest. With `earliest`, as in profile `otmt-1.0.5`, the status does not
 * count. With `usable` it is the earliest memento for which `isUsable` is true, and -1 if there is none.
 * A memento whose date cannot be right is only chosen if there is no other, or by `earliest`. Among the mementos with a
 * 2xx status, one for which `isWhole` is true comes before the others.
 */
export function firstMemento(
  records: Iterable<FeatureRecord>,
  rule: Settings["first"],
  isUsable: (record: FeatureRecord) => boolean,
  isWhole: (record: FeatureRecord) => boolean = () => true,
): number {
  if (rule === "earliest") return 0;
  // The records of a long TimeMap are read from disk, so they are looked at once.
  let first = -1;
  let least = Infinity;
  let hasDated = false;
  let position = 0;
  for (const record of records) {
    hasDated ||= !hasImpossibleDate(record.capture);
    const rank = rankOf(record, isWhole);
    if (rank < least && (rule !== "usable" || isUsable(record))) [first, least] = [position, rank];
    if (least === 0) return first;
    position += 1;
  }
  return hasDated && least > UNANSWERED ? -1 : first;
}

/** Rank of a memento with a possible date that did not answer with a 2xx status. */
const UNANSWERED = 2;

/** Returns how little a memento is fit to be the first one, from 0. */
function rankOf(record: FeatureRecord, isWhole: (record: FeatureRecord) => boolean): number {
  const { status, inferredFrom } = record.capture;
  // Nothing can be compared with a capture that was not read.
  if (inferredFrom !== undefined) return Infinity;
  // Resource records and captures without headers have no status, because the page itself was saved.
  const isAnswer =
    status === undefined ? record.problem === undefined : status >= 200 && status < 300;
  if (hasImpossibleDate(record.capture)) return isAnswer ? 3 : 4;
  if (!isAnswer) return UNANSWERED;
  return isWhole(record) ? 0 : 1;
}

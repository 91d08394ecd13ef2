import type { FeatureRecord, RecordGroup } from "../../page/types.js";
import { lackOf } from "../evidence/incomplete.js";
import { NamesOfMementos } from "../evidence/names.js";
import type { Trust } from "../evidence/page-itself.js";
import { Values, type ValuesContext } from "../scoring/compare.js";
import { AllReferences } from "../scoring/references.js";
import type { Plan, PlannedMeasure } from "../settings/plan.js";
import { firstMemento } from "./first-memento.js";
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

// A learned model works without inputs that a page does not have: a title, links, classes.
export const chosenMeasures = ({ measures }: Plan): readonly PlannedMeasure[] =>
  measures.filter(({ choice }) => choice.asInput !== true);

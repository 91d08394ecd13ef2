import { topicStatus } from "../decide/topic-status.js";
import type { TopicStatus } from "../types.js";
import type { Axis } from "./axis.js";
import type { JudgedMemento } from "./match.js";

/** A column of the gold data that mementos can be counted by. */
export type GroupColumn = "kind" | "pattern" | "lang";

/** Mementos with one value in a column and one label. */
export interface GroupRow {
  readonly value: string;
  readonly label: TopicStatus;
  readonly mementos: number;
  /** How many of them the run calls off-topic: found ones of off-topic rows, false alarms of on-topic rows. */
  readonly calledOverall: number;
  /** The same by measure, at the threshold of the run; a measure without one is left out. */
  readonly called: ReadonlyMap<string, number>;
}

export interface Grouped {
  readonly column: GroupColumn;
  /** Off-topic ones first (their label sorts so), then by value. */
  readonly rows: readonly GroupRow[];
}

/** Counts by a column; an empty list where the gold data has no such column. */
export function groupBy(
  column: GroupColumn,
  judged: readonly JudgedMemento[],
  axes: readonly Axis[],
): Grouped[] {
  const groups = new Map<string, JudgedMemento[]>();
  for (const each of judged) {
    const value = each.gold[column];
    if (value === undefined) continue;
    const key = `${each.gold.label}\t${value}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  }
  if (groups.size === 0) return [];
  const voting = axes.filter(({ threshold }) => threshold !== undefined);
  const rows = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, group]): GroupRow => ({
      value: group[0]!.gold[column] ?? "",
      label: group[0]!.gold.label,
      mementos: group.length,
      calledOverall: group.filter(({ memento }) => memento?.overall === "off-topic").length,
      called: new Map(voting.map((axis) => [axis.name, group.filter(callsWith(axis)).length])),
    }));
  return [{ column, rows }];
}

function callsWith({ name, comparison, threshold }: Axis): (judged: JudgedMemento) => boolean {
  return ({ memento }) => {
    const score = memento?.measures.get(name)?.score;
    if (score === undefined || threshold === undefined) return false;
    return topicStatus(score, { threshold, comparison }) === "off-topic";
  };
}

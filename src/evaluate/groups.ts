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
  /**
   * The same by measure, at the threshold of the run, else as recorded, and by the vote of the topic; what has no vote
   * is left out.
   */
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
  const voters = [...axes.flatMap((axis) => voterOf(axis, judged)), ...topicVoter(judged)];
  const rows = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, group]): GroupRow => ({
      value: group[0]!.gold[column] ?? "",
      label: group[0]!.gold.label,
      mementos: group.length,
      calledOverall: group.filter(({ memento }) => memento?.overall === "off-topic").length,
      called: new Map(voters.map(({ name, calls }) => [name, group.filter(calls).length])),
    }));
  return [{ column, rows }];
}

interface Voter {
  readonly name: string;
  readonly calls: (judged: JudgedMemento) => boolean;
}

function voterOf({ name, comparison, threshold }: Axis, judged: readonly JudgedMemento[]): Voter[] {
  const recorded = ({ memento }: JudgedMemento): TopicStatus | undefined =>
    memento?.measures.get(name)?.topicStatus;
  if (threshold === undefined) {
    const votes = judged.some((each) => recorded(each) !== undefined);
    return votes ? [{ name, calls: (each) => recorded(each) === "off-topic" }] : [];
  }
  const calls = ({ memento }: JudgedMemento): boolean => {
    const score = memento?.measures.get(name)?.score;
    if (score === undefined) return false;
    return topicStatus(score, { threshold, comparison }) === "off-topic";
  };
  return [{ name, calls }];
}

function topicVoter(judged: readonly JudgedMemento[]): Voter[] {
  const votes = judged.some(({ memento }) => memento?.topicVote !== undefined);
  return votes
    ? [{ name: "topic", calls: ({ memento }) => memento?.topicVote === "off-topic" }]
    : [];
}

import type { Capture, Json, Outcome, Problem } from "../../../base/types.js";
import { warcUriM } from "../../../base/uri.js";
import type { Sign } from "../../../page/types.js";
import { groupLines } from "../../../run/reduce/reduce.js";
import { decodeProblem, type MappedRecord } from "../../../run/lines/lines.js";
import { reportedSignal } from "../../../score/evidence/kinds.js";
import { pageKindOf } from "../../../score/evidence/page-kind.js";
import type { DomTree } from "../dom-tree.js";
import type { KindPage } from "./cluster-pages.js";

/** A memento in a cluster. */
export interface ClusterMember {
  readonly uriM: string;
  readonly capture: Capture;
  /** Kind of page that the memento clearly is. Only with `signs`. */
  readonly kind?: string;
}

interface FoundPage extends KindPage {
  readonly member: ClusterMember;
}

interface NotRead {
  readonly uriM: string;
  readonly message: string;
}

interface RecordsForm {
  /** Returns the tree and the classes of a record. */
  readonly outcomesOf: (record: MappedRecord) => readonly (Outcome<Json> | undefined)[];
  /** Index of the signs among the features, if they were requested. */
  readonly signs?: number;
  readonly decode?: (line: string) => MappedRecord;
}

const memoryBytes = 64 * 1024 * 1024;

/** Yields the pages of sorted records without duplicates, and the mementos and TimeMaps that could not be read. */
export async function* pagesOfRecords(
  lines: Iterable<string> | AsyncIterable<string>,
  { outcomesOf, signs, decode }: RecordsForm,
): AsyncGenerator<FoundPage | NotRead> {
  const troubles: NotRead[] = [];
  const groups = groupLines(
    linesOfPages(lines, (trouble) => troubles.push(trouble)),
    { memoryBytes, onDuplicate: () => undefined, decode },
  );
  for await (const group of groups) {
    yield* troubles.splice(0);
    const taken = new Map<string, number>();
    for (const record of group.records()) {
      const { capture, problem: missing, features } = record;
      const second = warcUriM(capture, 1);
      const ordinal = (taken.get(second) ?? 0) + 1;
      taken.set(second, ordinal);
      const uriM = capture.uriM ?? warcUriM(capture, ordinal);
      const [tree, classes] = outcomesOf(record);
      const trouble = missing ?? [tree, classes].flatMap(problemIn)[0];
      if (trouble !== undefined) yield { uriM, message: trouble.message };
      else if (
        tree !== undefined &&
        "value" in tree &&
        classes !== undefined &&
        "value" in classes
      ) {
        const found = signs === undefined ? undefined : features[signs];
        const kind =
          found !== undefined && "value" in found
            ? pageKindOf(found.value as readonly Sign[], capture.status, reportedSignal)?.title
            : undefined;
        yield {
          member: { uriM, capture, kind },
          tree: tree.value as DomTree,
          classes: (classes.value as readonly string[] | null) ?? [],
        };
      }
    }
  }
  yield* troubles;
}

/** Yields the lines of mementos. Problems with whole TimeMaps are passed to `onTrouble`. */
async function* linesOfPages(
  lines: Iterable<string> | AsyncIterable<string>,
  onTrouble: (trouble: NotRead) => void,
): AsyncGenerator<string> {
  for await (const line of lines) {
    const found = decodeProblem(line);
    if (found === undefined) yield line;
    else onTrouble({ uriM: found.uriT, message: found.problem.message });
  }
}

const problemIn = (outcome: Outcome<Json> | undefined): Problem[] =>
  outcome !== undefined && "problem" in outcome ? [outcome.problem] : [];

import type { ReportRun } from "../../src/report/report-run.js";
import type { SavedMemento, SavedResult } from "../../src/write/entry.js";
import { writeReport } from "../../src/report/write-report.js";
import type { PageHead, PagePart } from "../../src/report/page-data.js";
import { load } from "cheerio";
import { scored } from "../write/writers/results.js";

/** A run with one measure. */
export const run: ReportRun = {
  tool: "detect_off_topic 1.2.3",
  combine: "any",
  cuts: [{ name: "cosine", threshold: 0.12, comparison: "<" }],
};

/** Facts of a memento that differ from those of {@link item}. */
type Facts = Partial<SavedMemento> & Pick<SavedMemento["capture"], "mementoDatetime">;

/** Returns an on-topic memento. Every fact can be overridden. */
export function item({
  mementoDatetime = "2013-02-02T10:00:00Z",
  capture,
  ...overrides
}: Facts = {}): SavedMemento {
  return {
    kind: "memento",
    uriT: "http://archive.example/timemap/link/http://seed.example/",
    uriM: `http://archive.example/${mementoDatetime.replace(/\D/gu, "")}/http://seed.example/`,
    capture: { uriR: "http://seed.example/", mementoDatetime, ...capture },
    overall: "on-topic",
    measures: [scored("cosine", 0.8, "on-topic")],
    ...overrides,
  };
}

/** Returns an off-topic memento. */
export const offItem = (overrides: Facts = {}): SavedMemento =>
  item({
    overall: "off-topic",
    measures: [scored("cosine", 0.05, "off-topic")],
    ...overrides,
  });

/** Returns the whole text of a report. */
export async function reportText(
  items: Iterable<SavedResult>,
  of: ReportRun = run,
): Promise<string> {
  let text = "";
  for await (const piece of writeReport(items, of)) text += piece;
  return text;
}

/** Returns the data in a report as its page reads it. */
export function dataOf(html: string): {
  readonly head: PageHead;
  readonly part: (timeMap: number, part: number) => PagePart | undefined;
} {
  const page = load(html);
  const block = (id: string): unknown => {
    const found = page(`[id="${id}"]`);
    return found.length === 0 ? undefined : (JSON.parse(found.text()) as unknown);
  };
  return {
    head: block("report-head") as PageHead,
    part: (timeMap, part) => block(`mementos-${timeMap}-${part}`) as PagePart | undefined,
  };
}

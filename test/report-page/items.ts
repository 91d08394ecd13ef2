import type { ReportItem, ReportMemento, ReportRun } from "../../src/report-page/report-item.js";
import { writeReport } from "../../src/report-page/write-report.js";
import type { PageHead, PagePart } from "../../src/report-page/page-data.js";
import { load } from "cheerio";

/** A run with one measure. */
export const run: ReportRun = {
  tool: "detect_off_topic 1.2.3",
  combine: "any",
  cuts: [{ name: "cosine", threshold: 0.12, comparison: "<" }],
};

/** A memento made by hand; every fact can be overridden. */
export function item(overrides: Partial<ReportMemento> = {}): ReportMemento {
  const mementoDatetime = overrides.mementoDatetime ?? "2013-02-02T10:00:00Z";
  return {
    kind: "memento",
    uriT: "http://archive.example/timemap/link/http://seed.example/",
    uriM: `http://archive.example/${mementoDatetime.replace(/\D/gu, "")}/http://seed.example/`,
    uriR: "http://seed.example/",
    mementoDatetime,
    overall: "on-topic",
    measures: [{ name: "cosine", score: 0.8, topicStatus: "on-topic" }],
    ...overrides,
  };
}

/** The same, off-topic. */
export const offItem = (overrides: Partial<ReportMemento> = {}): ReportMemento =>
  item({
    overall: "off-topic",
    measures: [{ name: "cosine", score: 0.05, topicStatus: "off-topic" }],
    ...overrides,
  });

/** The whole text of a report. */
export async function reportText(
  items: Iterable<ReportItem>,
  of: ReportRun = run,
): Promise<string> {
  let text = "";
  for await (const piece of writeReport(items, of)) text += piece;
  return text;
}

/** The data that stands in a report, as its page will read it. */
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

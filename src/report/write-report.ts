import { dataBlock } from "./data-block.js";
import { MeasureCounts } from "./measure-counts.js";
import { Overview } from "./overview.js";
import { readAssets } from "./page-assets.js";
import {
  HEAD_ID,
  PART_SIZE,
  partId,
  type PageHead,
  type PageMemento,
  type PageMissedTimeMap,
  type PagePart,
  type PageTimeMap,
} from "./page-data.js";
import { pageMemento } from "./page-memento.js";
import { pageEnd, pageStart } from "./page.js";
import type { ReportItem, ReportMemento, ReportRun } from "./report-item.js";
import { TimeMapSummary } from "./timemap-summary.js";

/**
 * The report, in pieces of text: one HTML file that needs nothing else. Items come grouped by TimeMap, oldest first; of
 * mementos that were written only counts are held.
 */
export async function* writeReport(
  items: AsyncIterable<ReportItem> | Iterable<ReportItem>,
  run: ReportRun,
): AsyncGenerator<string> {
  const assets = readAssets();
  const report = new Report(run);
  yield pageStart(assets);
  for await (const item of items) {
    const blocks = report.add(item);
    if (blocks !== "") yield blocks;
  }
  yield report.end();
  yield pageEnd(assets);
}

class Report {
  readonly #run: ReportRun;
  readonly #measures: MeasureCounts;
  readonly #overview = new Overview();
  readonly #timeMaps: PageTimeMap[] = [];
  readonly #missed: PageMissedTimeMap[] = [];
  #current: TimeMapSummary | undefined;
  #part = new Part();
  #parts = 0;

  constructor(run: ReportRun) {
    this.#run = run;
    this.#measures = new MeasureCounts(run.cuts);
  }

  /** Takes an item; returns the data blocks that are complete now. */
  add(item: ReportItem): string {
    if (item.kind === "timemap-problem") {
      this.#missed.push({ uriT: item.uriT, message: item.message });
      return "";
    }
    const before = this.#current?.uriT === item.uriT ? "" : this.#next(item);
    this.#current?.add(item);
    this.#measures.add(item);
    this.#overview.add(item);
    this.#part.add(item, this.#measures, this.#run.replay);
    return this.#part.isFull ? before + this.#endPart() : before;
  }

  end(): string {
    const last = this.#endTimeMap();
    const { tool, file, combine } = this.#run;
    const topic = this.#measures.topic();
    const head: PageHead = {
      tool,
      ...(file !== undefined && { file }),
      ...(combine !== undefined && { combine }),
      measures: this.#measures.measures(),
      ...(topic !== undefined && { topic }),
      timeMaps: this.#timeMaps,
      missedTimeMaps: this.#missed,
      years: this.#overview.years(),
      pageKinds: this.#overview.pageKinds(),
      hasEvidence: this.#overview.hasEvidence,
      hasText: this.#overview.hasText,
    };
    return last + dataBlock(HEAD_ID, head);
  }

  #next(first: ReportMemento): string {
    const before = this.#endTimeMap();
    this.#current = new TimeMapSummary(first);
    return before;
  }

  #endTimeMap(): string {
    if (this.#current === undefined) return "";
    const block = this.#part.isEmpty ? "" : this.#endPart();
    this.#timeMaps.push(this.#current.summary());
    this.#current = undefined;
    this.#parts = 0;
    return block;
  }

  #endPart(): string {
    const block = dataBlock(partId(this.#timeMaps.length, this.#parts), this.#part.data());
    this.#part = new Part();
    this.#parts += 1;
    return block;
  }
}

/** Mementos of a TimeMap that go into one data block. */
class Part {
  readonly #mementos: PageMemento[] = [];
  readonly #texts = new Map<string, number>();

  add(memento: ReportMemento, measures: MeasureCounts, replay: string | undefined): void {
    const places = {
      measure: (name: string) => measures.place(name),
      text: (excerpt: string) => this.#textPlace(excerpt),
    };
    this.#mementos.push(pageMemento(memento, places, replay));
  }

  #textPlace(excerpt: string): number {
    const known = this.#texts.get(excerpt);
    if (known !== undefined) return known;
    this.#texts.set(excerpt, this.#texts.size);
    return this.#texts.size - 1;
  }

  get isEmpty(): boolean {
    return this.#mementos.length === 0;
  }

  get isFull(): boolean {
    return this.#mementos.length === PART_SIZE;
  }

  data(): PagePart {
    return { mementos: this.#mementos, texts: [...this.#texts.keys()] };
  }
}

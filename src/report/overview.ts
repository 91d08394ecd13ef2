import type { PageKindCount, PageYear } from "./page-data.js";
import type { ReportMemento } from "./report-item.js";

/** Counts over all mementos by year, and by what off-topic ones plainly are. */
export class Overview {
  readonly #years = new Map<string, { onTopic: number; offTopic: number; undecided: number }>();
  readonly #pageKinds = new Map<string, number>();
  hasEvidence = false;
  hasText = false;

  add({ mementoDatetime, overall, evidence, excerpt }: ReportMemento): void {
    if (evidence !== undefined) this.hasEvidence = true;
    if (excerpt !== undefined) this.hasText = true;
    if (mementoDatetime !== undefined) this.#countYear(mementoDatetime.slice(0, 4), overall);
    const title = overall === "off-topic" ? evidence?.pageKind?.title : undefined;
    if (title !== undefined) this.#pageKinds.set(title, (this.#pageKinds.get(title) ?? 0) + 1);
  }

  #countYear(year: string, overall: ReportMemento["overall"]): void {
    const counts = this.#years.get(year) ?? { onTopic: 0, offTopic: 0, undecided: 0 };
    this.#years.set(year, counts);
    if (overall === "on-topic") counts.onTopic += 1;
    else if (overall === "off-topic") counts.offTopic += 1;
    else counts.undecided += 1;
  }

  years(): PageYear[] {
    return [...this.#years]
      .map(([year, counts]) => ({ year, ...counts }))
      .sort((a, b) => (a.year < b.year ? -1 : 1));
  }

  /** Most frequent first, equal ones by title. */
  pageKinds(): PageKindCount[] {
    return [...this.#pageKinds]
      .map(([title, count]) => ({ title, count }))
      .sort((a, b) => b.count - a.count || (a.title < b.title ? -1 : 1));
  }
}

import { hasVote } from "../decide/overall.js";
import type { PageHead, PageMeasure } from "./page-data.js";
import type { ReportCut, ReportMemento } from "./report-item.js";

interface Counts {
  scored: number;
  offTopic: number;
  alone: number;
  failed: number;
  votes: boolean;
  hasOwnThresholds: boolean;
  isOfTopic: boolean;
}

/** What each measure said of all mementos; measures in order of first appearance, those of the settings first. */
export class MeasureCounts {
  readonly #cuts: ReadonlyMap<string, ReportCut>;
  readonly #places = new Map<string, number>();
  readonly #counts: Counts[] = [];
  readonly #topic = { scored: 0, offTopic: 0, alone: 0 };

  constructor(cuts: readonly ReportCut[]) {
    this.#cuts = new Map(cuts.map((cut) => [cut.name, cut]));
    for (const { name } of cuts) this.place(name);
  }

  /** The place of a measure in {@link MeasureCounts.measures}. */
  place(name: string): number {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    this.#places.set(name, this.#counts.length);
    this.#counts.push({
      scored: 0,
      offTopic: 0,
      alone: 0,
      failed: 0,
      votes: false,
      hasOwnThresholds: false,
      isOfTopic: false,
    });
    return this.#counts.length - 1;
  }

  add({ measures, evidence, topicVote }: ReportMemento): void {
    for (const { measure } of evidence?.topic?.scores ?? []) {
      this.#counts[this.place(measure)]!.hasOwnThresholds = true;
    }
    const isCalled = topicVote === "off-topic";
    const votes =
      Number(isCalled) +
      measures.filter(({ topicStatus, ofTopic }) => topicStatus === "off-topic" && ofTopic !== true)
        .length;
    if (topicVote !== undefined) this.#topic.scored += 1;
    if (isCalled) this.#topic.offTopic += 1;
    if (isCalled && votes === 1) this.#topic.alone += 1;
    for (const { name, score, topicStatus, ofTopic } of measures) {
      const counts = this.#counts[this.place(name)]!;
      if (ofTopic === true) counts.isOfTopic = true;
      if (score === undefined) counts.failed += 1;
      else counts.scored += 1;
      if (topicStatus !== undefined) counts.votes = true;
      if (topicStatus !== "off-topic") continue;
      counts.offTopic += 1;
      if (votes === 1) counts.alone += 1;
    }
  }

  measures(): PageMeasure[] {
    return [...this.#places].map(([name, place]) => {
      const { votes, hasOwnThresholds, isOfTopic, alone, ...counts } = this.#counts[place]!;
      const hasCut = isOfTopic || hasVote(name, this.#places.keys());
      const { threshold, comparison } = (hasCut ? this.#cuts.get(name) : undefined) ?? {};
      return {
        name,
        ...(threshold !== undefined && { threshold }),
        ...(comparison !== undefined && { comparison }),
        ...(threshold === undefined &&
          votes && { cut: hasOwnThresholds ? "by language" : "not told" }),
        ...counts,
        ...(!isOfTopic && { alone }),
      };
    });
  }

  /** The topic's one vote; undefined where it never voted. */
  topic(): PageHead["topic"] {
    return this.#topic.scored === 0 ? undefined : this.#topic;
  }
}

import { isOtmts } from "../../score/settings/profiles.js";
import { seedOfTimeMap } from "../../base/uri.js";
import { toOtmtForm } from "../../base/datetime.js";
import type { MementoResult } from "../../score/types.js";
import type { Presentation, Result, Writer } from "../types.js";
import { Course, PATTERN_TITLES } from "../../score/verdict/course.js";
import { verdictInTime } from "../../base/possible-date.js";
import { column, csvHead, csvTable, type TableColumn } from "../formats/forms.js";
import { byTimeMap, pageKindTitle, replayedAt, SeedNotice } from "../writing.js";

export const seeds: Writer = {
  keyword: "seeds",
  lacksSimhash: true,
  usualSuffix: ".csv",
  title: "a row for each seed",
  summary:
    "CSV with a row for each TimeMap: its seed, how many mementos are off-topic and how many unsure, in how many runs, from the first to " +
    "the end of the last (no end: to the last memento), the pattern, the kind of page, a notice if every capture is suspect or some are incomplete, " +
    "effective status and fault, the last on-topic memento and the first off-topic one after it, and whether the seed was captured and, if not, why.",
  example: "detect_off_topic -i warc=crawl.warc.gz -ot seeds -o seeds.csv",
  showsEvidence: "kinds",
  linksMementos: true,

  async *write(results, { profile, fetch }, presentation = {}) {
    const isOld = isOtmts(profile);
    const columns = columnsOf(isOld, presentation).filter(
      ({ name }) =>
        !(isOld && LATER_COLUMNS.has(name)) && !(fetch === undefined && name === "Inferred"),
    );
    yield csvHead(columns);
    let seed: Seed | undefined;
    for await (const [result, isFirst] of byTimeMap(results)) {
      if (isFirst && seed !== undefined) yield csvTable(columns, [seed]);
      if (isFirst || seed === undefined) seed = new Seed();
      seed.add(result);
    }
    if (seed !== undefined) yield csvTable(columns, [seed]);
  },
};

/** Profile otmt-1.0.5 has none. */
const LATER_COLUMNS: ReadonlySet<string> = new Set([
  ...["Effective Status", "Fault", "Last On-Topic Memento", "Last On-Topic Date"],
  ...["First Off-Topic After It", "First Off-Topic Date After It", "Captured"],
]);

/** Profile otmt-1.0.5 writes dates and patterns as OTMT does. */
function columnsOf(isOld: boolean, { replay }: Presentation): TableColumn<Seed>[] {
  const date = (memento: MementoResult | undefined): string | undefined => {
    const datetime = memento?.capture.mementoDatetime;
    return isOld && datetime ? toOtmtForm(datetime) : datetime;
  };
  const link = (memento: MementoResult | undefined): string | undefined =>
    memento && (replayedAt(replay, memento) ?? memento.uriM);
  return [
    column("URI-R", ({ uriR }) => uriR, "uri"),
    column("Mementos", ({ mementos }) => mementos),
    column("Judged", ({ judged }) => judged),
    column("Off-Topic", ({ offTopic }) => offTopic),
    column("Unsure", ({ unsure }) => unsure),
    column("Errors", ({ errors }) => errors),
    column("Off-Topic Runs", ({ dates }) => dates.count),
    column("Off-Topic From", ({ dates }) => date(dates.firstOff)),
    column("Off-Topic To", ({ dates }) => date(dates.to)),
    column("Pattern", ({ pattern }) => (pattern && !isOld ? PATTERN_TITLES[pattern] : pattern)),
    column("Kind of Page", ({ kinds }) => kinds.most()),
    column("Notice", ({ notice }) => notice.text),
    column("First Off-Topic Memento", ({ dates }) => link(dates.firstOff), "uri"),
    column("URI-T", ({ uriT }) => uriT, "uri"),
    column("Error Message", ({ error }) => error),
    column("Effective Status", ({ statuses }) => statuses.most()),
    column("Fault", ({ faults }) => faults.most()),
    column("Last On-Topic Memento", ({ dates }) => link(dates.lastOn), "uri"),
    column("Last On-Topic Date", ({ dates }) => date(dates.lastOn)),
    column("First Off-Topic After It", ({ dates }) => link(dates.offAfter), "uri"),
    column("First Off-Topic Date After It", ({ dates }) => date(dates.offAfter)),
    column("Captured", ({ captured }) => captured),
    // Only a run with `--fetch changes` infers verdicts.
    column("Inferred", ({ inferred }) => inferred),
  ];
}

/** The figures of a TimeMap. */
class Seed {
  uriT = "";
  uriR: string | undefined;
  error: string | undefined;
  captured: string | undefined;
  pattern: MementoResult["pattern"];
  mementos = 0;
  judged = 0;
  offTopic = 0;
  unsure = 0;
  errors = 0;
  inferred = 0;
  dates = new Course<MementoResult>();
  readonly notice = new SeedNotice();
  readonly kinds = new TallyOfValues<string>();
  readonly statuses = new TallyOfValues<number>();
  readonly faults = new TallyOfValues<string>();

  add(result: Result): void {
    this.uriT = result.uriT;
    if (result.kind === "timemap-problem") {
      const { message, reason } = result.problem;
      this.uriR ??= seedOfTimeMap(result.uriT);
      this.error = message;
      // Without a reason the TimeMap could not be fetched, so it is unknown whether the seed was captured.
      if (reason !== undefined) {
        this.captured = reason === "no page" ? "no, no page: its captures are no pages" : "no";
      }
      return;
    }
    this.captured = "yes";
    this.uriR ??= result.capture.uriR;
    this.pattern ??= result.pattern;
    this.notice.add(result);
    this.mementos += 1;
    if (result.seedDates === undefined) this.dates.add(verdictInTime(result), result);
    else this.dates = result.seedDates;
    if (result.problem !== undefined) this.errors += 1;
    if (result.capture.inferredFrom !== undefined) this.inferred += 1;
    if (result.overall === undefined) return;
    this.judged += 1;
    if (result.overall === "unsure") this.unsure += 1;
    if (result.overall !== "off-topic") return;
    this.offTopic += 1;
    this.kinds.add(pageKindTitle(result));
    this.statuses.add(result.effectiveStatus);
    this.faults.add(result.fault);
  }
}

class TallyOfValues<T> {
  readonly #counts = new Map<T, number>();

  add(value: T | undefined): void {
    if (value !== undefined) this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1);
  }

  /** Returns the value that occurs most often. Of several such values, returns the first in order of occurrence. */
  most(): T | undefined {
    const most = Math.max(0, ...this.#counts.values());
    return [...this.#counts].find(([, times]) => times === most)?.[0];
  }
}

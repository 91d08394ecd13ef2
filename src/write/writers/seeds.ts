import { isOtmts } from "../../score/settings/profiles.js";
import { seedOfTimeMap } from "../../base/uri.js";
import { toOtmtForm } from "../../base/datetime.js";
import type { MementoResult, SeedDates } from "../../score/types.js";
import type { Presentation, Result, Writer } from "../types.js";
import { PATTERN_TITLES } from "../../score/verdict/pattern.js";
import { SeedDatesFinder } from "../../score/verdict/seed-dates.js";
import { csvRows } from "../formats/forms.js";
import { byTimeMap, pageKindTitle, replayedAt, SeedNotice } from "../writing.js";

const COLUMNS = [
  "URI-R",
  "Mementos",
  "Judged",
  "Off-Topic",
  "Unsure",
  "Errors",
  "Off-Topic Runs",
  "Off-Topic From",
  "Off-Topic To",
  "Pattern",
  "Kind of Page",
  "Notice",
  "First Off-Topic Memento",
  "URI-T",
  "Error Message",
] as const;

/** Profile otmt-1.0.5 has none. */
const LATER_COLUMNS = [
  "Effective Status",
  "Fault",
  "Last On-Topic Memento",
  "Last On-Topic Date",
  "First Off-Topic After It",
  "First Off-Topic Date After It",
  "Captured",
] as const;

/** Column of a run that infers verdicts (`--fetch changes`). */
const INFERRED_COLUMN = ["Inferred"] as const;

type Column =
  | (typeof COLUMNS)[number]
  | (typeof LATER_COLUMNS)[number]
  | (typeof INFERRED_COLUMN)[number];
type SeedRow = Partial<Record<Column, string | number>>;

const uris = [
  "URI-R",
  "URI-T",
  "First Off-Topic Memento",
  "Last On-Topic Memento",
  "First Off-Topic After It",
];

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
    const columns: readonly Column[] = [
      ...COLUMNS,
      ...(isOld ? [] : LATER_COLUMNS),
      ...(fetch === undefined ? [] : INFERRED_COLUMN),
    ];
    yield csvRows([columns]);
    let seed: Seed | undefined;
    for await (const [result, isFirst] of byTimeMap(results)) {
      if (isFirst && seed !== undefined) yield seed.text(columns);
      if (isFirst || seed === undefined) seed = new Seed(result.uriT, presentation, isOld);
      seed.add(result);
    }
    if (seed !== undefined) yield seed.text(columns);
  },
};

class Seed {
  readonly uriT: string;
  readonly #replay: string | undefined;
  readonly #hasOldWords: boolean;
  readonly #row: SeedRow = {};
  #mementos = 0;
  #judged = 0;
  #offTopic = 0;
  #unsure = 0;
  #errors = 0;
  #inferred = 0;
  readonly #own = new SeedDatesFinder();
  #dates: SeedDates = this.#own;
  readonly #notice = new SeedNotice();
  readonly #kinds = new Counts<string>();
  readonly #statuses = new Counts<number>();
  readonly #faults = new Counts<string>();

  constructor(uriT: string, { replay }: Presentation, hasOldWords: boolean) {
    this.uriT = uriT;
    this.#replay = replay;
    this.#hasOldWords = hasOldWords;
  }

  add(result: Result): void {
    if (result.kind === "timemap-problem") {
      const { message, reason } = result.problem;
      this.#row["URI-R"] ??= seedOfTimeMap(result.uriT);
      this.#row["Error Message"] = message;
      // Without a reason the TimeMap could not be fetched, so it is unknown whether the seed was captured.
      if (reason !== undefined) {
        this.#row.Captured = reason === "no page" ? "no, no page: its captures are no pages" : "no";
      }
      return;
    }
    this.#row.Captured = "yes";
    this.#row["URI-R"] ??= result.capture.uriR;
    this.#row.Pattern ??= this.#patternOf(result);
    this.#notice.add(result);
    this.#mementos += 1;
    if (result.seedDates === undefined) this.#own.add(result);
    else this.#dates = result.seedDates;
    if (result.problem !== undefined) this.#errors += 1;
    if (result.capture.inferredFrom !== undefined) this.#inferred += 1;
    if (result.overall === undefined) return;
    this.#judged += 1;
    if (result.overall === "unsure") this.#unsure += 1;
    if (result.overall !== "off-topic") return;
    this.#offTopic += 1;
    this.#kinds.add(pageKindTitle(result));
    this.#statuses.add(result.effectiveStatus);
    this.#faults.add(result.fault);
  }

  #patternOf({ pattern }: MementoResult): string | undefined {
    return pattern === undefined || this.#hasOldWords ? pattern : PATTERN_TITLES[pattern];
  }

  text(columns: readonly Column[]): string {
    const { runs, firstOff, lastOn, offAfter } = this.#dates;
    const row: SeedRow = {
      ...this.#row,
      "URI-T": this.uriT,
      Notice: this.#notice.text,
      Mementos: this.#mementos,
      Judged: this.#judged,
      "Off-Topic": this.#offTopic,
      Unsure: this.#unsure,
      Errors: this.#errors,
      Inferred: this.#inferred,
      "Off-Topic Runs": runs.count,
      "Off-Topic From": this.#dateOf(firstOff),
      "Off-Topic To": this.#dateOf(runs.to),
      "Kind of Page": this.#kinds.most() ?? "",
      "Effective Status": this.#statuses.most(),
      Fault: this.#faults.most(),
      "First Off-Topic Memento": this.#linkTo(firstOff),
      "Last On-Topic Memento": this.#linkTo(lastOn),
      "Last On-Topic Date": this.#dateOf(lastOn),
      "First Off-Topic After It": this.#linkTo(offAfter),
      "First Off-Topic Date After It": this.#dateOf(offAfter),
    };
    return csvRows([row], { columns, uris });
  }

  /** Profile otmt-1.0.5 writes dates as OTMT does. */
  #dateOf(memento: MementoResult | undefined): string | undefined {
    return memento && this.#written(memento.capture.mementoDatetime);
  }

  #written(datetime: string): string {
    return this.#hasOldWords && datetime !== "" ? toOtmtForm(datetime) : datetime;
  }

  #linkTo(memento: MementoResult | undefined): string | undefined {
    return memento && (replayedAt(this.#replay, memento) ?? memento.uriM);
  }
}

class Counts<T> {
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

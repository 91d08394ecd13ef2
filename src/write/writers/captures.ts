import { verdictInTime } from "../../base/possible-date.js";
import type { MementoResult } from "../../score/types.js";
import { Course } from "../../score/verdict/course.js";
import { captureColumns } from "../columns.js";
import { column, csvHead, csvTable, type TableColumn } from "../formats/forms.js";
import type { Result, Writer } from "../types.js";
import { byTimeMap, probabilityOf } from "../writing.js";

/** The columns that a reader looks at first. Those that are not {@link OWN} are columns of {@link captureColumns}. */
const FIRST = [
  ...["overall_topic_status", "probability", "page_kind", "off_topic_since", "uri_r"],
  ...["memento_datetime", "http_status", "notice", "uri_m"],
];

/** Columns that other tables do not have. */
const OWN: readonly TableColumn<Result>[] = [
  column("probability", (of) => (of.kind === "memento" ? probabilityOf(of) : undefined)),
  // A row without a verdict says why at its beginning, too.
  column("notice", (of) => {
    const { remark, seedNotice } = of.kind === "memento" ? of : {};
    return of.problem?.message ?? remark ?? seedNotice;
  }),
];

export const captures: Writer = {
  keyword: "captures",
  usualSuffix: ".csv",
  title: "a row for each capture",
  summary:
    "CSV with a row for each capture: verdict, probability, kind of page, since when the seed is off-topic, URI-R, " +
    "memento-datetime, HTTP status, notice and URI-M, then the other columns of Parquet.",
  example: "detect_off_topic -i warc=crawl.warc.gz -ot captures -o captures.csv",
  needsSettings: true,

  async *write(results, settings) {
    let course = new Course<MementoResult>();
    const since = column("off_topic_since", (of: Result) => sinceWhen(of, course));
    const known = [...OWN, since, ...captureColumns(settings)];
    const columns = [
      ...FIRST.map((name) => known.find((each) => each.name === name)!),
      ...known.filter(({ name }) => !FIRST.includes(name)),
    ];
    yield csvHead(columns);
    for await (const [result, isFirst] of byTimeMap(results)) {
      if (isFirst) course = new Course<MementoResult>();
      yield csvTable(columns, [result]);
    }
  },
};

/** Returns the date of the first capture of the off-topic captures to which this one belongs. Adds it to the course. */
function sinceWhen(result: Result, course: Course<MementoResult>): string | undefined {
  if (result.kind !== "memento") return undefined;
  const verdict = verdictInTime(result);
  course.add(verdict, result);
  return verdict === "off-topic" ? course.from?.capture.mementoDatetime : undefined;
}

import type { PageHead, PageTimeMap } from "../page-data.js";
import { element } from "./dom.js";
import { measureOverview } from "./measure-overview.js";
import { patternOverview } from "./pattern-overview.js";
import { visible } from "./visible.js";
import { counted, grouped, percent } from "./words.js";
import { yearChart } from "./year-chart.js";

/** What there is and how much of it is off-topic. */
export function overview(head: PageHead, showPattern: (pattern: string) => void): HTMLElement {
  const { timeMaps, missedTimeMaps, years, pageKinds, measures } = head;
  return element(
    "section",
    { class: "overview", "aria-labelledby": "overview-title" },
    element("h2", { id: "overview-title" }, "Overview"),
    figures(timeMaps, missedTimeMaps.length),
    element(
      "div",
      { class: "cards" },
      years.length === 0 ? undefined : card("By year", yearChart(years)),
      card("By pattern", patternOverview(timeMaps, showPattern)),
      measures.length === 0 ? undefined : card("By measure", measureOverview(head)),
      pageKinds.length === 0
        ? undefined
        : card(
            "What off-topic mementos are",
            element(
              "table",
              {},
              element(
                "tbody",
                {},
                ...pageKinds.map(({ title, count }) =>
                  element(
                    "tr",
                    {},
                    element("th", { scope: "row" }, visible(title)),
                    element("td", { class: "number" }, grouped(count)),
                  ),
                ),
              ),
            ),
          ),
    ),
    missedTimeMaps.length === 0 ? undefined : missed(head),
  );
}

function figures(timeMaps: readonly PageTimeMap[], missedTimeMaps: number): HTMLElement {
  const sum = (count: (timeMap: PageTimeMap) => number): number =>
    timeMaps.reduce((total, timeMap) => total + count(timeMap), 0);
  const offTopic = sum((each) => each.offTopic);
  const undecided = sum((each) => each.undecided);
  const judged = sum((each) => each.onTopic) + offTopic;
  const touched = timeMaps.filter((each) => each.offTopic > 0).length;
  const all: readonly (readonly [string, string, string])[] = [
    [
      grouped(judged + undecided),
      judged + undecided === 1 ? "memento" : "mementos",
      undecided === 0 ? "" : `${grouped(undecided)} without a verdict`,
    ],
    [
      grouped(timeMaps.length),
      timeMaps.length === 1 ? "TimeMap" : "TimeMaps",
      missedTimeMaps === 0 ? "" : `${grouped(missedTimeMaps)} more could not be had`,
    ],
    [
      grouped(offTopic),
      `off-topic memento${offTopic === 1 ? "" : "s"}`,
      `${percent(offTopic, judged)} of those judged`,
    ],
    [
      grouped(touched),
      `TimeMap${touched === 1 ? "" : "s"} with any`,
      `${percent(touched, timeMaps.length)} of TimeMaps`,
    ],
  ];
  return element(
    "ul",
    { class: "figures" },
    ...all.map(([number, what, more]) =>
      element(
        "li",
        {},
        element("strong", {}, number),
        element("span", {}, what),
        more === "" ? undefined : element("small", {}, more),
      ),
    ),
  );
}

const card = (title: string, ...children: readonly Node[]): HTMLElement =>
  element("section", { class: "card" }, element("h3", {}, title), ...children);

function missed({ missedTimeMaps }: PageHead): HTMLElement {
  return element(
    "details",
    {},
    element("summary", {}, `${counted(missedTimeMaps.length, "TimeMap")} could not be had`),
    element(
      "ul",
      {},
      ...missedTimeMaps.map(({ uriT, message }) =>
        element("li", {}, element("code", {}, visible(uriT)), ` ${visible(message)}`),
      ),
    ),
  );
}

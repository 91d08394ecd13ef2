import type { PageHead } from "../page-data.js";
import { element } from "./dom.js";
import { shareBar } from "./share-bar.js";
import { visible } from "./visible.js";
import { grouped, thresholdTitle } from "./words.js";

/** What each measure says; those without a threshold have no vote. */
export function measureOverview({
  measures,
  topic,
}: Pick<PageHead, "measures" | "topic">): HTMLElement {
  const rows = measures.map(
    ({ name, threshold, comparison, cut, scored, offTopic, alone, failed }) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, visible(name)),
        element(
          "td",
          { class: "number" },
          threshold === undefined
            ? (cut ?? "no vote")
            : `${comparison ?? ""} ${thresholdTitle(threshold)}`,
        ),
        element("td", { class: "number" }, grouped(offTopic)),
        element("td", {}, shareBar(offTopic, scored, "off")),
        element("td", { class: "number" }, alone === undefined ? "–" : grouped(alone)),
        element("td", { class: "number" }, grouped(failed)),
      ),
  );
  if (topic !== undefined) rows.push(topicRow(topic));
  const heads = ["off-topic when", "off-topic", "", "only this one", "no score"];
  return element(
    "div",
    { class: "scroll" },
    element(
      "table",
      {},
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          element("th", { scope: "col" }, "measure"),
          ...heads.map((head) =>
            head === "" ? element("td") : element("th", { scope: "col", class: "number" }, head),
          ),
        ),
      ),
      element("tbody", {}, ...rows),
    ),
  );
}

/** The measures against the topic of the collection have one vote together. */
function topicRow({
  scored,
  offTopic,
  alone = 0,
}: NonNullable<PageHead["topic"]>): HTMLTableRowElement {
  return element(
    "tr",
    {},
    element("th", { scope: "row" }, "the collection's topic"),
    element("td", { class: "number" }, "their one vote"),
    element("td", { class: "number" }, grouped(offTopic)),
    element("td", {}, shareBar(offTopic, scored, "off")),
    element("td", { class: "number" }, grouped(alone)),
    element("td", { class: "number" }, "–"),
  );
}

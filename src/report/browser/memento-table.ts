import type { PageMeasure } from "../page-data.js";
import { LINK_OUT, mementoHref } from "./archive-link.js";
import type { ShownMemento } from "./shown-memento.js";
import { element } from "./dom.js";
import { evidenceLines } from "./evidence-lines.js";
import { shapeOf } from "./shapes.js";
import { visible } from "./visible.js";
import { dateTitle, scoreTitle, verdictTitle } from "./words.js";

/** The mementos of a chart as a table, made when it is first opened. */
export function mementoTable(
  mementos: readonly ShownMemento[],
  measures: readonly PageMeasure[],
): HTMLElement {
  const box = element("details", { class: "memento-table" });
  box.append(element("summary", {}, "These mementos as a table"));
  box.addEventListener(
    "toggle",
    () => box.append(element("div", { class: "scroll" }, table(mementos, measures))),
    { once: true },
  );
  return box;
}

function table(mementos: readonly ShownMemento[], measures: readonly PageMeasure[]): HTMLElement {
  const shown = [
    ...new Set(mementos.flatMap(({ scores }) => scores.map(({ measure }) => measure))),
  ];
  const head = (text: string, isNumber = false): HTMLElement =>
    element("th", { scope: "col", class: isNumber && "number" }, text);
  const heads = [
    head("memento-datetime"),
    head("verdict"),
    ...shown.map((each) => head(visible(measures[each]?.name ?? ""), true)),
    head("evidence"),
  ];
  const rows = mementos.map((memento) => {
    const { date, overall, problem, scores } = memento;
    const href = mementoHref(memento);
    const when = dateTitle(date);
    const said = evidenceLines(memento).map(({ title, text }) => `${title}: ${text}`);
    if (problem !== undefined) said.unshift(visible(problem));
    return element(
      "tr",
      {},
      element(
        "th",
        { scope: "row" },
        href === undefined ? when : element("a", { href, ...LINK_OUT }, when),
      ),
      element(
        "td",
        {},
        element("span", { class: `badge ${shapeOf(overall)}` }, verdictTitle(overall)),
      ),
      ...shown.map((measure) => {
        const each = scores.find((score) => score.measure === measure);
        const isOff = each?.topicStatus === "off-topic";
        return element(
          "td",
          { class: isOff ? "number off" : "number" },
          each?.score === undefined ? "–" : `${isOff ? "✕ " : ""}${scoreTitle(each.score)}`,
        );
      }),
      element("td", {}, element("bdi", {}, said.join("; "))),
    );
  });
  const body = element("tbody");
  for (const row of rows) body.append(row);
  return element("table", {}, element("thead", {}, element("tr", {}, ...heads)), body);
}

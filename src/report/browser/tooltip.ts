import type { PageMeasure } from "../page-data.js";
import { element } from "./dom.js";
import { evidenceLines, type ShownMemento } from "./memento-text.js";
import { dateTitle, scoreTitle, thresholdTitle, verdictTitle, visible } from "./words.js";

const MOST_SCORES = 6;
const MOST_LINES = 4;

/** A box next to the pointer or the focus. */
export interface Tooltip {
  show(memento: ShownMemento, anchor: DOMRect): void;
  hide(): void;
}

export function makeTooltip(measures: readonly PageMeasure[]): Tooltip {
  const box = element("div.tooltip", { role: "tooltip", hidden: true });
  document.body.append(box);
  let shown: ShownMemento | undefined;
  return {
    show(memento, anchor) {
      if (memento !== shown) box.replaceChildren(...content(memento, measures));
      shown = memento;
      box.hidden = false;
      const { width, height } = box.getBoundingClientRect();
      const left = Math.min(anchor.right + 8, document.documentElement.clientWidth - width - 8);
      const below = anchor.bottom + 10;
      const top = below + height > window.innerHeight ? anchor.top - height - 10 : below;
      box.style.left = `${Math.max(8, left)}px`;
      box.style.top = `${Math.max(8, top)}px`;
    },
    hide() {
      box.hidden = true;
    },
  };
}

function content(memento: ShownMemento, measures: readonly PageMeasure[]): HTMLElement[] {
  const { date, overall, problem, scores } = memento;
  const lines = [element("strong", `${dateTitle(date)} · ${verdictTitle(overall)}`)];
  if (problem !== undefined) lines.push(element("span", visible(problem)));
  const byVote = [...scores].sort(
    (a, b) => Number(b.topicStatus === "off-topic") - Number(a.topicStatus === "off-topic"),
  );
  for (const { measure, score, error, topicStatus, threshold: own } of byVote.slice(
    0,
    MOST_SCORES,
  )) {
    const { name = "", threshold = own, comparison } = measures[measure] ?? {};
    const against =
      threshold === undefined ? "" : ` (${comparison ?? ""} ${thresholdTitle(threshold)})`;
    const said = score === undefined ? visible(error ?? "") : `${scoreTitle(score)}${against}`;
    const mark = topicStatus === "off-topic" ? "✕ " : "";
    lines.push(element("span", `${mark}${visible(name)} ${said}`));
  }
  for (const { title, text } of evidenceLines(memento).slice(0, MOST_LINES)) {
    lines.push(element("span.evidence", `${title}: ${text}`));
  }
  return lines;
}

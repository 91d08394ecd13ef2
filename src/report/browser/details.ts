import type { PageHead } from "../page-data.js";
import { LINK_OUT, mementoHref } from "./archive-link.js";
import type { ShownMemento } from "./shown-memento.js";
import { element } from "./dom.js";
import { evidenceLines } from "./evidence-lines.js";
import { scoreTable } from "./score-table.js";
import { sideBySide } from "./side-by-side.js";
import { shapeOf } from "./shapes.js";
import { shortened, visible } from "./visible.js";
import { dateTitle, grouped, verdictTitle } from "./words.js";

/** Everything that is known of the memento that was chosen. */
export function details(
  memento: ShownMemento,
  first: ShownMemento | undefined,
  { measures, hasText }: Pick<PageHead, "measures" | "hasText">,
): HTMLElement[] {
  const { date, overall, problem, notes, standsFor, status, override } = memento;
  const facts = evidenceLines(memento).map(({ title, text }) => ({ title, text }));
  if (problem !== undefined) facts.unshift({ title: "could not be had", text: visible(problem) });
  if (status !== undefined && !facts.some(({ title }) => title === "HTTP status")) {
    facts.push({ title: "HTTP status", text: String(status) });
  }
  if (standsFor !== undefined) facts.push({ title: "stands for", text: visible(standsFor) });
  if (override !== undefined) {
    const computed = override === true ? "" : `; computed: ${override.computed ?? "no verdict"}`;
    facts.push({ title: "override", text: `a curator's own verdict${computed}` });
  }
  for (const note of notes ?? []) facts.push({ title: "note", text: visible(note) });
  return [
    element(
      "h4",
      {},
      element("span", { class: `badge ${shapeOf(overall)}` }, verdictTitle(overall)),
      ` ${dateTitle(date)}`,
    ),
    whereItIs(memento),
    scoreTable(memento.scores, measures),
    factList(facts),
    ...(hasText || problem !== undefined ? sideBySide(first, memento) : [withoutTexts()]),
  ].filter((each) => each !== undefined);
}

/** Why no texts stand side by side, and how to have them. */
function withoutTexts(): HTMLElement {
  return element(
    "p",
    { class: "remark" },
    "No texts side by side: results files have none. Reports written straight from a run (-ot html) show them.",
  );
}

/** The link into the archive, or where the bytes stand. */
function whereItIs(memento: ShownMemento): HTMLElement {
  const { uriM, source, replayed } = memento;
  const href = mementoHref(memento);
  const line = element("p", { class: "where" });
  if (href !== undefined) {
    line.append(
      element(
        "a",
        { href, ...LINK_OUT, class: "open" },
        replayed === undefined ? "Open in its archive" : "Replay it",
      ),
      " ",
    );
  }
  line.append(element("code", {}, shortened(uriM, 200)));
  if (source !== undefined) {
    line.append(` in ${visible(source.file)}, byte ${grouped(source.offset)}`);
  }
  return line;
}

function factList(
  facts: readonly { readonly title: string; readonly text: string }[],
): HTMLElement | undefined {
  if (facts.length === 0) return undefined;
  return element(
    "dl",
    { class: "facts" },
    ...facts.flatMap(({ title, text }) => [
      element("dt", {}, title),
      element("dd", {}, element("bdi", {}, text)),
    ]),
  );
}

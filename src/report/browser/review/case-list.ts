import type { PageHead } from "../../page-data.js";
import { button, element, uriText } from "../dom.js";
import { counted, shortened, visible } from "../words.js";
import { type CaseState, dayOf, placesOf, type ReviewCase } from "./cases.js";

/** Number of listed cases before the current case, and number of listed cases after it. */
const AROUND = 25;

const MARKS: Readonly<Record<CaseState, string>> = {
  open: "○",
  agreed: "✓",
  disagreed: "✕",
  unsure: "?",
  contradicted: "≠",
};

/** A heading precedes each batch. */
export function caseList(
  head: PageHead,
  cases: readonly ReviewCase[],
  current: number,
  stateOf: (each: ReviewCase) => CaseState,
  chosen: (each: ReviewCase) => void,
): HTMLElement {
  const from = Math.max(0, Math.min(current - AROUND, cases.length - 2 * AROUND));
  const shown = cases.slice(from, from + 2 * AROUND);
  const batches = batchTitles(head, cases, shown);
  const rows = shown.flatMap((each, at) => {
    const before = cases[from + at - 1];
    const title =
      each.batch !== undefined && each.batch !== before?.batch
        ? batches.get(each.batch)
        : undefined;
    const row = element("li", caseButton(head, each, stateOf(each), from + at === current, chosen));
    return title === undefined ? [row] : [element("li.case-group", title), row];
  });
  return element(
    "div.case-list",
    element("ol", { "aria-label": "Cases" }, ...rows),
    shown.length < cases.length
      ? element(
          "p.remark",
          `${counted(cases.length, "case")}, ${from + 1} to ${from + shown.length} shown`,
        )
      : undefined,
  );
}

/** Returns the heading of each batch: `parked or for sale, 14 mementos of 9 seeds: look at three, accept all`. */
function batchTitles(
  head: PageHead,
  cases: readonly ReviewCase[],
  shown: readonly ReviewCase[],
): ReadonlyMap<number, string> {
  const wanted = new Set(shown.flatMap(({ batch }) => batch ?? []));
  const titles = new Map<number, string>();
  for (const batch of wanted) {
    const members = cases.filter((each) => each.batch === batch);
    const mementos = members.reduce((sum, each) => sum + placesOf(head, each).length, 0);
    const seeds = new Set(members.map(({ timeMap }) => timeMap)).size;
    titles.set(
      batch,
      `${visible(members[0]?.kind ?? "")}, ${counted(mementos, "capture")} of ${counted(seeds, "seed")}: look at three, accept all`,
    );
  }
  return titles;
}

function caseButton(
  head: PageHead,
  each: ReviewCase,
  state: CaseState,
  isCurrent: boolean,
  chosen: (each: ReviewCase) => void,
): HTMLElement {
  const count = placesOf(head, each).length;
  const made = button("", () => chosen(each), {
    class: `case case-${state}`,
    "aria-current": isCurrent ? "true" : undefined,
    "data-case": each.id,
  });
  const kind = each.kind === undefined ? "on-topic" : visible(each.kind);
  const what = each.computed === "unsure" ? `unsure, ${kind}` : kind;
  made.append(
    element("span.mark-of-case", { role: "img", "aria-label": state }, MARKS[state]),
    uriText(shortened(head.timeMaps[each.timeMap]!.seed, 60)),
    element(
      "span.remark",
      `${what}, ${dayOf(head, each.timeMap, each.from)}${count > 1 ? `, ${counted(count, "capture")}` : ""}`,
    ),
  );
  return made;
}

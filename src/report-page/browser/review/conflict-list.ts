import type { Conflict } from "../../../results/decisions.js";
import { element } from "../dom.js";
import { counted, grouped, shortened, visible } from "../words.js";

/** Contradictions that are listed. */
const MOST = 20;

/** What people contradict each other on; nothing where they do not. */
export function conflictList(conflicts: readonly Conflict[]): HTMLElement[] {
  if (conflicts.length === 0) return [];
  const items = conflicts.slice(0, MOST).map(({ uriM, decisions }) => {
    const said = decisions.map(({ by, label }) => `${visible(by ?? "somebody")}: ${label ?? ""}`);
    return element("li", {}, element("code", {}, shortened(uriM, 120)), ` ${said.join("; ")}`);
  });
  const more = conflicts.length - items.length;
  return [
    element(
      "div",
      { class: "conflicts", role: "region", "aria-label": "Contradictions" },
      element(
        "p",
        {},
        `${counted(conflicts.length, "memento")} on which people contradict each other; the cases stay open:`,
      ),
      element("ul", {}, ...items),
      more > 0 ? element("p", {}, `and ${grouped(more)} more`) : undefined,
    ),
  ];
}

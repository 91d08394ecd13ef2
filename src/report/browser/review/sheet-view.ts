import type { Label } from "../../../write/decisions.js";
import { groupBy } from "../../../base/math/group-by.js";
import { countText } from "../../list-count.js";
import type { PageHead } from "../../page-data.js";
import { readMemento } from "../data.js";
import { button, element, switchedOff } from "../dom.js";
import { pictureOf } from "../pictures.js";
import { counted, dayTitle, grouped, shortened, visible } from "../words.js";
import { dayOf, placesOf, type ReviewCase } from "./cases.js";
import type { ReviewModel } from "./review-model.js";

/** Maximum number of cases of a kind on the sheet. Further cases appear after these cases are decided. */
const MOST_TILES = 60;
const TEXT_LENGTH = 160;

/** Number of open cases of a kind from which the contact sheet saves time. */
const MANY = 10;

/** Returns whether the review offers the contact sheet. */
export function hasManyOfAKind(model: ReviewModel): boolean {
  const counts = new Map<string, number>();
  return openOffTopic(model).some(({ kind = "" }) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count >= MANY;
  });
}

const openOffTopic = (model: ReviewModel): ReviewCase[] =>
  model.cases.filter((each) => each.computed === "off-topic" && model.isOpen(each));

/** A contact sheet with the open off-topic cases by kind of page. A reviewer can decide several cases at once. */
export class SheetView {
  readonly section: HTMLElement;
  readonly #head: PageHead;
  readonly #model: ReviewModel;
  readonly #undoButton = button("undo", () => this.#undo());
  readonly #groups = element("div.groups");
  readonly #status = element("p.status-line", { role: "status" });
  /** Cases that the reviewer has excluded from the decision on their kind. */
  readonly #left = new Set<string>();
  readonly #open: (each: ReviewCase) => void;
  #isShown = false;
  #isWaiting = false;

  /** Calls `open` with the case that the reviewer wants to examine. */
  constructor(head: PageHead, model: ReviewModel, open: (each: ReviewCase) => void) {
    this.#head = head;
    this.#model = model;
    this.#open = open;
    model.listen(() => this.#show());
    this.section = element(
      "section.sheet",
      { "aria-labelledby": "sheet-title" },
      element("h2", { id: "sheet-title" }, "Contact sheet"),
      element(
        "p.remark",
        "The first capture of each open case, by kind of page. Untick those that you do not want to decide with the others.",
      ),
      element(
        "div.said",
        element(
          "nav",
          { "aria-label": "Back" },
          element("a", { href: "#review" }, "Back to the cases"),
        ),
        this.#undoButton,
        this.#status,
      ),
      this.#groups,
    );
  }

  apply(): void {
    this.#isShown = true;
    this.#render();
  }

  #show(): void {
    if (this.#isWaiting || !this.#isShown) return;
    this.#isWaiting = true;
    queueMicrotask(() => {
      this.#isWaiting = false;
      this.#render();
    });
  }

  #render(): void {
    const focused = document.activeElement?.getAttribute("data-sheet");
    switchedOff(this.#undoButton, !this.#model.canUndo);
    const open = openOffTopic(this.#model);
    const kinds = [...groupBy(open, ({ kind = "" }) => kind)].sort(
      ([, one], [, other]) => other.length - one.length,
    );
    this.#groups.replaceChildren(
      ...(kinds.length === 0 ? [element("p", "No off-topic case is open.")] : []),
      ...kinds.map(([kind, cases]) => this.#group(kind, cases)),
    );
    const again = [...this.#groups.querySelectorAll("button")].find(
      (each) => each.getAttribute("data-sheet") === focused,
    );
    if (focused !== null && focused !== undefined) {
      (again ?? this.#groups.querySelector("button"))?.focus({ preventScroll: true });
    }
  }

  #group(kind: string, cases: readonly ReviewCase[]): HTMLElement {
    const shown = cases.slice(0, MOST_TILES);
    const labels = ["off-topic", "on-topic", "unsure"] as const;
    const buttons = labels.map((label) =>
      button("", () => this.#decide(kind, shown, label), {
        class: `command do-${label}`,
        "data-sheet": `${label} ${kind}`,
      }),
    );
    const tell = (): void => {
      const chosen = shown.filter(({ id }) => !this.#left.has(id));
      const count = this.#model.mementosOf(chosen);
      for (const [at, press] of buttons.entries()) {
        press.textContent = at === 0 ? `off-topic: ${counted(count, "capture")}` : labels[at]!;
        switchedOff(press, count === 0);
      }
    };
    tell();
    const more = cases.length - shown.length;
    return element(
      "section.kind",
      { "aria-label": visible(kind) },
      element(
        "div.kind-head",
        element("h3", `${visible(kind)}: ${counted(cases.length, "case")}`),
        element("div.choices", ...buttons),
      ),
      element("ul.tiles", ...shown.map((each) => this.#tile(each, tell))),
      more > 0
        ? element("p.remark", `${grouped(more)} more follow when these are decided.`)
        : undefined,
    );
  }

  #tile(each: ReviewCase, changed: () => void): HTMLElement {
    const head = this.#head;
    const memento = readMemento(each.timeMap, each.from);
    const seed = shortened(head.timeMaps[each.timeMap]!.seed, 60);
    const day = dayTitle(dayOf(head, each.timeMap, each.from));
    const box = element("input", { type: "checkbox", checked: !this.#left.has(each.id) });
    box.addEventListener("change", () => {
      if (box.checked) this.#left.delete(each.id);
      else this.#left.add(each.id);
      changed();
    });
    const count = placesOf(head, each).length;
    const picture = memento && pictureOf(head, memento, "");
    const text = memento?.excerpt?.replace(/[\ue000-\ue003]\d*/gu, " ").trim() ?? "";
    return element(
      "li.tile",
      element(
        "label",
        picture ??
          element("span.tile-text", { dir: "auto" }, text.slice(0, TEXT_LENGTH) || "no picture"),
        element(
          "span",
          box,
          " ",
          element("bdi", seed),
          element("span.remark", `, ${day}${count > 1 ? `, ${counted(count, "capture")}` : ""}`),
        ),
      ),
      button("look", () => this.#open(each), { "aria-label": `look at ${seed}, ${day}` }),
    );
  }

  #decide(kind: string, shown: readonly ReviewCase[], label: Label): void {
    const chosen = shown.filter(({ id }) => !this.#left.has(id));
    if (chosen.length === 0) return;
    const count = this.#model.decide(chosen, label);
    const { lists } = this.#model.counts();
    this.#status.textContent = `${label}: ${counted(count, "capture")} (${visible(kind)}). ${countText("case", lists.case, grouped)}.`;
  }

  #undo(): void {
    const undone = this.#model.undo();
    this.#status.textContent =
      undone === undefined
        ? "There is nothing to undo."
        : `Undone: ${undone.label ?? "the last step"} for ${counted(undone.count, "capture")}.`;
  }
}

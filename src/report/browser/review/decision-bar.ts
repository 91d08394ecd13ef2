import { button, element, folded, row, table } from "../dom.js";
import { counted, grouped, shortened, visible } from "../words.js";
import {
  type FacetName,
  FACETS,
  type FilteredQueue,
  type QueueFilter,
  REMOVAL_FORMATS,
  type RemovalFormat,
  removalFormats,
} from "./cases.js";
import type { Conflict } from "../../../write/decisions.js";

/** Commands of a review with their keys. */
const KEYS = {
  next: ["j", "next case"],
  previous: ["k", "case before"],
  agree: ["y", "agree"],
  disagree: ["n", "disagree"],
  unsure: ["u", "unsure"],
  batch: ["b", "apply to the batch"],
  split: ["m", "split the run here"],
  comment: ["c", "comment"],
  undo: ["z", "undo"],
  replay: ["o", "replay"],
  filter: ["/", "filter"],
  save: ["s", "save decisions"],
  help: ["?", "help"],
} as const satisfies Readonly<Record<string, readonly [key: string, title: string]>>;
export type Command = keyof typeof KEYS;

/** Calls `act` for the keys of a review while `isShown` is true and the focus is not in a text field. */
export function listenToKeys(isShown: () => boolean, act: (command: Command) => void): void {
  document.addEventListener("keydown", (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (!isShown() || ctrlKey || metaKey || altKey || event.repeat) return;
    if (target instanceof HTMLElement && target.matches("input, select, textarea")) return;
    const found = (Object.keys(KEYS) as Command[]).find((name) => KEYS[name][0] === key);
    if (found === undefined) return;
    event.preventDefault();
    act(found);
  });
}

/** Creates a button for a command that also has a key. */
export const commandButton = (
  command: Command,
  act: (command: Command) => void,
  title: string = KEYS[command][1],
): HTMLButtonElement => {
  const made = button(`${title} `, () => act(command), {
    class: `command do-${command}`,
    "aria-keyshortcuts": KEYS[command][0],
  });
  made.append(element("kbd", { "aria-hidden": "true" }, KEYS[command][0]));
  return made;
};

export const keysHelp = (): HTMLDetailsElement =>
  folded(
    "keys-help",
    "Keys",
    table(
      undefined,
      [],
      Object.values(KEYS).map(([key, title]) => row(element("kbd", key), element("td", title))),
    ),
    element(
      "p.remark",
      "y, n and u go on to the next open case. The arrow keys go from capture to capture in the strip of a case.",
    ),
  );

/** Callbacks of the bar. */
interface BarEvents {
  command(command: Command): void;
  load(text: string, name: string): void;
  copy(form: RemovalFormat): void;
  agreeWithAll(): void;
  named(name: string): void;
}

/** The bar with the number of unsaved decisions and the buttons to save, load and copy. */
export class DecisionBar {
  readonly element: HTMLElement;
  readonly #unfiled = element("strong.unfiled");
  readonly #all: HTMLButtonElement;

  constructor(name: string, isServed: boolean, events: BarEvents) {
    const by = element("input", { type: "text", value: name, autocomplete: "off", size: 12 });
    by.addEventListener("change", () => events.named(by.value));
    const file = element("input.unseen-file", { type: "file", accept: ".tsv,text/*" });
    file.addEventListener("change", () => {
      const [chosen] = file.files ?? [];
      if (chosen === undefined) return;
      void chosen.text().then((text) => events.load(text, chosen.name));
      file.value = "";
    });
    this.#all = button("Agree with all shown", () => events.agreeWithAll());
    this.element = element(
      "div.decision-bar",
      { role: "group", "aria-label": "Decisions" },
      this.#unfiled,
      element("label", "Your name ", by),
      isServed
        ? undefined
        : commandButton("save", (name) => events.command(name), "Save decisions"),
      element("label.load", "Load decisions ", file),
      this.#all,
      element(
        "span",
        { role: "group", "aria-label": "Copy what is decided to be off-topic" },
        "Copy what to remove: ",
        ...removalFormats.map((form) => button(REMOVAL_FORMATS[form], () => events.copy(form))),
      ),
    );
  }

  show(unfiled: number, isKept: boolean, shownOpen: number): void {
    this.#unfiled.textContent =
      unfiled === 0
        ? "All decisions are saved"
        : `${counted(unfiled, "decision")} not saved to a file yet${isKept ? "" : ", nor stored by this browser"}`;
    this.#unfiled.classList.toggle("some", unfiled > 0);
    this.#all.textContent = `Agree with all shown (${shownOpen} open)`;
    if (shownOpen === 0) this.#all.setAttribute("aria-disabled", "true");
    else this.#all.removeAttribute("aria-disabled");
  }
}

/** Maximum number of values of a facet to show. There are more years than kinds of page. */
const MOST_VALUES = 40;

/**
 * Returns facets as buttons with counts. `chosen` is called with the value of a pressed button, or with an empty one if
 * the value was selected already.
 */
export function facetPanel(
  { counts }: FilteredQueue,
  { facets }: QueueFilter,
  chosen: (name: FacetName, value: string) => void,
): HTMLElement[] {
  return (Object.keys(FACETS) as FacetName[]).flatMap((name) => {
    const own = facets.get(name);
    const values = [...(counts.get(name) ?? [])];
    if (own !== undefined && !values.some(([value]) => value === own)) values.push([own, 0]);
    if (values.length === 0) return [];
    values.sort(
      name === "year" || name === "status"
        ? ([a], [b]) => (a < b ? -1 : 1)
        : ([a, one], [b, other]) => other - one || (a < b ? -1 : 1),
    );
    const shown = values.filter(([value], at) => at < MOST_VALUES || value === own);
    return [
      element(
        "fieldset.facet",
        element("legend", FACETS[name]),
        ...shown.map(([value, count]) => {
          const isChosen = value === own;
          const made = button(visible(value), () => chosen(name, isChosen ? "" : value), {
            class: "facet-value",
            "aria-pressed": String(isChosen),
            "data-facet": `${name} ${value}`,
          });
          made.append(element("span.number", grouped(count)));
          return made;
        }),
      ),
    ];
  });
}

/** Maximum number of contradictions to list. */
const MOST = 20;

/** Returns the list of mementos on which reviewers contradict each other; nothing if there are none. */
export function conflictList(conflicts: readonly Conflict[]): HTMLElement[] {
  if (conflicts.length === 0) return [];
  const items = conflicts.slice(0, MOST).map(({ uriM, decisions }) => {
    const said = decisions.map(({ by, label }) => `${visible(by ?? "somebody")}: ${label ?? ""}`);
    return element("li", element("code", shortened(uriM, 120)), ` ${said.join("; ")}`);
  });
  const more = conflicts.length - items.length;
  return [
    element(
      "div.conflicts",
      { role: "region", "aria-label": "Contradictions" },
      element(
        "p",
        `${counted(conflicts.length, "capture")} on which people contradict each other; the cases stay open:`,
      ),
      element("ul", ...items),
      more > 0 ? element("p", `and ${grouped(more)} more`) : undefined,
    ),
  ];
}

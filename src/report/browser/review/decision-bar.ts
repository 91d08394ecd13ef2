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
import { exportButtons } from "../table-export.js";
import type { Conflict } from "../../../write/decisions.js";
import type { ReviewModel } from "./review-model.js";

const KEYS = {
  "off-topic": ["y", "off-topic"],
  "on-topic": ["n", "on-topic"],
  unsure: ["u", "unsure"],
  begin: ["e", "the seed begins here"],
  next: ["j", "next case"],
  previous: ["k", "case before"],
  picture: ["p", "pictures"],
  text: ["t", "texts"],
  page: ["a", "archived pages"],
  batch: ["b", "decide the batch"],
  split: ["m", "split the run here"],
  comment: ["c", "comment"],
  undo: ["z", "undo"],
  replay: ["o", "replay"],
  filter: ["/", "filter"],
  save: ["s", "save decisions"],
  help: ["?", "keys"],
} as const satisfies Readonly<Record<string, readonly [key: string, title: string]>>;
export type Command = keyof typeof KEYS;

/** Calls `act` for the keys of a review, as long as `isShown` returns true and no text field has the focus. */
export function listenToKeys(isShown: () => boolean, act: (command: Command) => void): void {
  document.addEventListener("keydown", (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (!isShown() || ctrlKey || metaKey || altKey || event.repeat || isTyping(target)) return;
    const found = (Object.keys(KEYS) as Command[]).find((name) => KEYS[name][0] === key);
    if (found === undefined) return;
    event.preventDefault();
    act(found);
  });
}

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest("input, select, textarea, dialog[open]") !== null;

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

/** Returns the overlay with the keys, which Escape closes. Keys of the review have no effect while it is open. */
export function keysHelp(): HTMLDialogElement {
  const half = (from: number, to: number): HTMLElement =>
    table(
      undefined,
      [],
      Object.values(KEYS)
        .slice(from, to)
        .map(([key, title]) => row(element("kbd", key), element("td", title))),
    );
  const box = element("dialog.keys-help", { "aria-labelledby": "keys-title" });
  const close = (): void => {
    box.close();
    // The browser takes the focus from the button only when it draws, and a key may come before.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  };
  box.append(
    element("h2", { id: "keys-title" }, "Keys"),
    element("div.key-columns", half(0, 9), half(9, 17)),
    element(
      "p.remark",
      "y, n and u decide the case on the screen and go on to the next open one. The arrow keys go from capture to capture of a case.",
    ),
    button("Close", close, { autofocus: true }),
  );
  box.addEventListener("keydown", (event) => {
    if (event.key !== KEYS.help[0] && event.key !== "Escape") return;
    event.preventDefault();
    close();
  });
  return box;
}

interface MenuEvents {
  command(command: Command): void;
  load(text: string, name: string): void;
  copy(form: RemovalFormat): void;
  agreeWithAll(): void;
  named(name: string): void;
}

export class ReviewMenu {
  readonly element: HTMLDetailsElement;
  readonly #all: HTMLButtonElement;

  constructor(name: string, events: MenuEvents) {
    const by = element("input", { type: "text", value: name, autocomplete: "off", size: 12 });
    by.addEventListener("change", () => events.named(by.value));
    const file = element("input.unseen-file", { type: "file", accept: ".tsv,text/*" });
    file.addEventListener("change", () => {
      const [chosen] = file.files ?? [];
      if (chosen === undefined) return;
      void chosen.text().then((text) => events.load(text, chosen.name));
      file.value = "";
    });
    // The focus must leave a button before the button is hidden.
    const close = (): void => {
      this.element.open = false;
      this.element.querySelector("summary")?.focus();
    };
    this.#all = button("Agree with all shown", () => {
      close();
      events.agreeWithAll();
    });
    const act = (command: Command): void => {
      close();
      events.command(command);
    };
    const group = (title: string, ...children: readonly (HTMLElement | string)[]): HTMLElement =>
      element("div.menu-group", { role: "group", "aria-label": title }, ...children);
    this.element = folded(
      "menu",
      "Menu",
      element(
        "div.menu-box",
        group("Cases", this.#all, commandButton("batch", act), commandButton("split", act)),
        group("Capture", commandButton("replay", act), commandButton("comment", act)),
        group("View", commandButton("filter", act), commandButton("help", act)),
        group(
          "Decisions",
          element("label", "Your name ", by),
          commandButton("save", act),
          element("label.load", "Load decisions ", file),
        ),
        group(
          "Copy what is decided to be off-topic",
          element("span", "Copy what to remove:"),
          ...removalFormats.map((form) => button(REMOVAL_FORMATS[form], () => events.copy(form))),
        ),
      ),
    );
    this.element.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") close();
    });
    document.addEventListener("click", ({ target }) => {
      if (target instanceof Node && !this.element.contains(target)) this.element.open = false;
    });
  }

  show(shownOpen: number): void {
    this.#all.textContent = `Agree with all shown (${grouped(shownOpen)} open)`;
    if (shownOpen === 0) this.#all.setAttribute("aria-disabled", "true");
    else this.#all.removeAttribute("aria-disabled");
  }
}

export const unfiledTitle = ({ unfiled, isKept, hasDecisions }: UnfiledState): string =>
  unfiled === 0
    ? hasDecisions
      ? "All decisions are saved"
      : ""
    : `${counted(unfiled, "decision")} not saved to a file yet${isKept ? "" : ", nor stored by this browser"}`;

/** Part of the model that says what is saved. Nothing counts as saved before anything is decided. */
type UnfiledState = Pick<ReviewModel, "unfiled" | "isKept" | "hasDecisions">;

/** A collection may span more years than there are kinds of page. */
const MOST_VALUES = 40;

/**
 * Returns facets as buttons with counts. Calls `chosen` with the value of a pressed button. Calls it with an empty
 * value if that value was already selected.
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

/** Returns an empty list if there are no contradictions. */
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
      exportButtons("Contradictions", () => [
        ["capture", "by", "decision", "at"],
        ...conflicts.flatMap(({ uriM, decisions }) =>
          decisions.map(({ by = "", label = "", at = "" }) => [uriM, by, label, at].map(visible)),
        ),
      ]),
    ),
  ];
}

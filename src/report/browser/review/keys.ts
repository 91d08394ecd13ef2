import { button, element, row, table } from "../dom.js";

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

export function commandButton(
  command: Command,
  act: (command: Command) => void,
  title: string = KEYS[command][1],
): HTMLButtonElement {
  const [key] = KEYS[command];
  const made = button(`${title} `, () => act(command), {
    class: `command do-${command}`,
    "aria-keyshortcuts": key,
  });
  made.append(element("kbd", { "aria-hidden": "true" }, key));
  return made;
}

/** Returns the overlay with the keys, which Escape closes. Keys of the review have no effect while it is open. */
export function keysHelp(): HTMLDialogElement {
  const half = (from: number, to: number): HTMLElement =>
    table(
      Object.values(KEYS)
        .slice(from, to)
        .map(([key, title]) => row(element("kbd", key), element("td", title))),
    );
  const box = element("dialog.box.keys-help", { "aria-labelledby": "keys-title" });
  const close = (): void => {
    box.close();
    // The browser takes the focus from the button only when it draws, and a key may come before.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  };
  box.append(
    element("h2", { id: "keys-title" }, "Keys"),
    element("div.row", half(0, 9), half(9, 17)),
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

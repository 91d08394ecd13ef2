import { button, element, folded, row, table } from "../dom.js";

/** What a person can do in a review, with its key. */
export const KEYS = {
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

/** Calls `act` for the keys of a review while `isShown`, and nobody types. */
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

/** A button for what a key does too. */
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

/** The table of keys. */
export const keysHelp = (): HTMLDetailsElement =>
  folded(
    "keys-help",
    "Keys",
    table(
      undefined,
      [],
      Object.values(KEYS).map(([key, title]) =>
        row(element("kbd", {}, key), element("td", {}, title)),
      ),
    ),
    element(
      "p",
      { class: "remark" },
      "y, n and u go on to the next open case. The arrow keys go from memento to memento in the strip of a case.",
    ),
  );

import { button, element, fold, switchedOff } from "../dom.js";
import { grouped } from "../words.js";
import { type Command, commandButton } from "./keys.js";

interface MenuEvents {
  command(command: Command): void;
  load(text: string, name: string): void;
  agreeWithAll(): void;
  named(name: string): void;
}

export interface ReviewMenu {
  readonly element: HTMLElement;
  /** Shows how many open cases "Agree with all shown" would decide. */
  show(open: number): void;
}

export function reviewMenu(name: string, events: MenuEvents): ReviewMenu {
  // The focus must leave a button before the button is hidden.
  const close = (): void => {
    menu.open = false;
    menu.querySelector("summary")?.focus();
  };
  const act = (command: Command): void => {
    close();
    events.command(command);
  };
  const all = button("Agree with all shown", () => {
    close();
    events.agreeWithAll();
  });
  const by = element("input", { type: "text", value: name, autocomplete: "off", size: 12 });
  by.addEventListener("change", () => events.named(by.value));
  const group = (title: string, ...children: readonly HTMLElement[]): HTMLElement =>
    element("div.row.menu-group", { role: "group", "aria-label": title }, ...children);
  const menu = fold(
    "menu",
    "Menu",
    element(
      "div.box.menu-box",
      group("Cases", all, commandButton("batch", act), commandButton("split", act)),
      group("Capture", commandButton("replay", act), commandButton("comment", act)),
      group("View", commandButton("filter", act), commandButton("help", act)),
      group(
        "Decisions",
        element("label", "Your name ", by),
        commandButton("save", act),
        element("label.load", "Load decisions ", fileField(events)),
      ),
    ),
  );
  menu.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") close();
  });
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Node && !menu.contains(target)) menu.open = false;
  });
  return {
    element: menu,
    show(open) {
      all.textContent = `Agree with all shown (${grouped(open)} open)`;
      switchedOff(all, open === 0);
    },
  };
}

function fileField(events: MenuEvents): HTMLInputElement {
  const file = element("input.unseen-file", { type: "file", accept: ".tsv,text/*" });
  file.addEventListener("change", () => {
    const [chosen] = file.files ?? [];
    if (chosen === undefined) return;
    void chosen.text().then((text) => events.load(text, chosen.name));
    file.value = "";
  });
  return file;
}

import { button, element } from "../dom.js";
import { counted } from "../words.js";
import { commandButton, type Command } from "./keys.js";
import { type RemovalForm, REMOVAL_FORMS, removalForms } from "./removal-list.js";

/** What the bar of a review calls. */
export interface BarEvents {
  command(command: Command): void;
  load(text: string, name: string): void;
  copy(form: RemovalForm): void;
  agreeWithAll(): void;
  named(name: string): void;
}

/** The bar: what is in no file, saving, loading, copying. */
export class DecisionBar {
  readonly element: HTMLElement;
  readonly #unfiled = element("strong", { class: "unfiled" });
  readonly #all: HTMLButtonElement;

  constructor(name: string, isServed: boolean, events: BarEvents) {
    const by = element("input", { type: "text", value: name, autocomplete: "off", size: 12 });
    by.addEventListener("change", () => events.named(by.value));
    const file = element("input", { type: "file", accept: ".tsv,text/*", class: "unseen-file" });
    file.addEventListener("change", () => {
      const [chosen] = file.files ?? [];
      if (chosen === undefined) return;
      void chosen.text().then((text) => events.load(text, chosen.name));
      file.value = "";
    });
    this.#all = button("Agree with all shown", () => events.agreeWithAll());
    this.element = element(
      "div",
      { class: "decision-bar", role: "group", "aria-label": "Decisions" },
      this.#unfiled,
      element("label", {}, "Your name ", by),
      isServed
        ? undefined
        : commandButton("save", (name) => events.command(name), "Save decisions"),
      element("label", { class: "load" }, "Load decisions ", file),
      this.#all,
      element(
        "span",
        { role: "group", "aria-label": "Copy what is decided to be off-topic" },
        "Copy what to remove: ",
        ...removalForms.map((form) => button(REMOVAL_FORMS[form], () => events.copy(form))),
      ),
    );
  }

  show(unfiled: number, isKept: boolean, shownOpen: number): void {
    this.#unfiled.textContent =
      unfiled === 0
        ? "No decision is left to save"
        : `${counted(unfiled, "decision")} in no file yet${isKept ? "" : ", and not kept by this browser"}`;
    this.#unfiled.classList.toggle("some", unfiled > 0);
    this.#all.textContent = `Agree with all shown (${shownOpen} open)`;
    if (shownOpen === 0) this.#all.setAttribute("aria-disabled", "true");
    else this.#all.removeAttribute("aria-disabled");
  }
}

import type { OverallStatus } from "../../base/types.js";
import { brokenAtSlashes, verdictTitle } from "./words.js";

type Child = Node | string | undefined;
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;
/** Attributes may come before the children. */
type ElementContent = readonly [Attributes, ...Child[]] | readonly Child[];
/** Name of an element such as `p`, or a name with classes such as `p.remark`. */
type ElementName<K extends string> = K | `${K}.${string}`;

/**
 * Strings become text and are never parsed as markup. An attribute with the value `true` is written without a value.
 */
export function element<K extends keyof HTMLElementTagNameMap>(
  named: ElementName<K>,
  ...content: ElementContent
): HTMLElementTagNameMap[K] {
  const [name = "", ...classes] = named.split(".");
  return filled(document.createElement(name as K), classes, content);
}

export function svgElement<K extends keyof SVGElementTagNameMap>(
  named: ElementName<K>,
  ...content: ElementContent
): SVGElementTagNameMap[K] {
  const [name = "", ...classes] = named.split(".");
  const made = document.createElementNS("http://www.w3.org/2000/svg", name as K);
  return filled(made, classes, content);
}

function filled<E extends Element>(to: E, classes: readonly string[], content: ElementContent): E {
  to.classList.add(...classes);
  for (const each of content) {
    if (typeof each === "string" || each instanceof Node) to.append(each);
    else setAttributes(to, each ?? {});
  }
  return to;
}

function setAttributes(to: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    to.setAttribute(name, value === true ? "" : String(value));
  }
}

export function button(
  label: string,
  act: () => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  const made = element("button", { type: "button", ...attributes }, label);
  made.addEventListener("click", act);
  return made;
}

/** Returns a link to a part of this page. */
export const linkTo = (address: string, text: string, className?: string): HTMLAnchorElement =>
  element("a", { href: address, class: className }, text);

/** Returns a URI as text that breaks into lines after slashes and hyphens only, unless a part is too long. */
export const uriText = (uri: string): HTMLElement =>
  element(
    "bdi.uri",
    ...brokenAtSlashes(uri).flatMap((part, at) => (at === 0 ? [part] : [element("wbr"), part])),
  );

/** Returns a button that is replaced at each press. Without an action it is switched off, but keeps the focus. */
export const stepButton = (label: string, act: (() => void) | undefined): HTMLButtonElement =>
  button(label, () => act?.(), {
    "aria-disabled": act === undefined ? "true" : undefined,
    "data-step": label,
  });

/** A button that is switched off this way keeps the focus. */
export function switchedOff(press: HTMLButtonElement, isOff: boolean): void {
  if (isOff) press.setAttribute("aria-disabled", "true");
  else press.removeAttribute("aria-disabled");
}

/**
 * Asks a question before an action. Resolves to true if the button with the action's name is pressed. Resolves to false
 * for Escape or the other button.
 */
export function confirmed(question: string, action: string): Promise<boolean> {
  const before = document.activeElement;
  return new Promise((resolve) => {
    const box = element("dialog.box", { "aria-label": action }, element("p", question));
    box.append(
      element(
        "div.row",
        button(action, () => box.close("yes"), { class: "primary", autofocus: true }),
        button("Cancel", () => box.close()),
      ),
    );
    box.addEventListener("close", () => {
      box.remove();
      if (before instanceof HTMLElement) before.focus();
      resolve(box.returnValue === "yes");
    });
    (document.querySelector("main") ?? document.body).append(box);
    box.showModal();
  });
}

export const tick = (
  x: string | number,
  y: number,
  anchor: "start" | "middle" | "end",
  text: string,
  attributes: Attributes = {},
): SVGTextElement => svgElement("text.tick", { x, y, "text-anchor": anchor, ...attributes }, text);

export const numberCell = (...children: readonly Child[]): HTMLElement =>
  element("td.number", ...children);

export const row = (head: Child, ...cells: readonly HTMLElement[]): HTMLTableRowElement =>
  element("tr", element("th", { scope: "row" }, head), ...cells);

export const table = (rows: readonly HTMLElement[]): HTMLTableElement =>
  element("table", element("tbody", ...rows));

/** Creates a line of text that opens further content when it is pressed. */
export const fold = (
  className: string | undefined,
  title: string,
  ...children: readonly Child[]
): HTMLDetailsElement =>
  element("details", { class: className }, element("summary", title), ...children);
const BAR_WIDTH = 90;

/** Draws parts of a whole as a bar. It is hidden from screen readers, because the numbers are next to it. */
export function shareBar(
  whole: number,
  parts: readonly (readonly [kind: Shape, count: number])[],
): SVGSVGElement {
  const bar = svgElement(
    "svg.bar",
    { viewBox: `0 0 ${BAR_WIDTH} 14`, width: BAR_WIDTH, height: 14, "aria-hidden": "true" },
    svgElement("rect.bar-track", { x: 0, y: 2, width: BAR_WIDTH, height: 10 }),
  );
  let x = 0;
  for (const [kind, count] of parts) {
    if (count === 0) continue;
    const width = Math.max((count / whole) * BAR_WIDTH, 1.5);
    const box = { x: x.toFixed(1), y: 2, width: width.toFixed(1), height: 10 };
    bar.append(svgElement("rect", { class: `bar-${kind}`, ...box }));
    x += width;
  }
  return bar;
}

/** Shape of a verdict: a disc, a cross or a hollow square. Shapes make verdicts readable without colours. */
export type Shape = "on" | "off" | "none";

export const shapeFor = (overall: OverallStatus | undefined): Shape =>
  overall === "on-topic" ? "on" : overall === "off-topic" ? "off" : "none";

export const badge = (overall: OverallStatus | undefined): HTMLElement =>
  element("span", { class: `badge ${shapeFor(overall)}` }, verdictTitle(overall));

export function shapePath(shape: Shape, x: number, y: number, size = 4): string {
  const [cx, cy] = [x.toFixed(1), y.toFixed(1)];
  const twice = 2 * size;
  switch (shape) {
    case "on": {
      const r = (size * 0.8).toFixed(1);
      const d = (size * 1.6).toFixed(1);
      return `M${cx} ${cy}m-${r} 0a${r} ${r} 0 1 0 ${d} 0a${r} ${r} 0 1 0 -${d} 0`;
    }
    case "off":
      return `M${cx} ${cy}m-${size} -${size}l${twice} ${twice}m0 -${twice}l-${twice} ${twice}`;
    case "none":
      return `M${cx} ${cy}m-${size - 1} -${size - 1}h${twice - 2}v${twice - 2}h-${twice - 2}z`;
  }
}

/**
 * Calls `make`, which creates buttons again, and gives the focus back to the one that had it, or else to the first. The
 * value of an attribute tells which one it was.
 */
export function focusAgain(within: HTMLElement, attribute: string, make: () => void): void {
  const focused = document.activeElement;
  const value = within.contains(focused) ? (focused?.getAttribute(attribute) ?? null) : null;
  make();
  if (value === null) return;
  const buttons = [...within.querySelectorAll("button")];
  const same = buttons.find((each) => each.getAttribute(attribute) === value);
  (same ?? buttons[0])?.focus({ preventScroll: true });
}

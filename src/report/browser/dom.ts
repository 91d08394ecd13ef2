type Child = Node | string | undefined;
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element; strings become text, whatever stands in them. `true` is an attribute without a value. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  return filled(document.createElement(name), attributes, children);
}

/** As {@link element}, for SVG. */
export function svgElement<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[K] {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

function filled<E extends Element>(to: E, attributes: Attributes, children: readonly Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    to.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child !== undefined) to.append(child);
  return to;
}

/** A button that does something on this page. */
export function button(
  label: string,
  act: () => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  const made = element("button", { type: "button", ...attributes }, label);
  made.addEventListener("click", act);
  return made;
}

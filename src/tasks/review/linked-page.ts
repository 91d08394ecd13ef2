import { Tokenizer, type TokenizerCallbacks } from "htmlparser2";
import { decodedValue } from "../../page/html/tokens.js";
import type { ResourceLinks } from "./resource-links.js";

/**
 * Returns a page whose style sheets, pictures and fonts have the addresses of the server. References are added before
 * the page's own: HTML uses the first of two attributes with one name. A link to a style sheet becomes a style element,
 * because `inertPage` switches off all links. The parts that this function misses stay as they are, and the page's policy
 * blocks them.
 */
export function linkedPage(html: string, links: ResourceLinks): string {
  const reader = new LinkReader(html, links);
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: false }, reader);
  tokenizer.write(html);
  tokenizer.end();
  return reader.page;
}

const ignore = (): void => undefined;

/** Attributes with one reference to a picture, by element. */
const PICTURE_SOURCES: ReadonlyMap<string, readonly string[]> = new Map([
  ["img", ["src"]],
  ["input", ["src"]],
  ["image", ["href", "xlink:href", "src"]],
  ["video", ["poster"]],
]);

class LinkReader implements TokenizerCallbacks {
  readonly #html: string;
  readonly #links: ResourceLinks;
  readonly #parts: string[] = [];
  /** End of the markup that `#parts` has. */
  #done = 0;
  #nameStart = 0;
  #nameEnd = 0;
  #name = "";
  readonly #attributes = new Map<string, string>();
  #attribute = "";
  #value = "";
  #isStyle = false;
  #hasBase = false;
  readonly ontextentity = ignore;
  readonly onattribentity = ignore;
  readonly oncdata = ignore;
  readonly oncomment = ignore;
  readonly ondeclaration = ignore;
  readonly onprocessinginstruction = ignore;
  readonly onend = ignore;

  constructor(html: string, links: ResourceLinks) {
    this.#html = html;
    this.#links = links;
  }

  get page(): string {
    return this.#parts.join("") + this.#html.slice(this.#done);
  }

  onopentagname(start: number, end: number): void {
    this.#nameStart = start;
    this.#nameEnd = end;
    this.#name = this.#html.slice(start, end).toLowerCase();
    this.#attributes.clear();
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#html.slice(start, end).toLowerCase();
    this.#value = "";
  }

  onattribdata(start: number, end: number): void {
    this.#value += this.#html.slice(start, end);
  }

  onattribend(): void {
    if (this.#attributes.has(this.#attribute)) return;
    this.#attributes.set(this.#attribute, decodedValue(this.#value));
  }

  onopentagend(end: number): void {
    this.#isStyle = this.#name === "style";
    this.#tag(end);
  }

  onselfclosingtag(end: number): void {
    this.#isStyle = false;
    this.#tag(end);
  }

  onclosetag(): void {
    this.#isStyle = false;
  }

  ontext(start: number, end: number): void {
    if (!this.#isStyle) return;
    const css = this.#html.slice(start, end);
    this.#replace(start, end, this.#links.inCss(css));
  }

  #tag(end: number): void {
    const attributes = this.#attributes;
    switch (this.#name) {
      case "base":
        this.#setBase(attributes.get("href"));
        return;
      case "link": {
        const sheet = this.#styleSheet();
        if (sheet !== undefined) this.#replace(this.#nameStart - 1, end + 1, sheet);
        return;
      }
    }
    const added: string[] = [];
    const add = (name: string, value: string | undefined): void => {
      if (value !== undefined) added.push(`${name}="${attributeValue(value)}"`);
    };
    for (const name of [...(PICTURE_SOURCES.get(this.#name) ?? []), "background"]) {
      const reference = attributes.get(name);
      if (reference !== undefined) add(name, this.#links.address(reference, "image"));
    }
    const candidates = attributes.get("srcset");
    if (candidates !== undefined) add("srcset", this.#srcset(candidates));
    const style = attributes.get("style");
    if (style?.includes("(") === true) add("style", this.#links.inCss(style));
    if (added.length > 0) this.#replace(this.#nameEnd, this.#nameEnd, ` ${added.join(" ")}`);
  }

  /** The first base element counts, as in browsers. */
  #setBase(href: string | undefined): void {
    if (href === undefined || this.#hasBase) return;
    this.#hasBase = true;
    this.#links.rebase(href);
  }

  #styleSheet(): string | undefined {
    const [rel = "", href] = [this.#attributes.get("rel"), this.#attributes.get("href")];
    const words = rel.toLowerCase().split(/\s+/u);
    const isApplied = words.includes("stylesheet") && !words.includes("alternate");
    if (!isApplied || href === undefined || this.#attributes.has("disabled")) return undefined;
    const address = this.#links.address(href, "style");
    if (address === undefined) return undefined;
    const media = this.#attributes.get("media");
    const when = media === undefined ? "" : ` media="${attributeValue(media)}"`;
    return `<style${when}>@import url("${address}");</style>`;
  }

  #srcset(candidates: string): string {
    return candidates.replace(CANDIDATE, (whole: string, uri: string, after: string) => {
      const address = this.#links.address(uri, "image");
      return address === undefined ? whole : `${address}${after}`;
    });
  }

  #replace(start: number, end: number, text: string): void {
    this.#parts.push(this.#html.slice(this.#done, start), text);
    this.#done = end;
  }
}

/**
 * One picture of a `srcset`: its URI, which has no spaces and does not end with a comma, and its width or density up to
 * the next comma.
 */
const CANDIDATE = /([^\s,](?:\S*[^\s,])?)(,+(?!\S)|(?:\s[^,]*)?,?)/gu;

const attributeValue = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

import { detached, memoise, memoiseOf } from "../../base/math/memo.js";
import type { Page } from "../types.js";
import { decodedText, decodedValue, readTokens, type TokenReader } from "./tokens.js";

export type Outline = Readonly<OutlineReader["outline"]> & {
  /** Distinct CSS class names in code unit order. There are at most 5,000. */
  readonly classes: readonly string[];
  /** Text of the first `<title>` with white space collapsed. It has at most 300 characters. */
  readonly title: string;
};

export const readOutline = memoiseOf((page: Page): Outline => outlineOf(page.html));

/** Returns the same as {@link readOutline}, but an outline without anything but a title for a page without markup. */
export function outlineOfAny(page: Page): Outline {
  if (page.format === "html") return readOutline(page);
  const { title = "" } = page.extracted ?? {};
  return { ...outlineOf(""), title: title.slice(0, longestTitle) };
}

/** Limits that keep the outline small, whatever the page contains. */
const longestTitle = 300;
const mostValues = 5_000;
const longestValue = 2_000;
const mostLogos = 20;
const pictures: ReadonlySet<string> = new Set([
  ...["img", "iframe", "frame", "object", "embed", "video", "canvas", "svg", "picture"],
]);

/**
 * Returns the same as {@link readOutline}, for markup. It takes linear time for any depth of nesting, because no stack
 * of elements is kept.
 */
export function outlineOf(html: string): Outline {
  const reader = new OutlineReader(html);
  readTokens(html, reader);
  const { outline, classes, title = "" } = reader;
  return {
    ...outline,
    title: collapsed(title),
    siteName: collapsed(outline.siteName),
    description: collapsed(outline.description),
    classes: [...classes].sort(),
  };
}

/** Returns the names of tags and attributes in lower case from a cache, because names recur. */
const lowerCase = memoise((name) => detached(name.toLowerCase()), 1_000);

class OutlineReader implements TokenReader {
  readonly #html: string;
  readonly classes = new Set<string>();
  title: string | undefined;
  readonly outline = {
    /** Values of `href` of `<a>` and `<area>` in order. There are at most 5,000. */
    links: new Array<string>(),
    /** `content` of `<meta property=og:site_name>` and `<meta name=description>`, with white space collapsed. */
    ...{ siteName: "", description: "" },
    /** `href` of the first `<base>` that has one. Relative links are resolved against it. */
    base: undefined as string | undefined,
    /** Address that the page names as its own: `<link rel=canonical>`, `<meta property=og:url>` or `<base>`. */
    ownAddress: undefined as string | undefined,
    /** The same without `<base>`, because templates often set the same base on all pages of a site. */
    canonical: undefined as string | undefined,
    /** `content` of `<meta http-equiv=refresh>`. */
    refresh: undefined as string | undefined,
    /** Number of elements that display something other than text: images, frames, objects, videos, canvases. */
    pictures: 0,
    passwordFields: 0,
    /** Values of `src` of `<img>` that contain "logo". There are at most 20. */
    logos: new Array<string>(),
  };
  /** Most elements repeat a value. */
  readonly #classValues = new Set<string>();
  readonly #attributes = new Map<string, string>();
  #inTitle = false;
  #inSvg = 0;
  #tag = "";
  /** True for a tag with attributes that are read. */
  #isRead = false;

  constructor(html: string) {
    this.#html = html;
  }

  tag(start: number, end: number): void {
    this.#tag = lowerCase(this.#html.slice(start, end));
    this.#isRead = readOf.has(this.#tag);
    if (this.#attributes.size > 0) this.#attributes.clear();
    if (pictures.has(this.#tag)) this.outline.pictures += 1;
  }

  attribute(nameStart: number, nameEnd: number, start: number, end: number): void {
    if (!this.#isRead && nameEnd - nameStart !== CLASS.length) return;
    const name = lowerCase(this.#html.slice(nameStart, nameEnd));
    const isClass = name === CLASS;
    if (!isClass && !(this.#isRead && read.has(name))) return;
    const value = decodedValue(this.#html.slice(start, end)).slice(0, longestValue);
    if (!isClass) this.#attributes.set(name, value);
    else if (!this.#classValues.has(value)) {
      this.#classValues.add(value);
      for (const one of value.split(/[\t\n\f\r ]+/u))
        if (one !== "" && this.classes.size < mostValues) this.classes.add(one);
    }
  }

  opens(closes: boolean): void {
    const { outline } = this;
    switch (this.#tag) {
      case "a":
      case "area":
        if (this.#value("href") !== "" && outline.links.length < mostValues)
          outline.links.push(this.#value("href"));
        break;
      case "base":
        outline.base ??= this.#attributes.get("href");
        outline.ownAddress ??= this.#attributes.get("href");
        break;
      case "link":
        if (this.#is("rel", "canonical"))
          outline.canonical = outline.ownAddress = this.#attributes.get("href");
        break;
      case "meta":
        if (this.#is("property", "og:url")) {
          outline.ownAddress ??= this.#attributes.get("content");
          outline.canonical ??= this.#attributes.get("content");
        }
        if (this.#is("property", "og:site_name")) outline.siteName ||= this.#value("content");
        if (this.#is("name", "description")) outline.description ||= this.#value("content");
        if (this.#is("http-equiv", "refresh")) outline.refresh ??= this.#value("content");
        break;
      case "img":
        if (outline.logos.length < mostLogos && /logo/iu.test(this.#value("src")))
          outline.logos.push(this.#value("src"));
        break;
      case "input":
        if (this.#is("type", "password")) outline.passwordFields += 1;
        break;
      case "svg":
        if (!closes) this.#inSvg += 1;
        break;
      case "title":
        // Titles inside of drawings are not titles of the page.
        this.#inTitle = this.title === undefined && this.#inSvg === 0;
        if (this.#inTitle) this.title = "";
        break;
    }
  }

  #value(name: string): string {
    return this.#attributes.get(name) ?? "";
  }

  #is(name: string, what: string): boolean {
    return this.#value(name).toLowerCase() === what;
  }

  closes(start: number, end: number): void {
    const tag = lowerCase(this.#html.slice(start, end));
    if (tag === "title") this.#inTitle = false;
    if (tag === "svg" && this.#inSvg > 0) this.#inSvg -= 1;
  }

  text(start: number, end: number): void {
    if (!this.#inTitle || this.title === undefined || this.title.length >= longestTitle) return;
    this.title += decodedText(this.#html.slice(start, end));
  }
}

const collapsed = (text: string): string =>
  text.replace(/\s+/gu, " ").trim().slice(0, longestTitle);

const CLASS = "class";
const read: ReadonlySet<string> = new Set([
  ...["href", "rel", "property", "name", "content", "http-equiv", "type", "src"],
]);
const readOf: ReadonlySet<string> = new Set(["a", "area", "base", "link", "meta", "input", "img"]);

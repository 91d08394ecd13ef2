import type { Page } from "../types.js";
import { HtmlEntities, ignoreTokens, readTokens } from "./html-entities.js";

/** What a page says of itself outside its text. */
export interface Outline {
  /** Text of the first `<title>`, white space collapsed; at most 300 characters. */
  readonly title: string;
  /** Values of `href` of `<a>` and `<area>`, in order; at most 5,000. */
  readonly links: readonly string[];
  /** `content` of `<meta property=og:site_name>` and `<meta name=description>`, white space collapsed. */
  readonly siteName: string;
  readonly description: string;
  /** `href` of the first `<base>` that has one: what relative links are relative to. */
  readonly base: string | undefined;
  /** The page's own address as it gives it itself: `<link rel=canonical>`, `<meta property=og:url>`, `<base>`. */
  readonly ownAddress: string | undefined;
  /** Names of CSS classes, each once, in code unit order; at most 5,000. */
  readonly classes: readonly string[];
  /** `content` of `<meta http-equiv=refresh>`. */
  readonly refresh: string | undefined;
  /** Elements that show something which is not text: images, frames, objects, videos, canvases. */
  readonly pictures: number;
  readonly passwordFields: number;
}

const outlines = new WeakMap<Page, Outline>();

/** The outline of a page, read in one pass however many features ask. */
export function readOutline(page: Page): Outline {
  let outline = outlines.get(page);
  if (outline === undefined) outlines.set(page, (outline = outlineOf(page.html)));
  return outline;
}

/** As {@link readOutline}; of a page without markup what an empty one has. */
export const outlineOfAny = (page: Page): Outline =>
  page.format === "html" ? readOutline(page) : outlineOf("");

const longestTitle = 300;
const mostValues = 5_000;
const longestValue = 2_000;
/**
 * As {@link readOutline}, for the text of a page; linear in its length, however deep it is nested: no stack of elements
 * is kept.
 */
export function outlineOf(html: string): Outline {
  const entities = new HtmlEntities(html);
  const links: string[] = [];
  const classes = new Set<string>();
  let title: string | undefined;
  let inTitle = false;
  let inSvg = 0;
  let [siteName, description] = ["", ""];
  let base: string | undefined;
  let ownAddress: string | undefined;
  let refresh: string | undefined;
  let [pictures, passwordFields] = [0, 0];
  /** The tag and the attribute that are being read. */
  let [tag, attribute, value] = ["", "", ""];
  let attributes = new Map<string, string>();

  const isRead = (): boolean => read.has(attribute) && readOf.has(tag);
  const of = (name: string): string => attributes.get(name) ?? "";
  const isSaid = (name: string, wanted: string): boolean => of(name).toLowerCase() === wanted;
  const startTag = (): void => {
    if (tag === "a" || tag === "area") {
      if (of("href") !== "" && links.length < mostValues) links.push(of("href"));
    } else if (tag === "base") {
      base ??= attributes.get("href");
      ownAddress ??= attributes.get("href");
    } else if (tag === "link") {
      if (isSaid("rel", "canonical")) ownAddress = attributes.get("href");
    } else if (tag === "meta") {
      if (isSaid("property", "og:url")) ownAddress ??= attributes.get("content");
      if (isSaid("property", "og:site_name")) siteName ||= of("content");
      if (isSaid("name", "description")) description ||= of("content");
      if (isSaid("http-equiv", "refresh")) refresh ??= of("content");
    } else if (tag === "input") {
      if (isSaid("type", "password")) passwordFields += 1;
    } else if (tag === "svg") {
      inSvg += 1;
    } else if (tag === "title") {
      // Drawings have titles of their own.
      inTitle = title === undefined && inSvg === 0;
      if (inTitle) title = "";
    }
  };

  readTokens(html, {
    ...ignoreTokens,
    onopentagname(start, end) {
      entities.inside(start, end);
      tag = html.slice(start, end).toLowerCase();
      attributes = new Map();
      if (shown.has(tag)) pictures += 1;
    },
    onattribname(start, end) {
      attribute = html.slice(start, end).toLowerCase();
      value = "";
    },
    onattribdata(start, end) {
      if (attribute === "class" || isRead()) value += entities.value(start, end);
    },
    onattribend() {
      const known = value.slice(0, longestValue);
      if (attribute === "class") {
        for (const one of known.split(/[\t\n\f\r ]+/u))
          if (one !== "" && classes.size < mostValues) classes.add(one);
      } else if (isRead()) attributes.set(attribute, known);
    },
    onopentagend: startTag,
    onselfclosingtag() {
      entities.inside(0, 0);
      startTag();
      if (tag === "svg") inSvg -= 1;
    },
    onclosetag(start, end) {
      entities.inside(0, 0);
      const closed = html.slice(start, end).toLowerCase();
      if (closed === "title") inTitle = false;
      if (closed === "svg" && inSvg > 0) inSvg -= 1;
    },
    ontext(start, end) {
      if (!inTitle) return;
      const text = entities.text(start, end);
      if (title !== undefined && title.length < longestTitle) title += text;
    },
  });
  return {
    title: collapsed(title ?? ""),
    siteName: collapsed(siteName),
    description: collapsed(description),
    classes: [...classes].sort(),
    ...{ links, base, ownAddress, refresh, pictures, passwordFields },
  };
}

const collapsed = (text: string): string =>
  text.replace(/\s+/gu, " ").trim().slice(0, longestTitle);

/** Elements that show something which is not text. */
const shown: ReadonlySet<string> = new Set([
  ...["img", "iframe", "frame", "object", "embed", "video", "canvas", "svg", "picture"],
]);
const read: ReadonlySet<string> = new Set([
  ...["href", "rel", "property", "name", "content", "http-equiv", "type"],
]);
const readOf: ReadonlySet<string> = new Set(["a", "area", "base", "link", "meta", "input"]);

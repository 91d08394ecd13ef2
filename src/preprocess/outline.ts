import { Parser } from "htmlparser2";
import type { Page } from "../types.js";

/** What a page says of itself outside its text. */
export interface Outline {
  /** Text of the first `<title>`, white space collapsed; at most 300 characters. */
  readonly title: string;
  /** Values of `href` of `<a>` and `<area>`, in order; at most 5,000. */
  readonly links: readonly string[];
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

const longestTitle = 300;
const mostValues = 5_000;
const longestValue = 2_000;
const pictures: ReadonlySet<string> = new Set([
  ...["img", "iframe", "frame", "object", "embed", "video", "canvas", "svg", "picture"],
]);

/** As {@link readOutline}, for the text of a page; linear in its length. */
export function outlineOf(html: string): Outline {
  const links: string[] = [];
  const classes = new Set<string>();
  let title: string | undefined;
  let inTitle = false;
  let inSvg = 0;
  let ownAddress: string | undefined;
  let refresh: string | undefined;
  let seen = 0;
  let passwordFields = 0;
  let name = "";
  let attributes = new Map<string, string>();
  const parser = new Parser({
    onopentagname(tag) {
      name = tag;
      attributes = new Map();
      if (pictures.has(tag)) seen += 1;
    },
    onattribute(key, value) {
      if (key === "class") {
        for (const one of value.slice(0, longestValue).split(/[\t\n\f\r ]+/u))
          if (one !== "" && classes.size < mostValues) classes.add(one);
      } else if (read.has(key) && readOf.has(name))
        attributes.set(key, value.slice(0, longestValue));
    },
    onopentag(tag) {
      const value = (key: string): string => attributes.get(key) ?? "";
      switch (tag) {
        case "a":
        case "area":
          if (value("href") !== "" && links.length < mostValues) links.push(value("href"));
          break;
        case "base":
          ownAddress ??= attributes.get("href");
          break;
        case "link":
          if (value("rel").toLowerCase() === "canonical") ownAddress = attributes.get("href");
          break;
        case "meta":
          if (value("property").toLowerCase() === "og:url")
            ownAddress ??= attributes.get("content");
          if (value("http-equiv").toLowerCase() === "refresh") refresh ??= value("content");
          break;
        case "input":
          if (value("type").toLowerCase() === "password") passwordFields += 1;
          break;
        case "svg":
          inSvg += 1;
          break;
        case "title":
          // Drawings have titles of their own.
          inTitle = title === undefined && inSvg === 0;
          if (inTitle) title = "";
          break;
      }
    },
    ontext(text) {
      if (inTitle && title !== undefined && title.length < longestTitle) title += text;
    },
    onclosetag(tag) {
      if (tag === "title") inTitle = false;
      if (tag === "svg") inSvg -= 1;
    },
  });
  parser.write(html);
  parser.end();
  return {
    title: (title ?? "").replace(/\s+/gu, " ").trim().slice(0, longestTitle),
    links,
    ownAddress,
    classes: [...classes].sort(),
    refresh,
    pictures: seen,
    passwordFields,
  };
}

const read: ReadonlySet<string> = new Set([
  ...["href", "rel", "property", "content", "http-equiv", "type"],
]);
const readOf: ReadonlySet<string> = new Set(["a", "area", "base", "link", "meta", "input"]);

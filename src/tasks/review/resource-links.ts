import { resolveLocation } from "../../base/uri.js";

/** Resources of an archived page that are shown. */
export type ResourceKind = "style" | "image" | "font";

/**
 * Number of characters of references, each with its base, that are resolved for one page or style sheet, so that a page
 * grows by megabytes only: 40,000 usual references.
 */
const MOST_CHARACTERS = 5_000_000;
/** Maximum length of a URI. Longer ones would exceed what servers accept in a request. */
const LONGEST = 4_000;

/**
 * Gives references to resources the addresses from which the review serves them. Anything that it leaves alone is
 * blocked by the Content-Security-Policy of the page.
 */
export class ResourceLinks {
  readonly #path: string;
  /** URI against which references are resolved. */
  #base: string;
  #left = MOST_CHARACTERS;

  /** `path` is the path on the server under which the resources of the page are. */
  constructor(path: string, base: string) {
    this.#path = path;
    this.#base = base.length > LONGEST ? "" : base;
  }

  /**
   * Resolves further references against the `href` of a base element. A long one is left out, because the base is parsed
   * for each reference.
   */
  rebase(href: string): void {
    if (href.length <= LONGEST) this.#base = resolveLocation(href, this.#base) ?? this.#base;
  }

  /**
   * Returns the address of a resource, which has no quotes, spaces and brackets; `undefined` for references other than
   * http and https, such as data: URIs.
   */
  address(reference: string, kind: ResourceKind): string | undefined {
    if (this.#left <= 0 || reference.length > LONGEST) return undefined;
    this.#left -= this.#base.length + reference.length;
    const uri = resolveLocation(reference, this.#base);
    if (uri === undefined || uri.length > LONGEST) return undefined;
    const [, fragment = ""] = /(#[\w-]+)$/u.exec(uri) ?? [];
    const encoded = encodeURIComponent(uri.replace(/#.*$/su, ""));
    return `${this.#path}${kind}/${encoded.replace(/[!'()*]/gu, inHex)}${fragment}`;
  }

  /** Returns a style sheet whose references have the addresses of the server. */
  inCss(css: string): string {
    let isFont = false;
    return css.replace(CSS, (token: string, ...groups: (string | undefined)[]) => {
      const [rule, url, imported] = groups;
      if (token === "}") isFont = false;
      else if (/^@font-face$/iu.test(token)) isFont = true;
      const written = url ?? imported;
      if (written === undefined) return token;
      const reference = written.replace(/^["'](.*)["']$/su, "$1").replace(CSS_ESCAPE, cssUnescaped);
      const isImport = rule !== undefined || imported !== undefined;
      const address = this.address(reference, isImport ? "style" : isFont ? "font" : "image");
      if (address === undefined) return token;
      return `${isImport ? "@import " : ""}url("${address}")`;
    });
  }
}

const inHex = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

const QUOTED = String.raw`"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'`;
// A space may end the number of a character.
const UNQUOTED = String.raw`(?:[^"'()\\\s]|\\[^\n]|(?<=\\[\da-f]{1,6})\s)+`;

/**
 * Parts of a style sheet that count: comments and strings, which may hide references, the references themselves, and the
 * rules that say what a reference is. No part can be read in two ways, so the search takes linear time.
 */
const CSS = new RegExp(
  [
    String.raw`\/\*[^]*?(?:\*\/|$)`,
    String.raw`\}|@font-face`,
    String.raw`(@import\s*)?url\(\s*(${QUOTED}|${UNQUOTED})\s*\)`,
    String.raw`@import\s*(${QUOTED})`,
    String.raw`"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?`,
  ].join("|"),
  "giu",
);

const CSS_ESCAPE = /\\(?:([\da-f]{1,6})\s?|\n|([^]))/giu;

function cssUnescaped(_: string, hex: string | undefined, character = ""): string {
  const code = Number.parseInt(hex ?? "", 16);
  if (Number.isNaN(code)) return character;
  return code > 0x10_ff_ff ? "\ufffd" : String.fromCodePoint(code);
}

/**
 * The encoding labels that a page's own markup gives, in order: `<meta charset>`, `<meta http-equiv=content-type>`
 * and an XML declaration. This is the HTML standard's "prescan a byte stream to determine its encoding": comments,
 * other tags and attributes are stepped over. `start` is the beginning of the page, read as Latin-1.
 */
export function* declaredLabels(start: string): Generator<string> {
  let at = 0;
  while ((at = start.indexOf("<", at)) >= 0) {
    if (start.startsWith("<!--", at)) {
      // "<!-->" is a whole comment: the dashes may be shared.
      const end = start.indexOf("-->", at + 2);
      if (end < 0) return;
      at = end + 3;
    } else if (metaTag.test(start.slice(at, at + 6))) {
      const tag = new AttributeReader(start, at + 5);
      const label = labelOfMeta(tag);
      if (label !== undefined) yield label;
      at = tag.position;
    } else if (anyTag.test(start.slice(at, at + 3))) {
      tagName.lastIndex = at;
      tagName.test(start);
      const tag = new AttributeReader(start, tagName.lastIndex);
      while (tag.next() !== undefined) continue;
      at = tag.position;
    } else if (/^<[!/?]/u.test(start.slice(at, at + 2))) {
      const end = start.indexOf(">", at);
      if (end < 0) return;
      at = end + 1;
    } else at++;
  }
  const xml = xmlDeclaration.exec(start)?.[2];
  if (xml !== undefined) yield xml;
}

const metaTag = /^<meta[\s/]$/iu;
const anyTag = /^<\/?[a-z]/iu;
const tagName = /<\/?[^\s>]*/uy;
const xmlDeclaration = /^\s*<\?xml[^>]{0,200}?\sencoding\s*=\s*(["'])([^"'>]{1,64})\1/iu;

function labelOfMeta(tag: AttributeReader): string | undefined {
  const seen = new Set<string>();
  let isContentType = false;
  let needsContentType: boolean | undefined;
  let label: string | undefined;
  for (let found = tag.next(); found !== undefined; found = tag.next()) {
    const [name, value] = found;
    if (seen.has(name)) continue;
    seen.add(name);
    if (name === "http-equiv") isContentType ||= value === "content-type";
    else if (name === "content" && label === undefined) {
      label = charsetParameter(value);
      if (label !== undefined) needsContentType = true;
    } else if (name === "charset") {
      label = value;
      needsContentType = false;
    }
  }
  if (!tag.isClosed || needsContentType === undefined) return undefined;
  return needsContentType && !isContentType ? undefined : label;
}

const parameter = /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;,"']+))/iu;

/** The charset in the value of a Content-Type header or of a `<meta>` that stands for one. */
export function charsetParameter(contentType: string): string | undefined {
  const found = parameter.exec(contentType);
  return found?.[1] ?? found?.[2] ?? found?.[3];
}

/** The standard's "get an attribute"; names and values in lower case. */
class AttributeReader {
  readonly #text: string;
  #at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  get position(): number {
    return this.#at;
  }

  /** Whether the tag's `>` has been reached: a tag that the page ends in says nothing. */
  get isClosed(): boolean {
    return this.#text[this.#at] === ">";
  }

  next(): [name: string, value: string] | undefined {
    this.#skip(/[\s/]*/uy);
    if (this.#at >= this.#text.length || this.#text[this.#at] === ">") return undefined;
    const name = this.#take(/=?[^\s/>=]*/uy).toLowerCase();
    const before = this.#at;
    this.#skip(/\s*/uy);
    if (this.#text[this.#at] !== "=") {
      this.#at = before;
      return [name, ""];
    }
    this.#at++;
    this.#skip(/\s*/uy);
    const quote = this.#text[this.#at];
    if (quote !== '"' && quote !== "'") return [name, this.#take(/[^\s>]*/uy).toLowerCase()];
    const end = this.#text.indexOf(quote, this.#at + 1);
    const value = this.#text.slice(this.#at + 1, end < 0 ? undefined : end);
    this.#at = end < 0 ? this.#text.length : end + 1;
    return [name, value.toLowerCase()];
  }

  #skip(pattern: RegExp): void {
    this.#take(pattern);
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const taken = pattern.exec(this.#text)?.[0] ?? "";
    this.#at += taken.length;
    return taken;
  }
}

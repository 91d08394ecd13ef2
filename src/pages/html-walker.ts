import { isBlank } from "./characters.js";
import { HtmlEntities, ignoreTokens, readTokens } from "./html-entities.js";
import { describeElement, type ElementKind, knownElements, OpenElements } from "./html-elements.js";

/** What a page looks like to the one who reads it: elements that show, and the text between their tags in one piece. */
export interface PageReader {
  /** Whether an element goes with its content. */
  hides(kind: ElementKind): boolean;
  /** Whether only the tags of an element go; text before, in and after it is one piece. */
  unwraps(kind: ElementKind): boolean;
  opens(kind: ElementKind): void;
  closes(kind: ElementKind): void;
  /** All text between two tags that show; it may be blank. */
  text(data: string): void;
}

/**
 * Reads a page in one pass, in time and memory linear in its length: htmlparser2's tokenizer, and above it the rules
 * of libxml2 (2.12) for tags left out or out of place, through which jusText sees pages. No tree is built.
 * Unlike libxml2 it has no limit on depth, keeps text after `</html>`, and lets any element of the body end the head.
 */
export function readPage(page: string, reader: PageReader): void {
  const entities = new HtmlEntities(page);
  const open = new OpenElements();
  const unknown = new Map<string, ElementKind>();
  let tag = html;
  let [attribute, value] = ["", ""];
  let isStyleSheet = false;
  /** Text not handed on yet: a comment or a hidden element does not end it. */
  let pending = "";
  /** Open elements that hide their content. */
  let hiding = 0;
  let headSeen = false;
  let bodySeen = false;
  /** Start tags of html, head and body that were ignored: their end tags are too. */
  let ignored = 0;

  const lookUp = (start: number, end: number): ElementKind => {
    const written = page.slice(start, end);
    const known = knownElements.get(written);
    if (known !== undefined) return known;
    const name = nameStart.exec(written.toLowerCase())![0];
    let kind = knownElements.get(name) ?? unknown.get(name);
    if (kind === undefined) {
      kind = describeElement(name, knownElements.size + unknown.size);
      unknown.set(name, kind);
    }
    return kind;
  };

  const flush = (): void => {
    if (pending === "") return;
    const data = pending;
    pending = "";
    reader.text(data);
  };

  const push = (kind: ElementKind, shows: boolean): void => {
    if (kind === head) headSeen = true;
    else if (kind === body) headSeen = bodySeen = true;
    const hides = reader.hides(kind);
    const visible = shows && !hides && hiding === 0 && !reader.unwraps(kind);
    open.push(kind, visible);
    if (hides) hiding++;
    if (!visible) return;
    flush();
    reader.opens(kind);
  };

  const close = (): void => {
    const { kind, visible } = open.pop();
    if (reader.hides(kind)) hiding--;
    if (!visible) return;
    flush();
    reader.closes(kind);
  };

  /** Ends what the start tag ends and starts what it needs around it. */
  const prepare = (kind: ElementKind): void => {
    const { ends } = kind;
    if (ends !== undefined) while (open.top !== undefined && ends.has(open.top.kind.name)) close();
    if (kind === html) return;
    if (open.top === undefined) push(html, true);
    if (kind === body || kind === head) return;
    if (open.depth <= 1 && kind.isHeadContent) {
      if (!headSeen) push(head, true);
    } else if (!frames.has(kind.name) && !bodySeen && !open.has(head)) push(body, true);
  };

  const startTag = (kind: ElementKind, closesAtOnce: boolean): void => {
    prepare(kind);
    const isIgnored =
      (kind === html && open.top !== undefined) ||
      (kind === head && open.depth !== 1) ||
      (kind === body && open.has(body));
    if (isIgnored) {
      ignored++;
      return;
    }
    push(kind, !(kind === link && isStyleSheet));
    if (closesAtOnce) close();
  };

  readTokens(page, {
    ...ignoreTokens,
    ontext(start, end) {
      const data = entities.text(start, end);
      const top = open.top?.kind;
      if ((top === undefined || top === html || top === head) && !isBlank(data)) {
        prepare(paragraph);
        push(paragraph, true);
      }
      if (hiding === 0) pending += data;
    },
    onopentagname(start, end) {
      entities.inside(start, end);
      tag = lookUp(start, end);
      isStyleSheet = false;
    },
    onattribname(start, end) {
      if (tag !== link) return;
      attribute = page.slice(start, end).toLowerCase();
      value = "";
    },
    onattribdata(start, end) {
      if (tag === link) value += entities.value(start, end);
    },
    onattribend() {
      if (tag === link && attribute === "rel")
        isStyleSheet = value.toLowerCase().includes("stylesheet");
    },
    onopentagend: () => startTag(tag, tag.isVoid),
    onselfclosingtag() {
      entities.inside(0, 0);
      startTag(tag, true);
    },
    onclosetag(start, end) {
      entities.inside(0, 0);
      const kind = lookUp(start, end);
      if (ignored > 0 && (kind === html || kind === head || kind === body)) {
        ignored--;
        return;
      }
      const closed = open.closable(kind);
      if (closed === undefined) return;
      while (open.top !== closed) close();
      close();
    },
    onprocessinginstruction() {
      if (hiding === 0) flush();
    },
    onend() {
      while (open.top !== undefined) close();
      flush();
    },
  });
}

const kindOf = (name: string): ElementKind => knownElements.get(name)!;
const html = kindOf("html");
const head = kindOf("head");
const body = kindOf("body");
const paragraph = kindOf("p");
const link = kindOf("link");
const frames: ReadonlySet<string> = new Set(["noframes", "frame", "frameset"]);
const nameStart = /^[a-z0-9:_.-]*/u;

import { Parser } from "htmlparser2";

/** An XML element with its attributes, its child elements and its own text. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

const NAME = "[A-Za-z][\\w:.-]*";
const TEXT = "(?:[^<&]|&(?:#\\d+|amp|lt|gt|quot|apos);)*";
/** Matches the syntax of our writers: the declaration, tags with quoted attributes, and text with references. */
const PARTS = new RegExp(
  `^(?:<\\?xml version="1\\.0" encoding="UTF-8"\\?>\\n)(?:<${NAME}(?: ${NAME}="${TEXT}")*/?>|</${NAME}>|${TEXT.slice(0, -1)}+)*$`,
  "u",
);
/** Matches characters that XML 1.0 forbids, even as references. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;

/** Returns the root of a document. Throws an error if the document is not well-formed. */
export function parseXml(text: string): XmlElement {
  if (FORBIDDEN.test(text)) throw new Error("a character that XML forbids");
  if (!PARTS.test(text)) throw new Error("this is not well-formed XML");
  const root: XmlElement = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const element = { name, attributes, children: [], text: "" };
        open.at(-1)!.children.push(element);
        open.push(element);
      },
      ontext(piece) {
        open.at(-1)!.text += piece;
      },
      onclosetag(name, isImplied) {
        if (isImplied && !text.includes("/>")) throw new Error(`${name} is not closed`);
        open.pop();
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
  const [document, ...others] = root.children;
  if (document === undefined || others.length > 0) throw new Error("not one root");
  return document;
}

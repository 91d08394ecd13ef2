import fc from "fast-check";
import { Tokenizer, type TokenizerCallbacks } from "htmlparser2";
import { expect, it } from "vitest";
import { HtmlEntities } from "../../../src/page/html/html-entities.js";
import { markup } from "../../support/markup.js";
import { runs } from "../../support/thorough.js";

/** Texts and attribute values of a page in order. Without `entities`, the tokenizer decodes them itself. */
function textsOf(html: string, entities?: HtmlEntities): string[] {
  const found: string[] = [];
  let value = "";
  let isText = false;
  const takeText = (text: string): void => {
    if (isText) found.push(`${found.pop()}${text}`);
    else found.push(text);
    isText = true;
  };
  const ends = (): void => void (isText = false);
  const slice = (start: number, end: number): string => html.slice(start, end);
  const character = (codePoint: number): string => String.fromCodePoint(codePoint);
  const callbacks: TokenizerCallbacks = {
    ontext: (start, end) => takeText(entities?.text(start, end) ?? slice(start, end)),
    ontextentity: (codePoint) => takeText(character(codePoint)),
    onattribname: () => (value = "="),
    onattribdata: (start, end) => (value += entities?.value(start, end) ?? slice(start, end)),
    onattribentity: (codePoint) => (value += character(codePoint)),
    onattribend: () => found.push(value),
    onopentagname(start, end) {
      ends();
      entities?.inside(start, end);
    },
    onselfclosingtag: () => entities?.inside(0, 0),
    onclosetag() {
      ends();
      entities?.inside(0, 0);
    },
    ...{ onopentagend: ends, oncdata: ends, oncomment: ends, ondeclaration: ends },
    ...{ onprocessinginstruction: ends, onend: ends },
  };
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: entities === undefined },
    callbacks,
  );
  tokenizer.write(html);
  tokenizer.end();
  return found;
}

it("decodes entities in texts and attribute values like the tokenizer, at any position", () => {
  fc.assert(
    fc.property(markup, (parts) => {
      // In titles the tokenizer decodes no entity behind what may begin an end tag, unlike browsers.
      const html = parts.join("").replace(/<[</a-z]*&/giu, "&");
      expect(textsOf(html, new HtmlEntities(html))).toEqual(textsOf(html));
    }),
    { numRuns: runs(600) },
  );
});

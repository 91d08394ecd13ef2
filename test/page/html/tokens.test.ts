import fc from "fast-check";
import { Tokenizer, type TokenizerCallbacks } from "htmlparser2";
import { expect, it } from "vitest";
import { outlineOf } from "../../../src/page/html/outline.js";
import { readTokens, type TokenReader } from "../../../src/page/html/tokens.js";
import { readBodyText } from "../../../src/page/text.js";
import { markup } from "../../support/markup.js";
import { runs } from "../../support/thorough.js";

/** Tokens with their positions, one as text each. */
function tokensOf(html: string): string[] {
  const found: string[] = [];
  const take =
    (kind: string) =>
    (...places: readonly unknown[]): void =>
      void found.push([kind, ...places].join(" "));
  const reader: TokenReader = {
    text: (start, end) => take("text")(start, end),
    ...{ tag: take("tag"), attribute: take("attribute") },
    ...{ opens: take("opens"), closes: take("closes"), declaration: take("declaration") },
  };
  readTokens(html, reader);
  return withoutLastTexts(found);
}

/** We leave out what the end of a page cuts off, and htmlparser2 takes it for a text. */
const withoutLastTexts = (tokens: readonly string[]): string[] =>
  tokens.slice(0, tokens.findLastIndex((token) => !token.startsWith("text")) + 1);

/** The same tokens as htmlparser2 finds them. It passes on an attribute in three calls. */
function reference(html: string): string[] {
  const found: string[] = [];
  let name = "";
  let value = "";
  const ignore = (): void => undefined;
  const take = (token: string): void => void found.push(token);
  const callbacks: TokenizerCallbacks = {
    ...{ ontextentity: ignore, onattribentity: ignore, oncdata: ignore, oncomment: ignore },
    ontext: (start, end) => take(`text ${start} ${end}`),
    onopentagname: (start, end) => take(`tag ${start} ${end}`),
    onattribname(start, end) {
      name = `attribute ${start} ${end}`;
      value = `${end} ${end}`;
    },
    onattribdata: (start, end) => void (value = `${start} ${end}`),
    onattribend: () => take(`${name} ${value}`),
    onopentagend: () => take("opens false"),
    onselfclosingtag: () => take("opens true"),
    onclosetag: (start, end) => take(`closes ${start} ${end}`),
    ondeclaration: (start, end) => take(`declaration ${start} ${end}`),
    onprocessinginstruction: ignore,
    onend: ignore,
  };
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: false }, callbacks);
  tokenizer.write(html);
  tokenizer.end();
  return withoutLastTexts(found);
}

it("finds the same tokens as htmlparser2, which is slower because it reads single characters", () => {
  fc.assert(
    fc.property(markup, (parts) => {
      const html = parts.join("");
      expect(tokensOf(html)).toEqual(reference(html));
    }),
    { numRuns: runs(600) },
  );
});

it.each([
  ...["<title>a<b></TITLE >c", "<sc", "<xm", "<scx"],
  ...[
    "<script>a<</script>b",
    "<script/><b>",
    "<title>a</titles></title",
    "<p>a</p b",
    "<a / >b",
    "<a/",
    "<a b",
  ],
  ...[
    "<a b=c/>d",
    "<a =b>c",
    "<a b='c",
    "<a b = 'c'd>e",
    "</>a</>",
    "</ p>",
    "</1>a",
    "</ ",
    "<!>a>",
    "<!->a>b",
  ],
  ...[
    "<!-->a",
    "<!--->a",
    "<!--a--->b",
    "<!-",
    "<![CDATA[a]]]>b",
    "<![CD>a",
    "<?a>b",
    "<?a",
    "a<1<b>",
    "<",
  ],
])("reads %s like htmlparser2", (html) => {
  expect(tokensOf(html)).toEqual(reference(html));
});

it("decodes entities in texts and values, but none in an element whose content is raw", () => {
  const html = '<title>a &amp; b</title><a href="?a=1&amp;b=2&copy=3">&eacute &notit; &#8364;</a>';
  const { title, links } = outlineOf(html);
  expect([title, ...links]).toEqual(["a & b", "?a=1&b=2&copy=3"]);
  expect(readBodyText(html)).toBe("é ¬it; €");
  expect(readBodyText("<xmp>&amp;</xmp>")).toBe("&amp;");
  const [many, nines] = ["0".repeat(400), "9".repeat(400)];
  expect(readBodyText(`&#${many}65; &#x${many}42; &#${nines}; &#x${nines}`)).toBe(
    "A B \ufffd \ufffd",
  );
});

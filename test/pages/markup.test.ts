import fc from "fast-check";
import { Tokenizer } from "htmlparser2";
import { describe, expect, it } from "vitest";
import { readMarkup } from "../../src/pages/markup.js";

type Found = readonly (string | number | boolean)[];

function ours(html: string): Found[] {
  const found: Found[] = [];
  readMarkup(html, {
    text: (start, end) => void found.push(["text", start, end]),
    startTag: (start, end) => {
      found.push(["start", start, end]);
      return true;
    },
    attribute: (...places) => void found.push(["attribute", ...places]),
    startTagEnd: (isSelfClosing) => void found.push(["start ends", isSelfClosing]),
    endTag: (start, end) => void found.push(["end", start, end]),
    instruction: () => void found.push(["instruction"]),
  });
  return found;
}

/** What htmlparser2 finds, in our form: an attribute without a value has an empty one behind its name. */
function theirs(html: string): Found[] {
  const found: Found[] = [];
  let name = [0, 0];
  let value: number[] | undefined;
  const ignore = (): void => undefined;
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: false },
    {
      ontext: (start, end) => void found.push(["text", start, end]),
      onopentagname: (start, end) => void found.push(["start", start, end]),
      onattribname: (start, end) => {
        name = [start, end];
        value = undefined;
      },
      onattribdata: (start, end) => void (value = [start, end]),
      onattribend: () =>
        void found.push(["attribute", ...name, ...(value ?? [name[1]!, name[1]!])]),
      onopentagend: () => void found.push(["start ends", false]),
      onselfclosingtag: () => void found.push(["start ends", true]),
      onclosetag: (start, end) => void found.push(["end", start, end]),
      onprocessinginstruction: () => void found.push(["instruction"]),
      ...{ ontextentity: ignore, onattribentity: ignore, oncdata: ignore, oncomment: ignore },
      ...{ ondeclaration: ignore, onend: ignore },
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return found;
}

describe("tags and text of a page", () => {
  it("stand where they stand", () => {
    const html = `<p id=a class="b c">one<br/>two</p>`;
    const places = ours(html).map(([what, ...at]) =>
      at.length >= 2 ? [what, html.slice(Number(at.at(-2)), Number(at.at(-1)))] : [what],
    );
    expect(places).toEqual([
      ["start", "p"],
      ["attribute", "a"],
      ["attribute", "b c"],
      ["start ends"],
      ["text", "one"],
      ["start", "br"],
      ["start ends"],
      ["text", "two"],
      ["end", "p"],
    ]);
  });

  it.each([
    "",
    "<",
    "</",
    "</>a",
    "a<<b>",
    "a < b <c",
    "</ p>a",
    "</1>a",
    "</p",
    "</p x",
    "<br /",
    "<br / a>",
    "<!>a",
    "<!->a",
    "<!-->a",
    "<!--->a",
    "<!--a--->b",
    "<!-- a",
    "<!doctype html",
    "<?php a ?>b",
    "<![CDATA[a]]>b",
    "<![CDATA[a",
    "<script>a</script><![CDATA[b>c]]>d",
    "<![CDA>a",
    "<![CDATA[",
    "<script>if (a<b) '</scr' </script >c",
    "<script/>a</script>",
    "<scriptx>a</scriptx>",
    "<xitle><b></title>",
    "<title>a<</title>b",
    "<textarea><p></textarea\n>b",
    "<style></style<a></style>",
    "<a href>b",
    "<a href=>b",
    "<a href= 'b>c' d=e/>f",
    "<a =b>c",
    '<a b="c',
    "<a b c=d",
    "<ſcript>",
  ])("are those of htmlparser2: %j", (html) => {
    expect(ours(html)).toEqual(theirs(html));
  });

  const pieces = fc.constantFrom(
    ...[
      "<",
      "</",
      ">",
      "/",
      "/>",
      "!",
      "<!",
      "<!-",
      "<!--",
      "-",
      "--",
      "-->",
      "<?",
      "?>",
      "=",
      '"',
      "'",
    ],
    ...[
      "<![CDATA[",
      "CDATA[",
      "[",
      "]",
      "]]>",
      " ",
      "\t",
      "\n",
      "\f",
      "\r",
      "&amp;",
      "a",
      "B",
      "s",
      "T",
      "x",
    ],
    ...[
      "script",
      "</script",
      "<SCRIPT>",
      "style",
      "<style>",
      "</style>",
      "title",
      "<title>",
      "</title>",
    ],
    ...[
      "<textarea>",
      "</textarea>",
      "<xmp>",
      "</xmp>",
      "<sc",
      "<ti",
      "<tm",
      "\u001c",
      "\u000f",
      "ſ",
      "😀",
    ],
  );

  it("are those of htmlparser2, whatever the page", () => {
    const page = fc.array(fc.oneof(pieces, fc.string({ maxLength: 2 }))).map((all) => all.join(""));
    fc.assert(
      fc.property(page, (html) => {
        expect(ours(html)).toEqual(theirs(html));
      }),
      { numRuns: 1_000 },
    );
  });
});

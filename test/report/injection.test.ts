import { load } from "cheerio";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../support/thorough.js";
import { everywhere, HOSTILE } from "./hostile.js";
import { dataOf, reportText } from "./items.js";

/** Returns the report of results in which every text is one of these. */
const reportOf = (texts: readonly string[]): Promise<string> =>
  reportText(
    texts.flatMap((text) => everywhere(text).items),
    everywhere(texts[0]!).run,
  );

/** Returns every element with its attributes, and every text outside data blocks, as a browser's parser reads them. */
function seen(html: string): unknown[] {
  const page = load(html, { scriptingEnabled: false });
  page('script[type="application/json"]').empty();
  return page("*")
    .toArray()
    .map((node): unknown => {
      const each = page(node);
      return [each.prop("tagName"), each.attr(), each.contents().not("*").text()];
    });
}

const seenInHarmless = async (count: number): Promise<unknown[]> =>
  seen(await reportOf(Array.from({ length: count }, (_, at) => `harmless ${at}`)));

describe("a report of hostile results", () => {
  it("has no element, attribute or text outside data blocks from them, and no character that an editor would hide or obey", async () => {
    const expected = await seenInHarmless(HOSTILE.length);
    for (const texts of [HOSTILE, HOSTILE.toReversed()]) {
      const html = await reportOf(texts);
      expect(seen(html)).toEqual(expected);
      expect(html.match(/[\p{Cf}\u007f-\u009f\u2028\u2029]/gu)).toBeNull();
    }
  });

  it("is the same to a parser for any texts, and gives the page every character of them", async () => {
    const markup = fc
      .array(
        fc.constantFrom(
          ...Array.from("<>/!-\"'=&; \n\t\0scriptSCRIPTxmlCDATA[]{}`\\u\u2028\u2029"),
        ),
        { maxLength: 30 },
      )
      .map((characters) => characters.join(""));
    const many = fc.uniqueArray(fc.oneof(markup, fc.string({ unit: "binary" })), {
      minLength: 25,
      maxLength: 25,
    });
    const expected = await seenInHarmless(25);
    await fc.assert(
      fc.asyncProperty(many, async (texts) => {
        const html = await reportOf(texts);
        expect(seen(html)).toEqual(expected);
        const { head, part } = dataOf(html);
        expect(head.file).toBe(texts[0]);
        expect(head.missedTimeMaps).toEqual(texts.map((text) => ({ uriT: text, message: text })));
        for (const [at, text] of texts.entries()) {
          expect(head.timeMaps[at]?.seed).toBe(text);
          expect(part(at, 0)?.mementos[0]?.uriM).toBe(text);
          const shown = text.split("\n").filter((line) => line !== "");
          const lines = shown.map((line) => line.replace(/^[\ue000\ue001]/u, "\ufffd"));
          expect(part(at, 0)?.texts).toEqual([lines.join("\n")]);
        }
      }),
      { numRuns: runs(3) },
    );
  });
});

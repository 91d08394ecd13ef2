import { load } from "cheerio";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../support/thorough.js";
import { everywhere, HOSTILE } from "./hostile.js";
import { dataOf, reportText } from "./items.js";

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

describe("a report of hostile results", () => {
  it.each(HOSTILE)(
    "gets no element, attribute or text outside data blocks from %j in the results",
    async (text) => {
      const harmless = everywhere("harmless");
      const hostile = everywhere(text);
      const html = await reportText(hostile.items, hostile.run);
      expect(seen(html)).toEqual(seen(await reportText(harmless.items, harmless.run)));
    },
  );

  it("is the same to a parser for any text in the results", async () => {
    const harmless = everywhere("harmless");
    const expected = seen(await reportText(harmless.items, harmless.run));
    const markup = fc
      .array(
        fc.constantFrom(
          ...Array.from("<>/!-\"'=&; \n\t\0scriptSCRIPTxmlCDATA[]{}`\\u\u2028\u2029"),
        ),
        {
          maxLength: 30,
        },
      )
      .map((characters) => characters.join(""));
    await fc.assert(
      fc.asyncProperty(fc.oneof(markup, fc.string({ unit: "binary" })), async (text) => {
        const { items, run } = everywhere(text);
        expect(seen(await reportText(items, run))).toEqual(expected);
      }),
      { numRuns: runs(60) },
    );
  });

  it.each(HOSTILE)(
    "holds no character that an editor would hide or obey, with %j in the results",
    async (text) => {
      const { items, run } = everywhere(text);
      const html = await reportText(items, run);
      expect(html.match(/[\p{Cf}\u007f-\u009f\u2028\u2029]/gu)).toBeNull();
    },
  );

  it("gives the page every character of hostile results", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary" }), async (text) => {
        const { items, run } = everywhere(text);
        const { head, part } = dataOf(await reportText(items, run));
        expect(head.file).toBe(text);
        expect(head.missedTimeMaps).toEqual([{ uriT: text, message: text }]);
        expect(head.timeMaps[0]?.seed).toBe(text);
        expect(part(0, 0)?.mementos[0]?.uriM).toBe(text);
        const lines = text.split("\n").map((line) => line.replace(/^[\ue000\ue001]/u, "\ufffd"));
        expect(part(0, 0)?.texts).toEqual([lines.join("\n")]);
      }),
      { numRuns: runs(40) },
    );
  });
});

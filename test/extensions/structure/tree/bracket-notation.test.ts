import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  formatBracketTree,
  parseBracketTree,
} from "../../../../src/extensions/structure/tree/ordered-tree.js";

describe("bracket notation", () => {
  it("reads a tree in bracket notation in postorder", () => {
    const { labels, label, size } = parseBracketTree(" {html{head{title}}{body}}\n");
    expect(Array.from(label, (place) => labels[place])).toEqual(["title", "head", "body", "html"]);
    expect(Array.from(size)).toEqual([1, 2, 1, 4]);
  });

  it("keeps empty labels and the white space of labels in bracket notation", () => {
    const { labels } = parseBracketTree("{{ a b }{}}");
    expect(new Set(labels)).toEqual(new Set(["", " a b "]));
  });

  it("unescapes braces and backslashes in bracket notation, and keeps other backslashes", () => {
    expect(parseBracketTree(String.raw`{a\{b\}\\c\d}`).labels).toEqual([String.raw`a{b}\c\d`]);
  });

  it.each(["", "   ", "a", "{a", "{a}}", "{a}{b}", "{a{b}x{c}}", "}", "{a}x"])(
    "refuses the bracket notation %j in one line that reports the position",
    (text) =>
      expect(() => parseBracketTree(text)).toThrow(
        /^not a tree in bracket notation: .* at character \d+$/u,
      ),
  );

  it("writes every tree in bracket notation from which it reads the same tree", () => {
    const label = fc.string({ unit: fc.constantFrom("a", "{", "}", "\\", " ", "é"), maxLength: 4 });
    const tree = fc.array(fc.tuple(label, fc.nat(3)), { minLength: 1 }).map((steps) => {
      let text = "";
      let open = 0;
      for (const [own, up] of steps) {
        const closing = Math.min(up, Math.max(0, open - 1));
        text += `${"}".repeat(closing)}{${own.replace(/[{}\\]/gu, "\\$&")}`;
        open += 1 - closing;
      }
      return text + "}".repeat(open);
    });
    fc.assert(
      fc.property(tree, (text) => {
        expect(formatBracketTree(parseBracketTree(text))).toBe(text);
      }),
    );
  });

  it("reads or refuses any text in bracket notation, even if deeply nested", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("{", "}", "\\", "a"), maxLength: 40 }),
        (text) => {
          try {
            formatBracketTree(parseBracketTree(text));
          } catch (cause) {
            expect(cause).toBeInstanceOf(SyntaxError);
          }
        },
      ),
    );
    expect(() => parseBracketTree("{".repeat(1_000_000))).toThrow(SyntaxError);
  });
});

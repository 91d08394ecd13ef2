import fc from "fast-check";
import { expect, it } from "vitest";
import { squeeze, tidyWhiteSpace } from "../../../src/page/words/characters.js";
import { runs } from "../../support/thorough.js";

/** White space of Python's `\s`, control characters that libxml2 drops, letters, and white space of JavaScript only. */
const text = fc
  .array(
    fc.constantFrom(
      ...[" ", "\n", "\r", "\t", "\f", "\v", "\0", "\x01", "\x08", "\x1b", "\x1c", "\x1f", "\x85"],
      ...[
        "\xa0",
        "\u1680",
        "\u2003",
        "\u2028",
        "\u202f",
        "\u3000",
        "\ufeff",
        "\u200b",
        "a",
        "é",
        "灯",
      ],
      ...["lamp", "𝒶", "\ud800"],
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

/** The definition by jusText: an expression for each kind of run. */
function byExpressions(given: string): string {
  const space = "\\0-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
  return given.replace(new RegExp(`[${space}]+`, "gu"), (run) =>
    // eslint-disable-next-line no-control-regex
    /[\n\r]/u.test(run) ? "\n" : /^[\x01-\x08\v\x0e-\x1f]+$/u.test(run) ? "" : " ",
  );
}

it("replaces a run by a line feed if it contains a line break, drops runs of control characters, and replaces others by a space", () => {
  fc.assert(
    fc.property(text, (given) => {
      expect(squeeze(given)).toBe(byExpressions(given));
      expect(tidyWhiteSpace(given)).toBe(byExpressions(given).replace(/^[ \n]|[ \n]$/gu, ""));
    }),
    { numRuns: runs(600) },
  );
});

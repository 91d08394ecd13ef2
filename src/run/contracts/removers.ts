import assert from "node:assert/strict";
import { openPage } from "../../page/page.js";
import type { BoilerplateRemover } from "../../page/types.js";
import { type ContractCase, describesItself, holds, shown } from "./contract.js";

/** A page and the text that must be left of it. */
export interface TextExample {
  readonly html: string;
  readonly text: string;
}

/** Pages on which a remover is tried: empty, markup without text, text without markup, unclosed elements, no HTML. */
const ODD_PAGES = [
  "",
  "<html><body><img src=x></body></html>",
  "The museum is open.",
  `${"<div><table><td>".repeat(200)}<a href="x">museum`,
  "%PDF-1.4 \u0000\ufffe<![CDATA[<script>",
];

/**
 * Returns the cases that every boilerplate remover must fulfil.
 *
 * @example
 * ```js
 * import { removers } from "detect-off-topic";
 *
 * const justext = removers.find(({ keyword }) => keyword === "justext");
 * const [first] = justext === undefined ? [] : removerContract(justext);
 * await first?.check();
 * console.log(first?.name);
 * // describes itself in a sentence
 * ```
 */
export function removerContract(
  remover: BoilerplateRemover,
  examples: readonly TextExample[] = [],
): ContractCase[] {
  const left = (html: string): unknown =>
    remover.extract(openPage(Buffer.from(html), "text/html; charset=utf-8"), "en");
  return [
    holds("describes itself in a sentence", () => describesItself(remover)),
    holds("returns text for any page, and the same text again", () => {
      for (const html of ODD_PAGES) {
        const text = left(html);
        const page = `the page ${shown(html)}`;
        assert.ok(
          typeof text === "string",
          `extract() of ${page} gave ${shown(text)}: give text, "" where nothing is left.`,
        );
        assert.equal(left(html), text, `extract() of ${page} gave another text the second time.`);
      }
    }),
    ...examples.map(({ html, text }, at) =>
      holds(`example ${at + 1}: ${shown(text)}`, () =>
        assert.equal(
          left(html),
          text,
          `extract() left ${shown(left(html))}, and the example says ${shown(text)}.`,
        ),
      ),
    ),
  ];
}

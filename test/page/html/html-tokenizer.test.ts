import fc from "fast-check";
import { Tokenizer, type TokenizerCallbacks } from "htmlparser2";
import { expect, it, vi } from "vitest";
import { readTokens } from "../../../src/page/html/html-tokenizer.js";
import { markup } from "../../support/markup.js";
import { runs } from "../../support/thorough.js";

const NAMES = [
  ...["ontext", "ontextentity", "onattribname", "onattribdata", "onattribentity", "onattribend"],
  ...["onopentagname", "onopentagend", "onselfclosingtag", "onclosetag", "oncdata", "oncomment"],
  ...["ondeclaration", "onprocessinginstruction", "onend"],
] as const satisfies readonly (keyof TokenizerCallbacks)[];

/** Calls of a tokenizer in order, with their positions. */
function callsOf(read: (callbacks: TokenizerCallbacks) => void): string[] {
  const calls: string[] = [];
  const callbacks = NAMES.map((name) => [
    name,
    (...places: readonly number[]): void => void calls.push([name, ...places].join(" ")),
  ]);
  read(Object.fromEntries(callbacks) as TokenizerCallbacks);
  return calls;
}

it("makes the same calls as htmlparser2's tokenizer, which is slower because it reads single characters", () => {
  fc.assert(
    fc.property(markup, fc.boolean(), (parts, decodeEntities) => {
      const html = parts.join("");
      const plain = callsOf((callbacks) => {
        const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities }, callbacks);
        tokenizer.write(html);
        tokenizer.end();
      });
      expect(callsOf((callbacks) => readTokens(html, callbacks, decodeEntities))).toEqual(plain);
    }),
    { numRuns: runs(600) },
  );
});

it("overrides methods that htmlparser2's tokenizer still has and calls", () => {
  const search = vi.spyOn(
    Tokenizer.prototype as unknown as { fastForwardTo: (codeUnit: number) => boolean },
    "fastForwardTo",
  );
  callsOf((callbacks) => {
    const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: false }, callbacks);
    tokenizer.write("<p class='lamp'>The lamp.</p>");
    expect(tokenizer).toMatchObject({ index: 29, buffer: "<p class='lamp'>The lamp.</p>" });
  });
  expect(search.mock.calls.length).toBeGreaterThan(1);
});

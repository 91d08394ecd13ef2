import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";

interface Mistake {
  readonly line: number;
  readonly message: string;
}

const script = pathToFileURL(join("test", "support", "check-comments.mjs")).href;
const { mistakesIn } = (await import(script)) as {
  readonly mistakesIn: (source: string, isInTree: (path: string) => boolean) => readonly Mistake[];
};
const mistakes = (source: string): readonly string[] =>
  mistakesIn(source, (path) => path === "docs/decision.md").map(
    ({ line, message }) => `${line}: ${message}`,
  );

it("reports doc comments that begin with a relative word, in one line and in several", () => {
  expect(
    mistakes("/** What it is. */\nconst a = 1;\n\n  /**\n   * Of each node its label.\n   */"),
  ).toEqual(['1: doc comment begins with "What"', '4: doc comment begins with "Of"']);
});

it("accepts doc comments that begin with a noun or verb, and any line comment", () => {
  expect(
    mistakes("/** Returns what it is. */\n/** Bytes of it. */\n// As above.\n/* By hand. */"),
  ).toEqual([]);
});

it("reports comments that cite a document which is not in the tree, but not text outside of comments", () => {
  const source =
    '// See docs/decision.md.\n// See docs/gone.md.\n/** A limit (SPEC section 3). */\nf("SPEC", "a/b.md");';
  expect(mistakes(source)).toEqual([
    "2: comment cites docs/gone.md, which is not in the tree",
    "3: comment cites SPEC, which is not in the tree",
  ]);
});

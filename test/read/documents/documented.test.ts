import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readDocuments } from "../../../src/read/documents/read-document.js";
import { documentedSteps, follow } from "../../support/documented.js";
import { ROOT, temporaryFolder } from "../../support/run-bin.js";

const steps = documentedSteps("documents.md");
const decoder = new TextDecoder();

describe("the example in docs/documents.md", () => {
  it.each(steps)("prints what docs/documents.md shows: $command", async (step) => {
    await follow(step, temporaryFolder());
  });

  it("each format of the example in docs/documents.md has the same text", async () => {
    expect(steps).toHaveLength(1);
    const wordsOf = async (form: string): Promise<string> => {
      const bytes = readFileSync(join(ROOT, `fixtures/documents/lamps.${form}`));
      const [document] = await readDocuments(bytes, { maxBytes: 10_000 });
      const { page } = document as { readonly page: Uint8Array };
      const [, body = ""] = /(?:<body>|<meta[^>]*>)([^]*)/u.exec(decoder.decode(page)) ?? [];
      return body
        .replaceAll(/<[^>]*>/gu, " ")
        .replaceAll(/\s+/gu, " ")
        .trim();
    };
    const expected = await wordsOf("txt");
    expect(expected).toMatch(/^Lamps and lenses .* nineteen miles out\.$/u);
    for (const form of ["txt.gz", "zip", "html"]) {
      expect({ form, words: (await wordsOf(form)).slice(-expected.length) }).toEqual({
        ...{ form, words: expected },
      });
    }
  });
});

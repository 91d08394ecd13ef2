import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readDocuments } from "../../src/documents/read-document.js";
import { ROOT, runBin, temporaryFolder } from "../support/run-bin.js";

const text = readFileSync(join(ROOT, "docs/documents.md"), "utf8");
const steps = [...text.matchAll(/^```\n\$ detect_off_topic (.*)\n([^`]*)^```/gmu)];
const decoder = new TextDecoder();

describe("the example in docs/documents.md", () => {
  it.each(steps.map(([, command = "", said = ""]) => [command, said]))(
    "says what is written there: %s",
    async (command, said) => {
      const own = command.replace("topic.json", join(temporaryFolder(), "topic.json"));
      const { status, stdout, stderr } = await runBin(own.split(" "), { process: true });
      expect({ status, said: (stdout + stderr).trim() }).toEqual({ status: 0, said: said.trim() });
    },
  );

  it("has one text in each of the forms", async () => {
    expect(steps).toHaveLength(3);
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

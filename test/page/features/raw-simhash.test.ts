import { expect, it } from "vitest";
import { rawSimhash } from "../../../src/page/features/hashes.js";
import { pageOf } from "./page.js";

// Four bytes in windows-1252, which Python writes b'caf\\xe9'.
const page = pageOf("café", { bytes: Uint8Array.of(0x63, 0x61, 0x66, 0xe9) });

it("the raw Simhash of text is that of the decoded characters", () => {
  // One window, so the hash is the end of the MD5 of its UTF-8, here as Python's hashlib has it.
  expect(rawSimhash.extract(page, { of: "text" })).toBe("10835029126148537762");
});

it("the raw Simhash of python-bytes is that of the characters of str(bytes)", () => {
  const written = pageOf("b'caf\\xe9'");
  expect(rawSimhash.extract(page, { of: "python-bytes" })).toBe(
    rawSimhash.extract(written, { of: "text" }),
  );
});

it("a page without a word character has nothing to compare with", () => {
  expect(rawSimhash.isEmpty(rawSimhash.extract(pageOf("<>\n"), { of: "text" }))).toBe(true);
  expect(rawSimhash.isEmpty(rawSimhash.extract(pageOf("<p>"), { of: "text" }))).toBe(false);
});

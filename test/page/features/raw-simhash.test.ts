import { expect, it } from "vitest";
import { rawSimhash } from "../../../src/page/features/hashes.js";
import { pageOf } from "./page.js";

// Four bytes in windows-1252, which Python writes as b'caf\\xe9'.
const page = pageOf("café", { bytes: Uint8Array.of(0x63, 0x61, 0x66, 0xe9) });

it("computes the raw Simhash of text from decoded characters", () => {
  // There is one window, so the hash is the end of the MD5 of its UTF-8. Computed with Python's hashlib.
  expect(rawSimhash.extract(page, { of: "text" })).toBe("10835029126148537762");
});

it("computes the raw Simhash with python-bytes from the characters of str(bytes)", () => {
  const written = pageOf("b'caf\\xe9'");
  expect(rawSimhash.extract(page, { of: "python-bytes" })).toBe(
    rawSimhash.extract(written, { of: "text" }),
  );
});

it("treats the raw Simhash of a page without word characters as empty", () => {
  expect(rawSimhash.isEmpty(rawSimhash.extract(pageOf("<>\n"), { of: "text" }))).toBe(true);
  expect(rawSimhash.isEmpty(rawSimhash.extract(pageOf("<p>"), { of: "text" }))).toBe(false);
});

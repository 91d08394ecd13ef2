import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { gzip, pageRecord, readFiles, warcinfo } from "../../support/warc-builder.js";
import { wacz } from "../../support/wacz-builder.js";

const archive = Buffer.concat([warcinfo(), pageRecord("a"), pageRecord("b")].map(gzip));
const wholes = [{}, { deflate: true }, { zip64: true }].map((options) =>
  wacz({ "a.warc.gz": archive }, options),
);

it("reads a WACZ with changed or missing bytes as far as possible, and reports the rest", async () => {
  const folder = mkdtempSync(join(tmpdir(), "dot-wacz-fuzz-"));
  const path = join(folder, "a.wacz");
  const change = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    // The bytes that mislead a reader most are at the end.
    nearEnd: fc.boolean(),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }),
  });
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...wholes),
        fc.array(change, { minLength: 1, maxLength: 4 }),
        fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
        async (whole, changes, cut) => {
          const bytes = Buffer.from(whole);
          for (const { at, nearEnd, bytes: other } of changes) {
            const span = nearEnd ? Math.min(400, bytes.length) : bytes.length;
            bytes.set(
              other.subarray(0, span),
              Math.min(bytes.length - span + Math.floor(at * span), bytes.length - other.length),
            );
          }
          writeFileSync(path, bytes.subarray(0, cut === null ? undefined : cut * bytes.length));
          const items = await readFiles([path]);
          const pages = items.filter(({ kind }) => kind === "memento").length;
          const damages = items.filter(({ kind }) => kind === "damage").length;
          expect(pages === 2 || pages + damages > 0).toBe(true);
        },
      ),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

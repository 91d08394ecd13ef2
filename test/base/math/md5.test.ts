import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { md5Tail } from "../../../src/base/math/simhash.js";

function tail(message: Uint8Array): string {
  const halves = new Int32Array(2);
  md5Tail(message, message.length, halves);
  return Array.from(halves, (half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}

describe("the last 8 bytes of MD5", () => {
  it("computes the last 8 bytes of the MD5 digests printed in RFC 1321", () => {
    expect(tail(Buffer.from(""))).toBe("e9800998ecf8427e");
    expect(tail(Buffer.from("abc"))).toBe("d6963f7d28e17f72");
  });

  it("computes the last 8 bytes of MD5 like node:crypto, for messages of one block and longer", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 130 }), (message) => {
        expect(tail(message)).toBe(createHash("md5").update(message).digest("hex").slice(16));
      }),
    );
  });
});

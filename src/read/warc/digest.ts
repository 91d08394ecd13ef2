import { createHash } from "../../base/platform/machine.js";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Returns `sha1:` and the digest in base32 (RFC 4648, section 6), as crawlers write it to WARC and CDX files. */
export function sha1Digest(bytes: Uint8Array): string {
  const digest = BigInt(`0x${createHash("sha1").update(bytes).digest("hex")}`);
  // 20 bytes give exactly 32 characters, so that no padding is needed behind them.
  const digits = digest.toString(32).padStart(32, "0");
  return `sha1:${digits.replace(/./gu, (digit) => BASE32[Number.parseInt(digit, 32)]!)}`;
}

/** Returns a record ID derived from the content of the record, so that the same copy has the same bytes. */
export function idOf(block: Uint8Array): string {
  const hex = createHash("sha256").update(block).digest("hex");
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
  ];
  return `<urn:uuid:${[...parts, hex.slice(20, 32)].join("-")}>`;
}

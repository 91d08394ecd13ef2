import { constants, inflateRawSync } from "node:zlib";
import { gzipHeaderLength } from "./gzip-header.js";
import { arcFormat, warcFormat } from "./record-format.js";

const ZSTD_FRAME = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
/** A skippable frame with a dictionary comes first in many .warc.zst files (IIPC, warc-zstd). */
const ZSTD_DICTIONARY = Buffer.from([0x5d, 0x2a, 0x4d, 0x18]);

/** True for the first bytes of Zstandard data. */
export function startsZstd(bytes: Buffer): boolean {
  const magic = bytes.subarray(0, 4);
  return magic.equals(ZSTD_FRAME) || magic.equals(ZSTD_DICTIONARY);
}

/** True for the first bytes of Zstandard data whose dictionary comes with it. */
export function startsZstdDictionary(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).equals(ZSTD_DICTIONARY);
}

/** True when a gzip member begins here and what it holds begins like a record. */
export function inflatesToRecord(bytes: Buffer): boolean {
  const header = gzipHeaderLength(bytes);
  if (header === undefined) return false;
  try {
    const start = inflateRawSync(bytes.subarray(header, header + 4096), {
      finishFlush: constants.Z_SYNC_FLUSH,
    });
    return warcFormat.startsRecord(start) || arcFormat.startsRecord(start);
  } catch {
    // Bytes that only look like a header.
    return false;
  }
}

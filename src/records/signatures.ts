import { constants, inflateRawSync } from "node:zlib";
import { gzipHeaderLength } from "./gzip-header.js";
import { arcFormat, warcFormat } from "./record-format.js";

const LOOKED_AT = 512;

/** True when a gzip member begins here and what it holds begins like a record. */
export function inflatesToRecord(bytes: Buffer): boolean {
  const header = gzipHeaderLength(bytes);
  if (header === undefined) return false;
  try {
    const start = inflateRawSync(bytes.subarray(header, header + LOOKED_AT), {
      finishFlush: constants.Z_SYNC_FLUSH,
      chunkSize: LOOKED_AT,
    });
    return warcFormat.startsRecord(start) || arcFormat.startsRecord(start);
  } catch {
    // Bytes that only look like a header.
    return false;
  }
}

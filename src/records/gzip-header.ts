/** First three bytes of every gzip member that uses deflate (RFC 1952, section 2.3). */
export const GZIP_MAGIC: Buffer = Buffer.from([0x1f, 0x8b, 0x08]);

const FHCRC = 2;
const FEXTRA = 4;
const FNAME = 8;
const FCOMMENT = 16;
const RESERVED = 0xe0;

/**
 * Length of a gzip member's header, or undefined when it does not end within these bytes or has flags that do not
 * exist.
 */
export function gzipHeaderLength(bytes: Buffer): number | undefined {
  if (bytes.length < 10) return undefined;
  const flags = bytes[3]!;
  if ((flags & RESERVED) !== 0) return undefined;
  let at = 10;
  if ((flags & FEXTRA) !== 0) {
    if (bytes.length < at + 2) return undefined;
    at += 2 + bytes.readUInt16LE(at);
  }
  for (const flag of [FNAME, FCOMMENT]) {
    if ((flags & flag) === 0) continue;
    const end = bytes.indexOf(0, at);
    if (end < 0) return undefined;
    at = end + 1;
  }
  if ((flags & FHCRC) !== 0) at += 2;
  return at <= bytes.length ? at : undefined;
}

const EXTRA_FLAGS: ReadonlySet<number> = new Set([0, 2, 4]);
const LAST_SYSTEM = 13;
const UNKNOWN_SYSTEM = 255;

/** False for most bytes that only begin like a gzip member: no compressor writes such a header. */
export function mayBeMember(bytes: Buffer): boolean {
  const system = bytes[9] ?? UNKNOWN_SYSTEM;
  return EXTRA_FLAGS.has(bytes[8] ?? 0) && (system <= LAST_SYSTEM || system === UNKNOWN_SYSTEM);
}

import { createHash } from "../base/platform/machine.js";

/**
 * Returns a digest of a set of URI-Ms, in any order: 16 hexadecimal digits of SHA-256. Decisions store the digest to
 * record which mementos were judged.
 */
export function runDigest(uriMs: Iterable<string>): string {
  const hash = createHash("sha256");
  for (const uriM of [...uriMs].sort()) hash.update(`${uriM}\n`);
  return hash.digest("hex").slice(0, 16);
}

import { createHash } from "../base/platform/machine.js";

/**
 * Digest of a set of URI-Ms, whatever their order: by it decisions know which mementos were judged. 16 hexadecimal digits
 * of SHA-256.
 */
export function runDigest(uriMs: Iterable<string>): string {
  const hash = createHash("sha256");
  for (const uriM of [...uriMs].sort()) hash.update(`${uriM}\n`);
  return hash.digest("hex").slice(0, 16);
}

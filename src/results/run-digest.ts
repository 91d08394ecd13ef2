import { createHash } from "node:crypto";

const MODULUS = 2n ** 64n;

/**
 * Digest of a set of URI-Ms, whatever their order: by it decisions know which mementos were judged. The URI-Ms go by one
 * at a time and none is held: the sum of the first eight bytes of the SHA-256 of each.
 */
export class RunDigest {
  #sum = 0n;

  add(uriM: string): void {
    const bytes = createHash("sha256").update(uriM, "utf8").digest();
    this.#sum = (this.#sum + bytes.readBigUInt64BE()) % MODULUS;
  }

  /** 16 hexadecimal digits. */
  toString(): string {
    return this.#sum.toString(16).padStart(16, "0");
  }
}

/** The digest of some URI-Ms. */
export function runDigest(uriMs: Iterable<string>): string {
  const digest = new RunDigest();
  for (const uriM of uriMs) digest.add(uriM);
  return digest.toString();
}

/**
 * Finds captures that are kept although their content is that of a left-out capture, by the digests of their records. Only
 * captures with a verdict are compared, so that what is held is bounded by the results.
 */
export class SameContent {
  readonly #removed = new Set<string>();
  /** Kept captures by digest, with the names that the results have for them. */
  readonly #kept = new Map<string, string[]>();

  addRemoved(digest: string): void {
    // Redirects have no body, and say nothing of each other.
    if (EMPTY.test(digest)) return;
    this.#removed.add(digest.toLowerCase());
  }

  addKept(digest: string, name: string): void {
    const names = this.#kept.get(digest.toLowerCase());
    if (names === undefined) this.#kept.set(digest.toLowerCase(), [name]);
    else names.push(name);
  }

  /** Returns the names of the kept captures with the content of a removed one, in the order of the files. */
  names(): readonly string[] {
    return [...this.#kept].flatMap(([digest, names]) => (this.#removed.has(digest) ? names : []));
  }
}

/** SHA-1 of no bytes, in base 32 and in base 16. */
const EMPTY = /3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ|da39a3ee5e6b4b0d3255bfef95601890afd80709/iu;

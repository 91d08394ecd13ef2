import { hash53 } from "../../math/hash53.js";

/**
 * Which captures go by a name: 16 bytes an entry, whatever the length of the names, so that half a million captures
 * under four names each take 32 MB. Two names may share a hash: callers compare the capture that they find.
 */
export class HashIndex {
  #hashes = new Float64Array(1024);
  #ordinals = new Int32Array(1024);
  #size = 0;
  #sorted = true;

  add(name: string, ordinal: number): void {
    if (this.#size === this.#hashes.length) {
      const hashes = new Float64Array(this.#size * 2);
      hashes.set(this.#hashes);
      this.#hashes = hashes;
      const ordinals = new Int32Array(this.#size * 2);
      ordinals.set(this.#ordinals);
      this.#ordinals = ordinals;
    }
    this.#hashes[this.#size] = hash53(name);
    this.#ordinals[this.#size] = ordinal;
    this.#size += 1;
    this.#sorted = false;
  }

  /** The ordinals added under this name, in the order of ordinals. */
  find(name: string): number[] {
    if (!this.#sorted) this.#sort();
    const hash = hash53(name);
    let low = 0;
    let high = this.#size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#hashes[middle]! < hash) low = middle + 1;
      else high = middle;
    }
    const found: number[] = [];
    for (let i = low; i < this.#size && this.#hashes[i] === hash; i += 1) {
      found.push(this.#ordinals[i]!);
    }
    return found.sort((a, b) => a - b);
  }

  #sort(): void {
    const order = Uint32Array.from({ length: this.#size }, (_, i) => i);
    const hashes = this.#hashes;
    order.sort((a, b) => hashes[a]! - hashes[b]!);
    const ordinals = this.#ordinals;
    this.#hashes = Float64Array.from(order, (i) => hashes[i]!);
    this.#ordinals = Int32Array.from(order, (i) => ordinals[i]!);
    this.#sorted = true;
  }
}

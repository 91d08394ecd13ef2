/** A set of small numbers, a bit each. */
export class BitSet {
  readonly words: Int32Array;

  constructor(capacity: number) {
    this.words = new Int32Array(Math.ceil(capacity / 32));
  }

  add(member: number): void {
    this.words[member >>> 5]! |= 1 << (member & 31);
  }

  /** Adds all members of another set of the same capacity. */
  addAll({ words }: BitSet): void {
    for (let at = 0; at < words.length; at++) this.words[at]! |= words[at]!;
  }

  /** Members of both sets, each counted by its weight. */
  weightShared({ words }: BitSet, weights: Int32Array): number {
    let weight = 0;
    for (let at = 0; at < words.length; at++) {
      let bits = this.words[at]! & words[at]!;
      while (bits !== 0) {
        weight += weights[at * 32 + 31 - Math.clz32(bits & -bits)]!;
        bits &= bits - 1;
      }
    }
    return weight;
  }

  /** Text that only equal sets share. */
  get name(): string {
    return Buffer.from(this.words.buffer).toString("latin1");
  }
}

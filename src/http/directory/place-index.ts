import { createHash } from "node:crypto";

/** Where the record of a URI stands, and what it is. */
export interface IndexedPlace {
  /** Which file, in order of their making. */
  readonly file: number;
  readonly offset: number;
  readonly length: number;
  /** False: a record of a failure. */
  readonly answered: boolean;
  /** False when a later run should ask again. */
  readonly settled: boolean;
  /** Written in this run. */
  readonly fresh: boolean;
}

const ANSWERED = 1;
const SETTLED = 2;
const FRESH = 4;

/**
 * URI to place for a million URIs in some 100 MB: URIs are kept as 53 bits of their SHA-1. Readers must compare the
 * record's own URI: in a million there is one chance in 20,000 that two share their bits.
 */
export class PlaceIndex {
  readonly #rows = new Map<number, number>();
  #offsets = new Float64Array(1024);
  #lengths = new Float64Array(1024);
  #files = new Uint32Array(1024);
  #flags = new Uint8Array(1024);

  get size(): number {
    return this.#rows.size;
  }

  /** Keeps the place, unless a later one is known; an answer is never displaced by a failure. */
  set(uri: string, place: IndexedPlace): void {
    const key = keyOf(uri);
    const known = this.#rows.get(key);
    if (known !== undefined && !this.#yields(known, place)) return;
    const row = known ?? this.#rows.size;
    if (row === this.#flags.length) this.#grow();
    this.#rows.set(key, row);
    this.#offsets[row] = place.offset;
    this.#lengths[row] = place.length;
    this.#files[row] = place.file;
    this.#flags[row] =
      (place.answered ? ANSWERED : 0) | (place.settled ? SETTLED : 0) | (place.fresh ? FRESH : 0);
  }

  get(uri: string): IndexedPlace | undefined {
    const row = this.#rows.get(keyOf(uri));
    if (row === undefined) return undefined;
    const flags = this.#flags[row]!;
    return {
      file: this.#files[row]!,
      offset: this.#offsets[row]!,
      length: this.#lengths[row]!,
      answered: (flags & ANSWERED) !== 0,
      settled: (flags & SETTLED) !== 0,
      fresh: (flags & FRESH) !== 0,
    };
  }

  #yields(row: number, place: IndexedPlace): boolean {
    const answered = (this.#flags[row]! & ANSWERED) !== 0;
    if (answered !== place.answered) return place.answered;
    const file = this.#files[row]!;
    return place.file > file || (place.file === file && place.offset >= this.#offsets[row]!);
  }

  #grow(): void {
    const rows = this.#flags.length * 2;
    this.#offsets = grown(new Float64Array(rows), this.#offsets);
    this.#lengths = grown(new Float64Array(rows), this.#lengths);
    this.#files = grown(new Uint32Array(rows), this.#files);
    this.#flags = grown(new Uint8Array(rows), this.#flags);
  }
}

function grown<T extends Float64Array | Uint32Array | Uint8Array>(larger: T, old: T): T {
  larger.set(old);
  return larger;
}

function keyOf(uri: string): number {
  const digest = createHash("sha1").update(uri).digest();
  return digest.readUInt32BE(0) * 2 ** 21 + (digest.readUInt32BE(4) >>> 11);
}

type Numbers = Float64Array | Int32Array | Uint32Array | Int16Array | Uint8Array;

/** Numbers by position in a few bytes each: an array that doubles when it is full. */
export class Column {
  readonly #make: new (length: number) => Numbers;
  #numbers: Numbers;

  /** `make` decides how large the numbers may be: `new Column(Int32Array)`. */
  constructor(make: new (length: number) => Numbers) {
    this.#make = make;
    this.#numbers = new make(1024);
  }

  /** The number that was set there. */
  get(at: number): number {
    return this.#numbers[at]!;
  }

  set(at: number, number: number): void {
    if (at >= this.#numbers.length) {
      const larger = new this.#make(Math.max(at + 1, 2 * this.#numbers.length));
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[at] = number;
  }
}

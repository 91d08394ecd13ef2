declare module "simhash-js/SimHash.js" {
  export class SimHash {
    /** Returns the 32-bit hash as an unsigned number. */
    hash(input: string): number;
  }
}

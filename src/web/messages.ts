import type { WebData } from "./platform/data.js";

/** Message of the page to its worker, sent once at the start. */
export interface WebTask {
  readonly data: WebData;
  readonly files: readonly (readonly [name: string, file: File])[];
}

export interface Saved {
  readonly name: string;
  readonly blob: Blob;
}

export interface Summary {
  readonly mementos: number;
  readonly timeMaps: number;
  readonly offTopic: number;
  readonly unsure: number;
  /** Number of mementos without a verdict. */
  readonly without: number;
  /** Parts of the files that could not be read, one line for each. */
  readonly damage: readonly string[];
}

export type Message =
  | { readonly kind: "progress"; readonly done: number; readonly of: number; readonly says: string }
  | { readonly kind: "done"; readonly files: readonly Saved[]; readonly summary: Summary }
  | { readonly kind: "failed"; readonly message: string };

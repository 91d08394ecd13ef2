import type { WebData } from "./platform/data.js";

/** What the page gives to its worker: once, to begin. */
export interface Task {
  readonly data: WebData;
  readonly files: readonly (readonly [name: string, file: File])[];
}

export interface Saved {
  readonly name: string;
  readonly blob: Blob;
}

/** Counts for people. */
export interface Summary {
  readonly mementos: number;
  readonly timeMaps: number;
  readonly offTopic: number;
  readonly unsure: number;
  /** Mementos without a verdict. */
  readonly without: number;
  /** What could not be read of the files, a line each. */
  readonly damage: readonly string[];
}

/** What the worker says. */
export type Message =
  | {
      readonly kind: "reading";
      readonly read: number;
      readonly of: number;
      readonly mementos: number;
    }
  | { readonly kind: "scoring"; readonly scored: number; readonly of: number }
  | { readonly kind: "done"; readonly files: readonly Saved[]; readonly summary: Summary }
  | { readonly kind: "failed"; readonly message: string };

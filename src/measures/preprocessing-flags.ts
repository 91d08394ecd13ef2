import type { PreprocessingFlags, Settings } from "../types.js";

/** Of a measure that reads the raw memento. */
export function rawFlags(): PreprocessingFlags {
  return { stemmed: false, tokenized: false, removedBoilerplate: false };
}

/** Of a measure that reads the words of the page. */
export function wordFlags({ preprocessing }: Settings): PreprocessingFlags {
  return {
    stemmed: preprocessing.stem !== false,
    tokenized: true,
    removedBoilerplate: preprocessing.boilerplate !== "none",
  };
}

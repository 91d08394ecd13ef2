/**
 * Costs of the pairs of letters of a language. A cost is the negative logarithm of a share, in steps of {@link
 * COST_STEP}.
 */
export interface LetterModel {
  readonly letters: string;
  /**
   * One row for the space and for each letter. A row has the costs of a following space and of each following letter.
   * See {@link costAt}.
   */
  readonly costs: string;
}

/** Models of the charset detector by language (BCP 47). */
export interface CharsetModels {
  readonly letters: Readonly<Record<string, LetterModel>>;
  /**
   * Characters by their cost, for scripts with thousands of characters: first those that cost 0 steps, then those that
   * cost 1 step, and so on.
   */
  readonly characters: Readonly<Record<string, readonly string[]>>;
}

/** Size of a step in nats. With steps of this size, every cost fits into one printable character. */
export const COST_STEP = 0.25;
/** Character of the cost 0. */
export const FIRST_COST: number = "0".charCodeAt(0);

/** Returns the cost at an index of the table, in steps. */
export const costAt = (costs: string, at: number): number => costs.charCodeAt(at) - FIRST_COST;

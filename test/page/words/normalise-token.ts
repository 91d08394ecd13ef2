import type { TermOptions } from "../../../src/page/types.js";
import { normaliserOf } from "../../../src/page/words/terms.js";

/** Returns the term of a token, or undefined if the token is dropped. */
export const normaliseToken = (token: string, termOptions: TermOptions): string | undefined =>
  normaliserOf(termOptions).normalise(token);

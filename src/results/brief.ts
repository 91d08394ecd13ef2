import type { Result, Settings } from "../types.js";

/** Characters of a text among which a report looks for passages that differ. */
export const EXCERPT = 8000;

/** Results as a run with these settings has them: without what only a report beside them asked for. */
export async function* brief(
  results: AsyncIterable<Result>,
  { explain, signs }: Settings,
): AsyncGenerator<Result> {
  for await (const result of results) {
    if (result.kind === "timemap-problem") yield result;
    else {
      yield {
        ...result,
        evidence: explain === true ? result.evidence : undefined,
        signs: signs === true ? result.signs : undefined,
        pageKind: signs === true ? result.pageKind : undefined,
        excerpt: undefined,
      };
    }
  }
}

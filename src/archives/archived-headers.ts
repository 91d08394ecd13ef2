import { mediaType } from "../mementos/content-type.js";
import { header } from "../timemaps/response.js";
import type { FetchedResponse } from "../types.js";

/**
 * The Content-Type that was archived. Archives answer with it; where theirs lacks the charset, or is missing, the
 * original header (`X-Archive-Orig-Content-Type`) tells.
 */
export function archivedContentType(response: FetchedResponse): string | undefined {
  const answered = header(response, "content-type");
  const original = header(response, "x-archive-orig-content-type");
  if (answered === undefined || original === undefined) return answered ?? original;
  const sameType = mediaType(answered) === mediaType(original);
  return sameType && !/charset/i.test(answered) && /charset/i.test(original) ? original : answered;
}

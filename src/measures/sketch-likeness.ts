/**
 * Jaccard's index of two sets, estimated from their bottom-k sketches (the k smallest hashes, ascending, without
 * repetition): the share of the k smallest hashes of both together that both have. Exact for sets of at most k; undefined
 * for two empty ones. Source: Broder, On the resemblance and containment of documents (SEQUENCES 1997), section 3.
 */
export function sketchLikeness(
  one: readonly number[],
  other: readonly number[],
  k: number,
): number | undefined {
  let at = 0;
  let otherAt = 0;
  let seen = 0;
  let shared = 0;
  while (seen < k && (at < one.length || otherAt < other.length)) {
    const hash = one[at] ?? Infinity;
    const otherHash = other[otherAt] ?? Infinity;
    if (hash === otherHash) shared += 1;
    if (hash <= otherHash) at += 1;
    if (otherHash <= hash) otherAt += 1;
    seen += 1;
  }
  return seen === 0 ? undefined : shared / seen;
}

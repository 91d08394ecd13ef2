/** How many terms stand in both lists. Both are in code unit order, without repetition. */
export function sharedTerms(one: readonly string[], other: readonly string[]): number {
  let shared = 0;
  let at = 0;
  let otherAt = 0;
  while (at < one.length && otherAt < other.length) {
    const term = one[at]!;
    const otherTerm = other[otherAt]!;
    if (term === otherTerm) {
      shared++;
      at++;
      otherAt++;
    } else if (term < otherTerm) at++;
    else otherAt++;
  }
  return shared;
}

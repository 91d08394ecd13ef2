/** Description of a capture's content in an index. */
interface ContentFacts {
  readonly digest?: string | undefined;
  /** Absent for a revisit, which has the status of the earlier capture that it repeats. */
  readonly status?: number | undefined;
}

/**
 * Groups captures with equal digests, of which only one need be read. Redirects are not grouped, because their body does
 * not determine their target.
 */
export function bySameContent<T>(
  captures: readonly T[],
  factsOf: (capture: T) => ContentFacts,
): (readonly T[])[] {
  const groups: T[][] = [];
  const byDigest = new Map<
    string,
    { readonly status: number | undefined; readonly group: T[] }[]
  >();
  for (const capture of captures) {
    const { digest, status } = factsOf(capture);
    const isRedirect = status !== undefined && status >= 300 && status < 400;
    const alike = digest === undefined || isRedirect ? [] : (byDigest.get(digest) ?? []);
    const same = alike.findLast((each) => status === undefined || each.status === status);
    if (same !== undefined) {
      same.group.push(capture);
      continue;
    }
    const group = [capture];
    groups.push(group);
    if (digest !== undefined && !isRedirect) byDigest.set(digest, [...alike, { status, group }]);
  }
  return groups;
}

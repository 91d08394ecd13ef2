import { signTable } from "./find-signs.js";

/** The kinds that are counted, not told by phrases. */
const counted = new Map([
  ["blank", "blank page"],
  ["spam", "spam"],
]);

const titles = new Map<string, string>([
  ...counted,
  ...signTable.map(({ kind, title }) => [kind, title] as const),
]);

/**
 * A kind of page in words: `suspended account`; the keyword itself for one that is not known. A page that is not found
 * and answered with an error status (`status`) is no soft 404.
 */
export function kindTitle(kind: string, status?: number): string {
  if (kind === "soft-404" && status !== undefined && status >= 400) return "page not found";
  return titles.get(kind) ?? kind;
}

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

/** A kind of page in words: `suspended account`; the keyword itself for one that is not known. */
export function kindTitle(kind: string): string {
  return titles.get(kind) ?? kind;
}

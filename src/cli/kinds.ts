import { signTable, softwareTable } from "../page/signs/sign-table.js";
import { KINDS, titleOfKind } from "../score/evidence/kinds.js";
import { requireChoice } from "../base/find.js";
import { rows } from "../command/help.js";

export const kindLines = (): string =>
  rows(
    Object.entries(KINDS).map(([kind, { status, fault }]) => [
      kind,
      `${titleOfKind(kind)}: ${status}, ${fault}`,
    ]),
  );

/** Number of phrases that show what is looked for. */
const PHRASES_SHOWN = 12;

/** Throws a `UsageError` for an unknown kind. */
export function explainedKind(name: string): string {
  const kind = requireChoice(name, Object.keys(KINDS), "kind");
  const { status, fault, meaning, falseAlarms, advice } = KINDS[kind]!;
  return [
    `${kind}: ${titleOfKind(kind)}`,
    `  meaning: ${meaning}`,
    `  effective status and fault if it is off-topic: ${status}, ${fault}`,
    `  phrases: ${phrasesOf(kind)}`,
    `  false alarms: ${falseAlarms}`,
    `  what to do: ${advice}`,
    "",
  ].join("\n");
}

/** Returns some of the phrases of a kind, English ones first, and the number of all. */
function phrasesOf(kind: string): string {
  const found = [...signTable.filter((each) => each.kind === kind), softwareTable[kind] ?? {}];
  const lists = found.flatMap(({ strong = {}, weak = {}, words = {} }) =>
    [strong, weak, words].flatMap((each) => Object.entries(each)),
  );
  const all = [...new Set(lists.flatMap(([, phrases]) => phrases))];
  if (all.length === 0) return "none; found by headers, addresses, markup or length";
  const english = lists.flatMap(([language, phrases]) => (language === "en" ? phrases : []));
  const shown = [...new Set([...english, ...all])].slice(0, PHRASES_SHOWN);
  return `${shown.map((each) => `"${each}"`).join(", ")} (${all.length} in all)`;
}

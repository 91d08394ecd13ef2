/** Stands in a passage at the start of a line: so many lines that both texts have are left out here. */
export const FOLDED = "\ue000";
/** The same: the passage ends here, so many characters before the text does. */
export const CUT = "\ue001";

/** Longer lines are cut into pieces at the ends of sentences, or at spaces: what differs is then found within them. */
const LONGEST = 240;
/** Texts with less in common, as a share of characters, are shown from their start. */
const LITTLE = 0.2;

/**
 * The passages of a text that another one does not have, at most `most` characters of them: its lines, with equal ones
 * left out (see {@link FOLDED}). Its start where the two have little in common. Linear in both.
 */
export function passages(text: string, other: string, most: number): string {
  const lines = linesOf(text);
  const known = new Set(linesOf(other));
  let common = 0;
  for (const line of lines) if (known.has(line)) common += line.length;
  if (common < LITTLE * text.length) return start(lines, most);
  return start(folded(lines, known), most);
}

/** The start of a text, at most `most` characters of it. */
export const textStart = (text: string, most: number): string => start(linesOf(text), most);

function folded(lines: readonly string[], known: ReadonlySet<string>): string[] {
  const kept: string[] = [];
  let equal = 0;
  const fold = (): void => {
    if (equal > 0) kept.push(`${FOLDED}${equal}`);
    equal = 0;
  };
  for (const line of lines) {
    if (known.has(line)) equal += 1;
    else {
      fold();
      kept.push(line);
    }
  }
  fold();
  return kept;
}

function start(lines: readonly string[], most: number): string {
  const kept: string[] = [];
  let length = 0;
  for (const [at, line] of lines.entries()) {
    const room = most - length;
    if (line.length <= room || line.startsWith(FOLDED)) {
      kept.push(line);
      length += line.startsWith(FOLDED) ? 0 : line.length + 1;
      continue;
    }
    // Half of a character that is cut in two goes as well.
    const piece = line.slice(0, Math.max(room, 0)).replace(/[\uD800-\uDBFF]$/u, "");
    if (piece !== "") kept.push(piece);
    const rest = lines.slice(at).filter((each) => !each.startsWith(FOLDED));
    const left = rest.reduce((sum, each) => sum + each.length, 0) - piece.length;
    kept.push(`${CUT}${left}`);
    break;
  }
  return kept.join("\n");
}

/** Texts have no characters of private use; one that has would be taken for a mark of ours. */
const withoutMarks = (line: string): string => line.replace(/^[\ue000\ue001]/u, "\ufffd");

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map(withoutMarks)
    .flatMap((line) => (line.length <= LONGEST ? [line] : pieces(line)));
}

/** A long line, cut after ends of sentences, else at spaces, else anywhere. */
function pieces(line: string): string[] {
  const cut: string[] = [];
  let from = 0;
  while (line.length - from > LONGEST) {
    const window = line.slice(from, from + LONGEST);
    const sentence = /^[^]*[.!?。！？](?=\s|$)\s*/u.exec(window)?.[0].length ?? 0;
    const space = window.lastIndexOf(" ") + 1;
    let length = sentence || space || LONGEST;
    if (/[\uD800-\uDBFF]$/u.test(line.slice(from, from + length))) length -= 1;
    cut.push(line.slice(from, from + length));
    from += length;
  }
  cut.push(line.slice(from));
  return cut.filter((piece) => piece !== "");
}

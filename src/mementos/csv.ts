/**
 * The rows of a CSV text (RFC 4180): quoted fields hold commas, line ends and doubled quotes. Empty lines are left out.
 * Spreadsheets of some countries, and of some people, separate by semicolons and tabs.
 */
export function* csvRows(
  csv: string,
  separator: "," | ";" | "\t" = ",",
): Generator<readonly string[], undefined> {
  const text = csv.replace(/^\uFEFF/, "");
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const { field, end } =
      text[at] === '"' ? quotedField(text, at, separator) : plainField(text, at, separator);
    row.push(field);
    at = end + 1;
    if (text[end] === separator) {
      if (at >= text.length) row.push("");
      continue;
    }
    if (text[end] === "\r" && text[at] === "\n") at += 1;
    if (row.length > 1 || row[0] !== "") yield row;
    row = [];
  }
  if (row.length > 0) yield row;
  return undefined;
}

interface Field {
  readonly field: string;
  /** Index of the separator or line end behind it. */
  readonly end: number;
}

function plainField(text: string, start: number, separator: string): Field {
  let end = start;
  while (end < text.length && text[end] !== separator && !"\r\n".includes(text[end]!)) end += 1;
  return { field: text.slice(start, end), end };
}

function quotedField(text: string, start: number, separator: string): Field {
  const parts: string[] = [];
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return { field: parts.join("") + text.slice(at), end: text.length };
    parts.push(text.slice(at, quote));
    if (text[quote + 1] !== '"') {
      const rest = plainField(text, quote + 1, separator);
      return { field: parts.join("") + rest.field, end: rest.end };
    }
    parts.push('"');
    at = quote + 2;
  }
}

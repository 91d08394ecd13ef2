/**
 * Returns the rows of a CSV text (RFC 4180). This reader does not use the library that writes CSV. A bare CR also ends
 * a row.
 */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let field = "";
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
        if (at >= text.length) throw new Error("a quoted field does not end");
        if (text[at] === '"') at += 1;
        field += text[at] ?? "";
      }
      at += 1;
    } else {
      while (at < text.length && !",\r\n".includes(text[at]!)) field += text[at++]!;
    }
    row.push(field);
    if (text[at] === ",") {
      at += 1;
      if (at < text.length) continue;
    }
    if (text[at] === "\r") at += 1;
    if (text[at] === "\n") at += 1;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** Returns the rows of a CSV text. The keys are the column names in the first row. */
export function readCsvRecords(text: string): ReadonlyMap<string, string>[] {
  const [names = [], ...rows] = readCsv(text);
  return rows.map((row) => {
    if (row.length !== names.length) {
      throw new Error(`a row of ${row.length} fields: ${row.join("|")}`);
    }
    return new Map(names.map((name, i) => [name, row[i]!]));
  });
}

import { button, element } from "./dom.js";

type Rows = readonly (readonly string[])[];

/** Returns rows as CSV. A spreadsheet would run a cell of a stranger that begins like a formula. */
export const csvText = (rows: Rows): string =>
  rows.map((cells) => `${cells.map(csvCell).join(",")}\r\n`).join("");

function csvCell(text: string): string {
  const inert = /^[=+@\t\r]/u.test(text) ? `'${text}` : text;
  return /[",\r\n]/u.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** Returns buttons that copy a table or save it as CSV. `rows` returns what is shown, with the heads first. */
export function exportButtons(name: string, rows: () => Rows): HTMLElement {
  const copy = button("Copy", () => {
    const lines = rows().map((cells) => cells.map((cell) => cell.replace(/\s+/gu, " ")).join("\t"));
    navigator.clipboard.writeText(lines.map((line) => `${line}\n`).join("")).then(
      () => (copy.textContent = "Copied"),
      () => (copy.textContent = "The browser does not let this page copy"),
    );
  });
  const file = `${name.toLowerCase().replace(/\W+/gu, "-")}.csv`;
  const save = button("Save as CSV", () => saveText(file, csvText(rows()), "text/csv"));
  return element("div.table-tools", copy, save);
}

/** Returns a table below the buttons that copy and save it. */
export const exported = (name: string, made: HTMLTableElement): HTMLElement =>
  element(
    "div.exported",
    made,
    exportButtons(name, () => rowsOf(made)),
  );

/** Returns the texts of a table. A column of bars has none and is left out. */
function rowsOf(made: HTMLTableElement): Rows {
  const rows = [...made.rows].map(({ cells }) =>
    [...cells].map(({ textContent }) => textContent.trim()),
  );
  const isUsed = (at: number): boolean => rows.some((cells) => (cells[at] ?? "") !== "");
  return rows.map((cells) => cells.filter((_, at) => isUsed(at)));
}

/** Saves a text as a file of the reader's machine. */
export function saveText(name: string, text: string, type: string): void {
  const href = URL.createObjectURL(new Blob([text], { type }));
  element("a", { href, download: name }).click();
  setTimeout(() => {
    URL.revokeObjectURL(href);
  }, 60_000);
}

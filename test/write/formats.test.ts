import { describe, expect, it } from "vitest";
import { csvTable, tableForms } from "../../src/write/formats/forms.js";
import { escapeXml, htmlPage } from "../../src/write/formats/markup.js";

const HOSTILE = "a|b\u{1b}[2J\u{202e}<i>";

const forms = tableForms<string>({
  title: "Counts",
  lines: (name) => [`of ${name}`],
  tables: (name) => [{ title: "All", columns: ["", "n"], rows: [[name, "12"]] }],
  rows: (name) => [
    ["Name", "N"],
    [name, 12],
  ],
  json: (name) => ({ name, n: 12 }),
});

describe("formats of sentences and tables", () => {
  it("writes a table as text with names on the left, numbers on the right and no invisible characters", () => {
    expect(forms.text(HOSTILE)).toBe(
      "of a|b\u{fffd}[2J\u{fffd}<i>\n\nAll\n                n\n  a|b\u{fffd}[2J\u{fffd}<i>  12\n",
    );
  });

  it("writes Markdown in which no cell can add a column or markup", () => {
    expect(forms.markdown(HOSTILE).split("\n").at(-2)).toBe(
      "| a\\|b\u{fffd}\\[2J\u{fffd}\\<i\\> | 12 |",
    );
  });
});

describe("rows of CSV", () => {
  it("percent-encodes invisible characters in columns of URIs, and marks them in all other columns", () => {
    const value = (cell: string): string => cell;
    const columns = [
      { name: "URI-M", type: "uri" as const, value },
      { name: "Title", value },
    ];
    expect(csvTable(columns, ["http://a.example/\u{202e}"])).toBe(
      "http://a.example/%E2%80%AE,http://a.example/\u{fffd}\n",
    );
  });
});

describe("an HTML page of one file", () => {
  it("an HTML page in one file allows no script, or only the script that it contains", () => {
    const page = { title: "T", style: "p{}", body: `<p>${escapeXml("<script>")}</p>` };
    expect(htmlPage(page)).toContain("default-src 'none'; style-src 'unsafe-inline'\"");
    expect(htmlPage(page)).not.toContain("<script>");
    expect(htmlPage({ ...page, script: "tell()" })).toMatch(
      /style-src 'sha256-[^']+'; script-src 'sha256-[^']+'"[^]*<script>tell\(\)<\/script>/u,
    );
  });
});

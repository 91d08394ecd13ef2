import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { readWarc } from "../../../src/read/warc/read-warc.js";
import { toFourteenDigits } from "../../../src/base/datetime.js";
import { ROOT } from "../../support/run-bin.js";

/** Runs a script of bench/gold in a process of its own. */
export function goldScript(
  name: "build.mjs" | "tables.mjs",
  ...args: readonly string[]
): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  const script = join(ROOT, "bench", "gold", name);
  return spawnSync(process.execPath, [script, ...args], { cwd: ROOT, encoding: "utf8" });
}

/** A page of a WARC file. */
export interface ArchivedPage {
  /** 14 digits. */
  readonly date: string;
  readonly uri: string;
  readonly status: number | undefined;
  readonly contentType: string | undefined;
  /** Bytes of the page as Latin-1 text, since strings are compared faster. */
  readonly html: string;
}

/** Reads the pages of a WARC file. */
export async function archivedPages(file: string): Promise<ArchivedPage[]> {
  const pages: ArchivedPage[] = [];
  for await (const item of readWarc(file)) {
    if (item.kind !== "memento") throw new Error(`${file} has something that is no memento`);
    const { uriR, mementoDatetime, status, contentType } = item.capture;
    const date = toFourteenDigits(mementoDatetime);
    const html = Buffer.from(item.body.bytes).toString("latin1");
    pages.push({ date, uri: uriR, status, contentType, html });
  }
  return pages;
}

/**
 * Parses the tables that tables.mjs wrote: by title of the page and of the table, then by first cell. Each row is an
 * object by names of columns; of two columns with one name the first counts.
 */
export function goldTables(
  markdown: string,
): ReadonlyMap<string, ReadonlyMap<string, Readonly<Record<string, string>>>> {
  const tables = new Map<string, Map<string, Record<string, string>>>();
  let page = "";
  let columns: string[] | undefined;
  let table = new Map<string, Record<string, string>>();
  for (const line of markdown.split("\n")) {
    if (line.startsWith("# ")) page = line.slice(2);
    if (line.startsWith("## ")) {
      table = new Map();
      columns = undefined;
      tables.set(`${page}: ${line.slice(3)}`, table);
    }
    if (!line.startsWith("| ") || line.startsWith("| --- ")) continue;
    const cells = line.slice(2, -2).replaceAll("\\", "").split(" | ");
    if (columns === undefined) columns = cells;
    else {
      const named = columns.map((name, at): [string, string] => [name, cells[at] ?? ""]);
      table.set(cells[0] ?? "", Object.fromEntries(named.reverse()));
    }
  }
  return tables;
}

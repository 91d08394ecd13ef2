import { createReadStream, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createGunzip } from "node:zlib";

/** Where one record ends and the next begins. */
const HEAD = /(?=WARC\/1\.[01]\r\nWARC-)/;

/** The WARC files of a set, as an input takes them. */
export const warcOf = (folder) => `warc=${filesOf(folder).join(",")}`;

const filesOf = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".warc.gz"))
    .map((name) => join(folder, name));

/**
 * The labelled mementos of a set, by `DATE URI-R`: the row of labels.tsv, `label` 1 for off-topic, and the site, which a
 * README names where labels.tsv does not.
 */
export function labelsOf(folder, readme) {
  const sites = readme === undefined ? [] : readFileSync(readme, "utf8").matchAll(SITE);
  const siteOf = new Map([...sites].map(([, id, site]) => [id, site]));
  const [head, ...lines] = readFileSync(join(folder, "labels.tsv"), "utf8").trim().split("\n");
  const names = head.split("\t");
  return new Map(
    lines.map((line) => {
      const row = Object.fromEntries(line.split("\t").map((value, at) => [names[at], value]));
      const site = row.site ?? siteOf.get(row.id) ?? row.id;
      return [`${row.date} ${row.URI}`, { ...row, site, label: row.label === "0" ? 1 : 0 }];
    }),
  );
}

const SITE = /^- \*\*(\d+)\*\* .*?site: ([^;]+);/gm;

/** The labelled mementos of a set with their records, as text of bytes; one record at a time is in memory. */
export async function* labelledRecords(folder, readme) {
  const labels = labelsOf(folder, readme);
  for await (const record of recordsOf(folder)) {
    const type = /^WARC-Type: (\S+)/im.exec(record)?.[1];
    if (type !== "response" && type !== "revisit") continue;
    const uri = /^WARC-Target-URI: (\S+)/im.exec(record)[1];
    const date = /^WARC-Date: (\S+)/im.exec(record)[1].replace(/\D/g, "").slice(0, 14);
    const label = labels.get(`${date} ${uri}`);
    if (label === undefined) continue;
    labels.delete(`${date} ${uri}`);
    yield { ...label, record, isRevisit: type === "revisit" };
  }
  if (labels.size > 0) throw new Error(`${labels.size} labelled mementos without a record`);
}

async function* recordsOf(folder) {
  for (const file of filesOf(folder)) {
    let rest = "";
    for await (const chunk of createReadStream(file).pipe(createGunzip({ chunkSize: 2 ** 22 }))) {
      const records = (rest + chunk.toString("latin1")).split(HEAD);
      rest = records.pop();
      yield* records;
    }
    yield rest;
  }
}

/** The record of another URI-R and date (14 digits). */
export function moved(record, uri, date) {
  const iso = date.replace(/^(....)(..)(..)(..)(..)(..)$/, "$1-$2-$3T$4:$5:$6Z");
  return record
    .replace(/^WARC-Target-URI: .*$/im, `WARC-Target-URI: ${uri}`)
    .replace(/^WARC-Date: .*$/im, `WARC-Date: ${iso}`);
}

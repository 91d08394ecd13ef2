import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Returns the WARC files of a set as the value of an input option. */
export const warcOf = (folder) =>
  `warc=${readdirSync(folder)
    .filter((name) => /\.warc(\.gz)?$/.test(name))
    .map((name) => join(folder, name))
    .join(",")}`;

/**
 * Returns the labelled mementos of a set by `DATE URI-R`: the row of labels.tsv with `label` 1 for off-topic, and the
 * site. The README file names the site if labels.tsv does not.
 */
export const labelsOf = (folder, readme) => rowsByCapture(join(folder, "labels.tsv"), readme);

/** Returns the same for any file of labels. */
export function rowsByCapture(file, readme) {
  const sites = readme === undefined ? [] : readFileSync(readme, "utf8").matchAll(SITE);
  const siteOf = new Map([...sites].map(([, id, site]) => [id, site]));
  const [head, ...lines] = readFileSync(file, "utf8").trim().split("\n");
  const names = head.split("\t");
  const rows = lines.map((line) =>
    Object.fromEntries(line.split("\t").map((value, at) => [names[at], value])),
  );
  return new Map(
    rows
      .filter(({ label }) => label === "0" || label === "1")
      .map((row) => {
        const site = row.site ?? siteOf.get(row.id) ?? row.id;
        return [`${row.date} ${row.URI}`, { ...row, site, label: row.label === "0" ? 1 : 0 }];
      }),
  );
}

/** Returns at most `most` items, evenly spaced, with the first and the last among them. */
export function spread(list, most) {
  if (list.length <= most) return list;
  if (most <= 1) return list.slice(0, most);
  const step = (list.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, at) => list[Math.round(at * step)]);
}

const SITE = /^- \*\*(\d+)\*\* .*?site: ([^;]+);/gm;

// Generated from the files of this folder by `npm run generate`: do not edit.
import type { Writer } from "../../types.js";
import { csv } from "./csv.js";
import { golddatafile } from "./golddatafile.js";
import { html } from "./html.js";
import { json } from "./json.js";
import { jsonl } from "./jsonl.js";
import { parquet } from "./parquet.js";
import { seeds } from "./seeds.js";
import { text } from "./text.js";

/**
 * Forms of output, by the keyword after `-ot`; plug-ins add theirs (src/plugins/register.ts).
 *
 * @example
 * ```js
 * const [csv] = writers.filter(({ keyword }) => keyword === "csv");
 * const { results, settings } = await prepareRun({ input: "warc=crawl.warc" });
 * for await (const rows of csv.write(results, settings)) console.log(String(rows).split(",")[0]);
 * // URI-T
 * // from-warc::timemap::http://www.harbour-lantern-museum.example/
 * // from-warc::timemap::http://www.harbour-lantern-museum.example/
 * ```
 */
export const writers: Writer[] = [
  csv,
  golddatafile,
  html,
  json,
  jsonl,
  parquet,
  seeds,
  text,
];

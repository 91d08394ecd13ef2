import { registeredWriters } from "../write/registry.js";
import type { Writer } from "../write/types.js";
import { html } from "./html.js";

/**
 * Output formats, by the keyword after `-ot`. Plug-ins add theirs.
 *
 * @example
 * ```js
 * const { results, settings } = await prepareRun({ input: "warc=crawl.warc" });
 * const csv = writers.find(({ keyword }) => keyword === "csv");
 * if (csv !== undefined) {
 *   for await (const rows of csv.write(results, settings)) console.log(String(rows).split(",")[0]);
 * }
 * // URI-T
 * // from-warc::timemap::http://www.harbour-lantern-museum.example/
 * // from-warc::timemap::http://www.harbour-lantern-museum.example/
 * ```
 */
export const writers: Writer[] = withReport(registeredWriters);

/** Adds the report to the registry itself, to which extensions of this package add their writers. */
function withReport(registry: Writer[]): Writer[] {
  const next = registry.findIndex(({ keyword }) => keyword > html.keyword);
  registry.splice(next < 0 ? registry.length : next, 0, html);
  return registry;
}

import { nameText } from "../../timemaps/page-kind.js";
import { bodyText, fetchFollowing } from "../../timemaps/response.js";
import type { Fetcher, Outcome } from "../../types.js";
import { csvRows } from "./csv-rows.js";
import { SeedCollector, type SeedList } from "./seed-list.js";

/** The columns of the report, as Archive-It's own pages ask for them. */
const columns = [
  ["Seed URL", "url"],
  ["Group", "seed_group__name"],
  ["Status", "active"],
  ["Frequency", "crawl_definition__recurrence_type"],
  ["Type", "seed_type"],
  ["Access", "publicly_visible"],
] as const;

/** The URI of a collection's seed report. */
export function seedReportUri(id: string, partner: string): string {
  const query = new URLSearchParams();
  query.append("annotate__max", "seed_group__name");
  query.append("annotate__max", "crawl_definition__recurrence_type");
  query.append("collection", id);
  for (const [title] of columns) query.append("csv_header", title);
  query.append("format", "csv");
  for (const [, field] of columns) query.append("show_field", field);
  query.append("sort", "-id");
  return `${partner}/api/seed?${query.toString()}`;
}

/** Seeds from the seed report (CSV); a problem when what comes is none. */
export async function seedsFromReport(
  id: string,
  partner: string,
  fetcher: Fetcher,
): Promise<Outcome<SeedList>> {
  const uri = seedReportUri(id, partner);
  const outcome = await fetchFollowing(fetcher, { uri, requestClass: "api" });
  if ("problem" in outcome) return outcome;
  const text = await bodyText(outcome.value);
  if ("problem" in text) return text;
  const { status } = outcome.value;
  const seeds = status === 200 ? parseSeedReport(text.value) : undefined;
  return seeds === undefined
    ? {
        problem: {
          stage: "access",
          message: `${uri}: answered ${status} with ${nameText(text.value)}`,
        },
      }
    : { value: seeds };
}

/** The seeds of a report; undefined when the text is none. Only rows whose Access is true are public. */
export function parseSeedReport(csv: string): SeedList | undefined {
  const rows = csvRows(csv);
  const titles = rows.next().value?.map((title) => title.trim().toLowerCase()) ?? [];
  const urlAt = titles.indexOf("seed url");
  const accessAt = titles.indexOf("access");
  if (urlAt === -1) return undefined;
  const found = new SeedCollector();
  for (const row of rows) {
    const access = accessAt === -1 ? "true" : (row[accessAt] ?? "").trim().toLowerCase();
    found.add(row[urlAt] ?? "", access === "true" || access === "public");
  }
  return found.finish();
}

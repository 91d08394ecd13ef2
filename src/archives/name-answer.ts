import { printable } from "../mementos/printable.js";
import { nameText } from "../timemaps/page-kind.js";
import { bodyText, header } from "../timemaps/response.js";
import { excerpt } from "../timemaps/trouble.js";
import type { FetchedResponse } from "../types.js";

/** What Wayback's `X-Archive-Wayback-Runtime-Error` means. */
const runtimeErrors: readonly (readonly [sign: string, meaning: string])[] = [
  ["AdministrativeAccessControl", "excluded from the archive"],
  ["RobotAccessControl", "excluded from the archive by robots.txt"],
  ["ResourceNotInArchive", "not archived"],
  ["ResourceNotAvailable", "archived, but not available just now"],
];

const statuses: ReadonlyMap<number, string> = new Map([
  [401, "the archive asks for a login"],
  [403, "the archive forbids access (embargo, exclusion or a private collection)"],
  [404, "not archived"],
  [410, "no longer in the archive"],
  [429, "the archive refuses more requests for now"],
  [451, "withheld by the archive for legal reasons"],
  [503, "the archive is not available"],
]);

/**
 * What an archive's answer without a Memento-Datetime, or with one that is no date, was, in one line: it is no memento,
 * whatever its status.
 */
export async function nameAnswer(response: FetchedResponse): Promise<string> {
  const error = header(response, "x-archive-wayback-runtime-error") ?? "";
  const known = runtimeErrors.find(([sign]) => error.includes(sign));
  if (known !== undefined) return `${known[1]} (${response.status})`;
  const text = await bodyText(response);
  const body = "problem" in text ? text.problem.message : nameText(text.value);
  const dated = header(response, "memento-datetime");
  const meaning = dated === undefined ? statuses.get(response.status) : undefined;
  if (meaning === undefined) {
    const why =
      dated === undefined ? "no Memento-Datetime" : `unreadable Memento-Datetime ${quoted(dated)}`;
    return `no memento (${why}): status ${response.status}, ${body}`;
  }
  return body.startsWith("HTML, ")
    ? `${meaning} (${response.status}): ${body}`
    : `${meaning} (${response.status})`;
}

/** The beginning of a header that a stranger wrote, on one line and without control characters. */
const quoted = (value: string): string => JSON.stringify(excerpt(printable(value)));

import { parseDatetime } from "../mementos/datetime.js";
import { uriMParts } from "./uri-m.js";

/** The date of a memento in a TimeMap. */
export interface EntryDatetime {
  readonly mementoDatetime: string;
  /** What is odd about it, as a kind of trouble: reads on after a number. */
  readonly doubt?: string;
}

/** Before it there was no web to archive: the first page is of December 1990. */
const beginning = "1990-12-20T00:00:00Z";
const day = 86_400_000;

/**
 * Reads the date of an entry, in whichever form an archive writes it; the 14 digits of the URI-M stand in for one that
 * is absent, unreadable or impossible (before the web, in the future). undefined when there is none at all.
 */
export function datetimeOf(
  written: string | undefined,
  uriM: string,
  now: number = Date.now(),
): EntryDatetime | undefined {
  const given = written === undefined ? undefined : parseDatetime(written);
  if (given !== undefined && isPossible(given, now)) return { mementoDatetime: given };
  const timestamp = uriMParts(uriM)?.timestamp ?? "";
  const digits = timestamp.length === 14 ? parseDatetime(timestamp) : undefined;
  if (digits !== undefined && isPossible(digits, now)) {
    return written === undefined || digits === given
      ? { mementoDatetime: digits }
      : {
          mementoDatetime: digits,
          doubt: "mementos whose date was taken from the URI-M, theirs being unusable",
        };
  }
  const left = given ?? digits;
  return left === undefined
    ? undefined
    : {
        mementoDatetime: left,
        doubt: "mementos with an impossible date (before the web, or in the future)",
      };
}

function isPossible(datetime: string, now: number): boolean {
  return datetime >= beginning && Date.parse(datetime) <= now + day;
}

import { urlOf } from "../../base/uri.js";
import { count, text } from "../../base/codec.js";
import { unavailable } from "../../base/errors.js";
import { isObject, parsedJson } from "../../base/json.js";
import type { Outcome } from "../../base/types.js";
import { nameText } from "../timemaps/page-kind.js";
import { bodyText, fetchFollowing, LARGEST_ANSWER } from "../timemaps/response.js";
import type { Fetcher, FetchRequest } from "../types.js";

/** Maximum number of pages of a list. In 2017 all of Archive-It had 1,900 pages of 2,000 files. */
export const MOST_PAGES = 10_000;

interface Answered {
  readonly status: number;
  readonly text: string;
}

export async function fetchText(
  uri: string,
  fetcher: Fetcher,
  choices: Partial<FetchRequest> = {},
): Promise<Outcome<Answered>> {
  const request = { uri, requestClass: "api", most: LARGEST_ANSWER, ...choices } as const;
  const outcome = await fetchFollowing(fetcher, request);
  if ("problem" in outcome) return outcome;
  const text = bodyText(outcome.value, LARGEST_ANSWER);
  return "problem" in text ? text : { value: { status: outcome.value.status, text: text.value } };
}

/** Returns a problem that describes an answer of a kind that the caller did not expect. */
export const unexpected = (
  uri: string,
  { status, text }: Answered,
): ReturnType<typeof unavailable> =>
  unavailable(`${uri}: answered ${status} with ${nameText(text)}`);

/** Seeds of a collection, each once, and the reasons why the list contains only a part of the collection. */
export interface SeedList {
  readonly seeds: ReadonlySet<string>;
  readonly warnings: readonly string[];
}

interface ListPage {
  readonly items: readonly unknown[];
  /** Number of items on all pages together, if the API reports it. */
  readonly count: number | undefined;
}

/** Reason why a list ends before its last page, and the status if a page was refused. */
interface ListEnd {
  readonly trouble: string;
  readonly status?: number;
  readonly isFirst: boolean;
}

/**
 * Yields the pages of a list that an API gives as JSON (`{count, next, results}` or `files`). If a page fails or is repeated, the reason
 * comes last. All pages are on the host of the first.
 */
export async function* pagesOf(
  first: string,
  fetcher: Fetcher,
  choices: Partial<FetchRequest> = {},
): AsyncGenerator<ListPage | ListEnd, void, undefined> {
  const seen = new Set<string>();
  for (let uri: string | undefined = first; uri !== undefined;) {
    const isFirst = seen.size === 0;
    if (seen.has(uri) || seen.size >= MOST_PAGES) {
      yield { trouble: `it does not end after ${seen.size} pages`, isFirst };
      return;
    }
    seen.add(uri);
    const headers = { accept: "application/json" };
    const answer: Outcome<Answered> = await fetchText(uri, fetcher, { headers, ...choices });
    if ("problem" in answer) {
      yield { trouble: answer.problem.message, isFirst };
      return;
    }
    const { status } = answer.value;
    const json = status === 200 ? parsedJson(answer.value.text) : undefined;
    const { files, results, next, count: said } = isObject(json) ? json : {};
    const items = files ?? results;
    if (!Array.isArray(items)) {
      yield { trouble: unexpected(uri, answer.value).problem.message, status, isFirst };
      return;
    }
    yield { items, count: count.read(said) };
    uri = text.is(next) && urlOf(next, uri) !== undefined ? onSameHost(next, uri) : undefined;
  }
}

/** Servers behind a proxy write `http` instead of `https`, or their internal host name. */
function onSameHost(next: string, current: string): string {
  const { pathname, search } = new URL(next, current);
  // The path of a URI such as `data:@host/` would otherwise become another host.
  return `${new URL(current).origin}/${pathname.replace(/^\//u, "")}${search}`;
}

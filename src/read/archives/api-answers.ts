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

/** A page of a list that an API gives as JSON. */
export interface ListPage {
  readonly items: readonly unknown[];
  /** URI of the next page, which is always on the host of this one. */
  readonly next: string | undefined;
  /** Number of items on all pages together, if the API reports it. */
  readonly count: number | undefined;
  /** True for a list without a link to its next page, as the API of Archive-It gave it in the past. */
  readonly isBare: boolean;
}

/** Requests a page of a list. The problem says what the host answered in place of one. */
export async function fetchPage(
  uri: string,
  fetcher: Fetcher,
  choices: Partial<FetchRequest> = {},
): Promise<Outcome<ListPage> & { readonly status?: number }> {
  const headers = { accept: "application/json" };
  const answer = await fetchText(uri, fetcher, { headers, ...choices });
  if ("problem" in answer) return answer;
  const { status } = answer.value;
  const json = status === 200 ? parsedJson(answer.value.text) : undefined;
  const isBare = Array.isArray(json);
  const { files, results, next, count: said } = isObject(json) && !isBare ? json : {};
  const items: unknown = isBare ? json : (files ?? results);
  if (!Array.isArray(items)) return { ...unexpected(uri, answer.value), status };
  const isLink = text.is(next) && URL.canParse(next, uri);
  return {
    value: {
      items,
      next: isLink ? onSameHost(next, uri) : undefined,
      count: count.read(said),
      isBare,
    },
  };
}

/** Servers behind a proxy write `http` instead of `https`, or their internal host name. */
function onSameHost(next: string, current: string): string {
  const { pathname, search } = new URL(next, current);
  // The path of a URI such as `data:@host/` would otherwise become another host.
  return `${new URL(current).origin}/${pathname.replace(/^\//u, "")}${search}`;
}

/** Seeds of a collection, each once. Those that are not public are only counted, because no public TimeMap has them. */
export class SeedList {
  readonly #seeds = new Set<string>();
  readonly #withheld = new Set<string>();
  /** Reasons why the list contains only a part of the collection. Empty if the source was read to its end. */
  readonly warnings: string[] = [];

  get seeds(): readonly string[] {
    return [...this.#seeds];
  }

  get withheld(): number {
    return this.#withheld.size;
  }

  add(uriR: string, isPublic = true): void {
    const trimmed = uriR.trim();
    if (trimmed !== "") (isPublic ? this.#seeds : this.#withheld).add(trimmed);
  }
}

import { request } from "undici";
import { messageOf } from "../../../src/base/errors.js";
import type { InputItem } from "../../../src/base/types.js";
import type { FetchRequest, Fetcher, InputContext } from "../../../src/read/types.js";

/** Returns a fetcher without limits, retries or record: one GET per request. */
export function plainFetcher(signal?: AbortSignal): Fetcher & { readonly most: () => number } {
  let underWay = 0;
  let most = 0;
  return {
    most: () => most,
    async fetch({ uri, headers }: FetchRequest) {
      underWay += 1;
      most = Math.max(most, underWay);
      try {
        const answer = await request(uri, {
          headers: { "accept-encoding": "gzip", ...headers },
          ...(signal === undefined ? {} : { signal }),
          bodyTimeout: 2000,
        });
        const body = new Uint8Array(await answer.body.arrayBuffer());
        const pairs = Object.entries(answer.headers).flatMap(([name, value]) =>
          (Array.isArray(value) ? value : [value ?? ""]).map((one) => [name, one] as const),
        );
        return {
          value: {
            uri,
            status: answer.statusCode,
            headers: pairs,
            body,
            fetchedAt: "2026-01-01T00:00:00Z",
          },
        };
      } catch (cause) {
        signal?.throwIfAborted();
        return { problem: { stage: "access", message: `${uri}: ${messageOf(cause)}` } };
      } finally {
        underWay -= 1;
      }
    },
  };
}

/** Returns the context of an input with a plain fetcher. */
export function contextOf(more: Partial<InputContext> = {}): InputContext {
  return {
    signal: new AbortController().signal,
    maxPageBytes: 10_000_000,
    redirects: "follow",
    fetcher: plainFetcher(),
    ...more,
  };
}

/** Collects the items of an input: mementos by datetime and URI-M, then the others. */
export async function itemsOf(items: AsyncIterable<InputItem>): Promise<readonly InputItem[]> {
  const all: InputItem[] = [];
  for await (const item of items) all.push(item);
  const key = (item: InputItem): string =>
    "capture" in item
      ? `${item.capture.mementoDatetime} ${item.capture.uriM ?? ""}`
      : `~${item.kind}`;
  return all.sort((a, b) => (key(a) < key(b) ? -1 : Number(key(a) > key(b))));
}

import type { FetchedResponse } from "../types.js";

/** The first value of a header; `name` in lower case. */
export function responseHeader(
  response: Pick<FetchedResponse, "headers">,
  name: string,
): string | undefined {
  return response.headers.find(([key]) => key.toLowerCase() === name)?.[1];
}

/** True for an answer that is a memento: an archived 429 or 503 is data, not a complaint of the archive. */
export function isMemento(response: Pick<FetchedResponse, "headers">): boolean {
  return responseHeader(response, "memento-datetime") !== undefined;
}

import { mediaType } from "../mementos/content-type.js";
import type { RequestClass } from "../types.js";
import { isMemento, responseHeader } from "./response-header.js";
import type { WireResponse } from "./transport.js";

/**
 * True when asking again in a later run would not tell more: a memento, a redirect, "not archived", a TimeMap. False for
 * answers that may only be today's: bot walls, log-in pages, errors of the server.
 */
export function isSettled(
  response: Pick<WireResponse, "status" | "headers">,
  requestClass: RequestClass,
): boolean {
  const { status } = response;
  if (isMemento(response) || status === 404 || status === 410) return true;
  if (status >= 300 && status < 400) return true;
  if (status >= 400 || requestClass === "playback") return false;
  const type = mediaType(responseHeader(response, "content-type"));
  return requestClass === "api" || type !== "text/html";
}

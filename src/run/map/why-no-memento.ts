import { mediaType } from "../../mementos/content-type.js";
import type { Capture, Settings } from "../../types.js";

/** Why a page is no memento of this run, or undefined when it is one. */
export function whyNoMemento(capture: Capture, { status, pages }: Settings): string | undefined {
  if (status === "2xx" && capture.status !== undefined && Math.trunc(capture.status / 100) !== 2) {
    return `answered ${capture.status} (--status 2xx)`;
  }
  if (pages === "text/html" && !isHtmlResponse(capture)) {
    return "not a response declared text/html (--pages text/html)";
  }
  return undefined;
}

/** True for what OTMT 1.0.5 takes as a page: an HTTP response that declares itself text/html. */
function isHtmlResponse({ status, contentType }: Capture): boolean {
  return status !== undefined && mediaType(contentType) === "text/html";
}

import { mediaType } from "../mementos/content-type.js";
import type { Capture } from "../types.js";

/** True for what OTMT 1.0.5 takes as a page: an HTTP response that declares itself text/html. */
export function isHtmlResponse({ status, contentType }: Capture): boolean {
  return (
    status !== undefined && contentType !== undefined && mediaType(contentType) === "text/html"
  );
}

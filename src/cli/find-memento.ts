import { messageOf, UsageError } from "../errors.js";
import { inputs } from "../inputs/index.js";
import { warcUriM } from "../mementos/uri.js";
import { decodeBody } from "../preprocess/codings.js";
import { openPage } from "../preprocess/page.js";
import { chooseInputs } from "../registry/inputs.js";
import type { Capture, Page } from "../types.js";

/** Larger pages are not looked at. */
const maxPageBytes = 64 * 1024 * 1024;

/**
 * The first page of an input (`warc=crawl.warc.gz`) whose URI-R or URI-M is this. Throws a `UsageError` where there is
 * none, and for inputs that need HTTP.
 */
export async function findMemento(text: string, uri: string): Promise<Page> {
  const [choice] = chooseInputs([text], inputs);
  if (choice === undefined || choice.input.usesHttp) {
    throw new UsageError(`${text} is on the web. Give a file: -i warc=FILE.`);
  }
  const { input, values } = choice;
  const sources = await input.prepare(values);
  const context = {
    signal: new AbortController().signal,
    maxPageBytes,
    redirects: "skip" as const,
  };
  for await (const item of input.read(sources, context)) {
    if (item.kind !== "memento" || !isNamed(item.capture, uri)) continue;
    try {
      const { bytes } = decodeBody(item.body, maxPageBytes);
      return openPage(bytes, item.capture.contentType, item.capture.guessedCharset);
    } catch (cause) {
      throw new UsageError(`${uri} cannot be looked at: ${messageOf(cause)}.`, { cause });
    }
  }
  throw new UsageError(
    `${text} has no page ${uri}. Name it as its URI-R or URI-M is in the results.`,
  );
}

const isNamed = (capture: Capture, uri: string): boolean =>
  capture.uriR === uri || (capture.uriM ?? warcUriM(capture, 1)) === uri;

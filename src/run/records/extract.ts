import { messageOf } from "../../base/errors.js";
import { attempt, nameOf } from "../../base/failures.js";
import { readAs } from "../../base/content-type.js";
import { hasMore } from "../../base/text.js";
import { undetermined } from "../../page/words/characters.js";
import { decodeBody, type DecodedBody } from "../../read/coding/content-coding.js";
import { languageSampleOf, detectLanguage } from "../../page/words/language-detector.js";
import { forwardOf, isBare } from "../../page/html/forwards.js";
import { features as ours } from "../../page/features/index.js";
import { lostLetters } from "../../page/lost-letters.js";
import { openPage } from "../../page/page.js";
import { heapLimit } from "../../base/platform/machine.js";
import { requireByKeyword } from "../../base/find.js";
import type { Capture, EncodedBody, Failure, Json, Problem } from "../../base/types.js";
import type { BoilerplateRemover, Feature, FeatureRequest, Page } from "../../page/types.js";
import type { Settings } from "../../score/settings/types.js";

/** One page to read. Plain data, because it is sent to worker threads. */
export interface ExtractJob {
  readonly capture: Capture;
  readonly body: EncodedBody;
  /** Set if content codings have been undone already. In this case `body` has the decoded bytes. */
  readonly decoded?: DecodedBody;
}

/** Result of reading a page. `features` are outcomes as JSON texts, in the order of the requests. */
export interface ExtractResult {
  /** The capture, with the notes that reading the page added. */
  readonly capture: Capture;
  readonly problem?: Problem;
  readonly features: readonly string[];
  /** URI, as written, to which a page without text sends browsers. */
  readonly forward?: string;
  readonly failures?: readonly Failure[];
}

/** Limits for the size of a page, in bytes after content codings are undone. */
export interface PageLimits {
  /** Limit from `--set max-page-size`. */
  readonly maxPageBytes: number;
  /** Largest size for which the heap of the process has room. */
  readonly roomBytes: number;
}

interface BoundFeature {
  readonly feature: Feature;
  readonly request: FeatureRequest;
  /** True for the features of this program, whose values need no check. */
  readonly isOurs: boolean;
  /** If the language is known, features are normalised at once, otherwise later (see {@link Feature}). */
  readonly language: string;
}

/** Throws a `UsageError` for an unknown feature. */
export function definitionsOf(
  requests: readonly FeatureRequest[],
  definitions: readonly Feature[],
): Feature[] {
  return requests.map(({ feature }) => requireByKeyword(feature, definitions, "feature"));
}

/** Setup of a reader of pages. Plain data, because it is sent to worker threads. */
export interface ReaderSetup {
  readonly requests: readonly FeatureRequest[];
  readonly language: string;
  readonly limits: PageLimits;
}

/** Returns a function that reads pages, after loading what the features need. */
export function pageReader(
  { requests, language, limits }: ReaderSetup,
  definitions: readonly Feature[],
  removers?: readonly BoilerplateRemover[],
): PageReader {
  const bound = definitionsOf(requests, definitions).map((feature, at) => ({
    ...{ feature, request: requests[at]!, language },
    isOurs: feature.plugin === undefined && ours.includes(feature),
  }));
  const needsLanguage = bound.some(({ request }) => isOwn(request));
  return (job) => extractFeatures(job, bound, limits, { needsLanguage, removers });
}

/** Map: extracts the features of one page. Pure, so that a worker, a mapper and a test give the same result. */
function extractFeatures(
  job: ExtractJob,
  features: readonly BoundFeature[],
  limits: PageLimits,
  {
    needsLanguage,
    removers,
  }: {
    readonly needsLanguage: boolean;
    readonly removers: readonly BoilerplateRemover[] | undefined;
  },
): ExtractResult {
  const { format } = job.body;
  const given = format === undefined ? job.capture : { ...job.capture, format };
  let opened: ReturnType<typeof openedPage>;
  try {
    opened = openedPage({ ...job, capture: given }, limits, removers);
  } catch (cause) {
    return unreadable(given, messageOf(cause));
  }
  const { page, capture } = opened;
  const own = needsLanguage ? languageOf(page) : undefined;
  const failures: Failure[] = [];
  const written = features.map((bound) => {
    const { feature } = bound;
    const outcome = attempt(
      { stage: "extract", what: nameOf("feature", feature) },
      () => {
        const value = extractOne(page, bound, own);
        return bound.isOurs ? value : checked(feature, value);
      },
      (failure) => failures.push(failure),
    );
    return JSON.stringify(outcome);
  });
  const forward = isError(capture) ? undefined : forwardIn(page);
  const notes = [...opened.notes, ...page.notes];
  return {
    capture: notes.length === 0 ? capture : { ...capture, notes },
    features: written,
    ...(forward !== undefined && { forward }),
    ...(failures.length > 0 && { failures }),
  };
}

/** An error stays one, wherever it sends browsers. */
const isError = ({ status = 200 }: Capture): boolean => status >= 400;

/** Returns a page with what its bytes tell about its capture. Throws an error if it cannot be read. */
function openedPage(
  { capture, body, decoded: known }: ExtractJob,
  { maxPageBytes, roomBytes }: PageLimits,
  removers: readonly BoilerplateRemover[] | undefined,
): { readonly page: Page; readonly capture: Capture; readonly notes: readonly string[] } {
  if (body.trouble !== undefined) throw new Error(body.trouble);
  const decoded = known ?? decodeBody(body, maxPageBytes);
  const { bytes } = decoded;
  const { guessedCharset, contentType } = capture;
  const { rendered, lines, format, shown } = body;
  requireRoom(bytes, format, roomBytes);
  let { incomplete } = decoded;
  const notes = [...(capture.notes ?? []), ...decoded.notes];
  if (incomplete !== undefined && !notes.includes(incomplete)) {
    notes.push(`incomplete: ${incomplete}`);
  }
  const refresh = isError(capture) ? undefined : body.refresh;
  const facts = { guessedCharset, rendered, refresh, format, lines, removers };
  let page = openPage(bytes, contentType, facts);
  if (shown !== undefined && isBare(page, true)) {
    notes.push(shown.note);
    // Like any extracted text it has none of the addresses and accounts by which a seed is known.
    page = openPage(bytes, contentType, { ...facts, rendered: shown.text, lines: "untitled" });
  }
  const lost = lostLetters(page);
  if (lost !== undefined) notes.push(lost);
  incomplete = lost ?? incomplete;
  return { page, capture: incomplete === undefined ? capture : { ...capture, incomplete }, notes };
}

/** Throws an error for a page that would fill the memory. */
function requireRoom(bytes: Uint8Array, format: EncodedBody["format"], roomBytes: number): void {
  if (bytes.length > roomBytes) {
    throw new Error(
      `a page of ${bytes.length} bytes: there is memory for ${roomBytes} (node --max-old-space-size)`,
    );
  }
  if (hasMore(bytes, "<", MOST_TAGS)) {
    throw new Error(`a page of more than ${MOST_TAGS} tags, which would fill the memory`);
  }
  if (format === "json" && hasMore(bytes, ",", MOST_VALUES)) {
    throw new Error(`JSON of more than ${MOST_VALUES} values, which would fill the memory`);
  }
}

export const unreadable = (capture: Capture, message: string): ExtractResult => ({
  capture,
  problem: { stage: "extract", message },
  features: [],
});

/** Throws a `TypeError` if a record cannot store it or the feature does not accept it. */
function checked(feature: Feature, value: Json): Json {
  const given: unknown = value;
  if (given instanceof Promise) throw new TypeError("its value is a promise");
  if (given === undefined) throw new TypeError("its value is undefined");
  if (feature.isValue?.(value) === false) throw new TypeError("isValue refuses its value");
  return value;
}

/** Returns the URI to which a page without text leads. A page that cannot be read leads nowhere. */
function forwardIn(page: Page): string | undefined {
  try {
    return forwardOf(page);
  } catch {
    return undefined;
  }
}

/**
 * Returns the language of a page, or undetermined if the page's text cannot be read. In that case the features of the
 * text report the problem.
 */
function languageOf(page: Page): string {
  try {
    return detectLanguage(languageSampleOf(page.paragraphs)).language;
  } catch {
    return undetermined;
  }
}

/** Returns the value of one feature. `own` is the page's own language, for features that depend on it. */
function extractOne(
  page: Page,
  { feature, request, language }: BoundFeature,
  own: string | undefined,
): Json {
  const { options } = own === undefined ? request : inLanguage(request, own);
  // A feature that is compared within its TimeMap needs the language of the TimeMap, which is not known yet.
  const isNormalisedLater = language === "auto" || language === undetermined;
  if (feature.normalise === undefined || isNormalisedLater) return feature.extract(page, options);
  if (feature.extractNormalised !== undefined)
    return feature.extractNormalised(page, options, language);
  return feature.normalise(feature.extract(page, options), options, language);
}

const isOwn = ({ options }: FeatureRequest): boolean => options["language"] === "auto";
const inLanguage = (request: FeatureRequest, language: string): FeatureRequest =>
  isOwn(request) ? { ...request, options: { ...request.options, language } } : request;

/** Bytes of heap that a byte of a page may need for its tree, words and features together. */
export const HEAP_PER_PAGE_BYTE = 24;

/** Maximum number of tags of a page. Each takes some 130 bytes, and the largest pages of people have 300,000. */
const MOST_TAGS = 3_000_000;
/** A value of JSON takes ten times as much memory as in the file. */
const MOST_VALUES = 500_000;

/**
 * A page that does not fit into the heap is not read, because a worker that runs out of a small heap
 * (`--max-old-space-size`) in one large allocation crashes the whole process.
 */
export function pageLimits(maxPageBytes: number): PageLimits {
  return { maxPageBytes, roomBytes: Math.floor(heapLimit() / HEAP_PER_PAGE_BYTE) };
}

/**
 * Decodes the content codings of a page and returns the page with its format, which is detected from its content
 * (`--formats`), and with the text of a PDF or other document.
 */
export async function openBody(
  job: ExtractJob,
  { formats, maxPageBytes }: Settings,
): Promise<ExtractJob> {
  if (formats === undefined || job.body.format !== undefined) return job;
  const { capture } = job;
  let decoded: DecodedBody;
  try {
    decoded = decodeBody(job.body, maxPageBytes);
  } catch {
    // Reading the page will report the error.
    return job;
  }
  const { bytes } = decoded;
  const body = { ...job.body, bytes };
  const format = readAs(bytes, capture.contentType, formats);
  if (format === "html") return { capture, body, decoded };
  if (format === "text" || body.rendered !== undefined)
    return { capture, body: { ...body, format }, decoded };
  // The reader of such documents is loaded only if one occurs, because the reader is large.
  const { readBody } = await import("./document-text.js");
  const read = await readBody(bytes, format, maxPageBytes);
  const { bytes: own = bytes } = read;
  return { capture, body: { ...body, ...read }, decoded: { ...decoded, bytes: own } };
}

/** Reads pages in this thread or in worker threads. The results are the same; their order may differ. */
export interface Extractor {
  /**
   * Resolves when there is room for the next one. `done` is called later, in any order. What it throws is thrown by a later
   * call.
   */
  submit(job: ExtractJob, done: (result: ExtractResult) => void): Promise<void>;
  /** Resolves when all submitted pages are done. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

export type PageReader = (job: ExtractJob) => ExtractResult;

/**
 * Returns an extractor that reads pages in this thread. It is used for tests, for features of a library user, and on a
 * single core.
 */
export function inlineExtractor(here: PageReader): Extractor {
  return {
    submit(job, done) {
      done(here(job));
      return Promise.resolve();
    },
    drain: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

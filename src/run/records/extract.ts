import { messageOf } from "../../base/errors.js";
import { attempt, nameOf } from "../../base/failures.js";
import { readAs } from "../../base/content-type.js";
import { undetermined } from "../../page/words/characters.js";
import { decodeBody, type DecodedBody } from "../../read/coding/content-coding.js";
import {
  type LanguageDetector,
  languageSampleOf,
  loadLanguageDetector,
} from "../../page/words/language-detector.js";
import { openPage } from "../../page/page.js";
import { heapLimit } from "../../base/platform/machine.js";
import { requireByKeyword } from "../../score/settings/find.js";
import type {
  Capture,
  EncodedBody,
  Failure,
  ExtractedPage,
  Json,
  Problem,
} from "../../base/types.js";
import type { BoilerplateRemover, Feature, FeatureRequest, Page } from "../../page/types.js";
import type { Settings } from "../../score/settings/types.js";

/** One page to be read: everything but the record's key and tie. Plain data: it is sent to a worker. */
export interface ExtractJob {
  readonly capture: Capture;
  readonly body: EncodedBody;
  /** Set where the codings are undone already; a body that travels has these bytes then. */
  readonly decoded?: DecodedBody;
}

/** What came of it. */
export type ExtractResult = ExtractedPage;

/** How large a page may be, in bytes once its codings are undone. */
export interface PageLimits {
  /** `--max-page-size`. */
  readonly maxPageBytes: number;
  /** What the heap of the process has room for. */
  readonly roomBytes: number;
}

/** What pages are read with besides. */
interface ReadingTools {
  /** Where the language is that of each page. */
  readonly detect?: LanguageDetector | undefined;
  /** Ours and those of plug-ins unless given. */
  readonly removers?: readonly BoilerplateRemover[];
}

/** A request with its definition and what is known of the language. */
export interface BoundFeature {
  readonly feature: Feature;
  readonly request: FeatureRequest;
  /** Where it is fixed, the second half that depends on it is done at once. */
  readonly language: string;
}

/** The definition of each request's feature. Throws a `UsageError` for one that does not exist. */
export function definitionsOf(
  requests: readonly FeatureRequest[],
  definitions: readonly Feature[],
): Feature[] {
  return requests.map(({ feature }) => requireByKeyword(feature, definitions, "feature"));
}

/** Requests with their definitions, ready to be extracted. */
export function bindFeatures(
  requests: readonly FeatureRequest[],
  definitions: readonly Feature[],
  language: string,
): BoundFeature[] {
  const found = definitionsOf(requests, definitions);
  return requests.map((request, at) => ({ feature: found[at]!, request, language }));
}

/** Loads what features need in this thread; returns the language detector where one is asked for in the page's own language. */
export async function loadFor(
  features: readonly BoundFeature[],
): Promise<LanguageDetector | undefined> {
  for (const { feature } of features) await feature.load?.();
  return features.some(({ request }) => isOwn(request)) ? loadLanguageDetector() : undefined;
}

/** Map: one page in, its features out. Pure, so that it is the same in a worker, a mapper and a test. */
export function extractFeatures(
  { capture: given, body, decoded: known }: ExtractJob,
  features: readonly BoundFeature[],
  { maxPageBytes, roomBytes }: PageLimits,
  { detect, removers }: ReadingTools = {},
): ExtractResult {
  let page: Page;
  const { format } = body;
  const capture: Capture = format === undefined ? given : { ...given, format };
  const notes = [...(capture.notes ?? [])];
  if (body.trouble !== undefined) {
    const { message, dependsOnMachine } = body.trouble;
    const problem: Problem = { stage: "extract", message };
    return { capture, problem, features: [], dependsOnMemory: dependsOnMachine };
  }
  try {
    const decoded = known ?? decodeBody(body, maxPageBytes);
    const { length } = decoded.bytes;
    if (length > roomBytes) {
      const message = `a page of ${length} bytes: there is memory for ${roomBytes} (node --max-old-space-size)`;
      return {
        capture,
        problem: { stage: "extract", message },
        features: [],
        dependsOnMemory: true,
      };
    }
    notes.push(...decoded.notes);
    const { guessedCharset } = capture;
    const { rendered } = body;
    const facts = { guessedCharset, rendered, format, removers };
    page = openPage(decoded.bytes, capture.contentType, facts);
  } catch (cause) {
    const problem: Problem = { stage: "extract", message: messageOf(cause) };
    return { capture, problem, features: [] };
  }
  const own = detect === undefined ? undefined : languageOf(page, detect);
  const failures: Failure[] = [];
  const written = features.map((bound) => {
    const { feature } = bound;
    const outcome = attempt(
      { stage: "extract", what: nameOf("feature", feature) },
      () => checked(feature, extractOne(page, bound, own)),
      (failure) => failures.push(failure),
    );
    return JSON.stringify(outcome);
  });
  notes.push(...page.notes);
  return {
    capture: notes.length === 0 ? capture : { ...capture, notes },
    features: written,
    ...(failures.length > 0 && { failures }),
  };
}

/** The value itself; throws for one that a record cannot hold, and for one that is not of its feature. */
function checked(feature: Feature, value: Json): Json {
  const given: unknown = value;
  if (given instanceof Promise) throw new TypeError("its value is a promise");
  if (given === undefined) throw new TypeError("its value is nothing");
  if (feature.isValue?.(value) === false) throw new TypeError("its value is not one of its own");
  return value;
}

/** Of a page that cannot be read as text: undetermined; what is asked of its text says why. */
function languageOf(page: Page, detect: LanguageDetector): string {
  try {
    return detect(languageSampleOf(page.paragraphs)).language;
  } catch {
    return undetermined;
  }
}

/** `own` is the page's own language, for features that are asked for in it. */
function extractOne(
  page: Page,
  { feature, request, language }: BoundFeature,
  own: string | undefined,
): Json {
  const { options } = own === undefined ? request : inLanguage(request, own);
  // What is compared within its TimeMap needs the TimeMap's language, which is not known here.
  const isNormalisedLater = language === "auto" || language === undetermined;
  if (feature.normalise === undefined || isNormalisedLater) return feature.extract(page, options);
  if (feature.extractNormalised !== undefined)
    return feature.extractNormalised(page, options, language);
  return feature.normalise(feature.extract(page, options), options, language);
}

const isOwn = ({ options }: FeatureRequest): boolean => options["language"] === "auto";
const inLanguage = (request: FeatureRequest, language: string): FeatureRequest =>
  isOwn(request) ? { ...request, options: { ...request.options, language } } : request;
/** Bytes of heap that a byte of a page may take, in its tree, its words and its features together. */
export const HEAP_PER_PAGE_BYTE = 24;

/**
 * How large pages may be in this process. Where Node was given a small heap (`--max-old-space-size`) a worker that runs
 * out of it in one large allocation takes the whole process down, so a page for which there is no room is not begun.
 */
export function pageLimits(maxPageBytes: number): PageLimits {
  return { maxPageBytes, roomBytes: Math.floor(heapLimit() / HEAP_PER_PAGE_BYTE) };
}

/** The page with what it is read as, by its content (`--formats`), and with the text of a PDF and the like; its codings are undone here. */
export async function openBody(
  job: ExtractJob,
  { formats, maxPageBytes }: Settings,
): Promise<ExtractJob> {
  if (formats === undefined) return job;
  const { capture } = job;
  let decoded: DecodedBody;
  try {
    decoded = decodeBody(job.body, maxPageBytes);
  } catch {
    // Whoever reads the page says why.
    return job;
  }
  const { bytes } = decoded;
  const body = { ...job.body, bytes };
  const format = readAs(bytes, capture.contentType, formats);
  if (format === "html") return { capture, body, decoded };
  if (format === "text" || body.rendered !== undefined)
    return { capture, body: { ...body, format }, decoded };
  // Only where there is such a document: its reader is large.
  const { readBody } = await import("./document-text.js");
  const read = await readBody(bytes, format, maxPageBytes);
  const { bytes: own = bytes } = read;
  return { capture, body: { ...body, ...read }, decoded: { ...decoded, bytes: own } };
}

/** Reads pages, here or in worker threads: the same results in any order. */
export interface Extractor {
  /** Hands a page over; resolves when there is room for the next one. `done` is called later, in any order. */
  submit(job: ExtractJob, done: (result: ExtractResult) => void): Promise<void>;
  /** Resolves when every page handed over is done. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

/** Reads one page in this thread. */
export type PageReader = (job: ExtractJob) => ExtractResult;

/** Reads pages in this thread: for tests, for library users with features of their own, for one core. */
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

/**
 * What passes between the rooms; read this first.
 *
 * A capture leaves an input as an {@link InputItem}, becomes a {@link FeatureRecord} (map), meets the other records
 * of its TimeMap (shuffle), is scored against the first memento ({@link MementoResult}, reduce), and is written.
 */

/** Any JSON value: the only kind of value that may cross from map to reduce. */
export type Json =
  null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A JSON object whose keys are known to be ours (settings, feature options), never page text. */
export type JsonObject = Readonly<Record<string, Json>>;

// ---------------------------------------------------------------------------------------------- captures

/** Where the bytes of a capture stand, so that a person can look at them. */
export interface Source {
  /** Path as the user gave it, or `-` for standard input. */
  readonly file: string;
  /** Byte offset in that file of the record, or of the gzip member that holds it. */
  readonly offset: number;
  /** Where a member holds several records: byte offset of this one in the decompressed member. */
  readonly inflated?: number;
}

/** Everything known of one capture apart from its body. The names are those of RFC 7089 and of the WARC standard. */
export interface Capture {
  readonly uriR: string;
  /** ISO 8601 in UTC, `YYYY-MM-DDTHH:MM:SS[.fraction]Z`, whatever precision the source gave. */
  readonly mementoDatetime: string;
  /** Given by archives; WARC input derives one from date and URI-R (SPEC: `from-warc::...`). */
  readonly uriM?: string;
  /** Given by archives; WARC input derives one from the URI-R of the earliest memento. */
  readonly uriT?: string;
  /** HTTP status of the archived response; absent where there was no HTTP response (`resource` records, HTTP/0.9). */
  readonly status?: number;
  /** The archived Content-Type header, unparsed. */
  readonly contentType?: string;
  /** What the archive guessed (`X-Archive-Guessed-Charset`): used when neither BOM, header nor `<meta>` tells. */
  readonly guessedCharset?: string;
  /** WARC-Record-ID without its angle brackets. */
  readonly recordId?: string;
  /** WARC-Payload-Digest as written (`sha1:...`); computed by us where the record has none. */
  readonly digest?: string;
  readonly source?: Source;
  /** What stood in for this capture's own body (a redirect's target, a revisit's original). */
  readonly via?: Via;
  /** Remarks for people: a fallback taken, a coding that could not be undone, a truncation. */
  readonly notes?: readonly string[];
}

/** How the content of a capture was found in another capture. */
export interface Via {
  readonly kind: "redirect" | "revisit";
  /** The archived 3xx status, for redirects. */
  readonly status?: number;
  /** URI-R of the capture whose content stands in. */
  readonly uriR: string;
  readonly mementoDatetime: string;
  /** URI-M that was read in the end (inputs over HTTP). */
  readonly uriM?: string;
  readonly source?: Source;
}

/** The trouble with one memento or one score: data, not an exception. */
export interface Problem {
  /** access: it could not be had. extract: it could not be read as a page. score: no score is defined. */
  readonly stage: "access" | "extract" | "score";
  readonly message: string;
}

export type Outcome<T> = { readonly value: T } | { readonly problem: Problem };

/** The HTTP body as archived, with the codings that are still to be undone (in a worker: they cost time). */
export interface EncodedBody {
  readonly bytes: Uint8Array;
  readonly transferEncoding?: string;
  readonly contentEncoding?: string;
}

/** What a revisit record says of the capture that it repeats (WARC 1.1, section 6.7). */
export interface RevisitTarget {
  readonly profile: "identical-payload-digest" | "server-not-modified" | "unknown";
  readonly recordId?: string;
  readonly uriR?: string;
  /** Same form as `mementoDatetime`. */
  readonly mementoDatetime?: string;
  readonly digest?: string;
}

/** What inputs yield, one for every record that they read: nothing is dropped without a word. */
export type InputItem =
  /** A page, body included. */
  | { readonly kind: "memento"; readonly capture: Capture; readonly body: EncodedBody }
  /** A page that could not be had; it is a row of the output. */
  | { readonly kind: "missed"; readonly capture: Capture; readonly problem: Problem }
  /** A revisit: its body is that of another capture, perhaps one that has not been read yet. */
  | { readonly kind: "revisit"; readonly capture: Capture; readonly target: RevisitTarget }
  /** A 3xx answer: stands for the capture of its target. `location` is absolute, or undefined when absent or malformed. */
  | {
      readonly kind: "redirect";
      readonly capture: Capture;
      readonly location: string | undefined;
    }
  /** A capture that is no page (an image, a PDF): counted; known by name only because a revisit may point to it. */
  | { readonly kind: "other"; readonly capture: Capture; readonly reason: string }
  /** A record that is no capture at all (request, warcinfo, dns): counted by reason. */
  | { readonly kind: "skipped"; readonly reason: string }
  /** Bytes lost that cannot be tied to one memento: reported with file and byte offset. */
  | { readonly kind: "damage"; readonly source: Source; readonly message: string }
  /** A whole TimeMap that could not be had (inputs over HTTP). */
  | { readonly kind: "missed-timemap"; readonly uriT: string; readonly problem: Problem };

/** What every input is told besides its argument. */
export interface InputContext {
  readonly signal: AbortSignal;
  /** Bodies above this many bytes are never held; such a page is reported, not measured. */
  readonly maxPageBytes: number;
  /** Whether 3xx captures are followed (redirect items), left out, or mementos themselves (`--status all`). */
  readonly redirects: "follow" | "skip" | "as-mementos";
  /** Answers requests for inputs that need HTTP: from the network, politely, or from the working directory. */
  readonly fetcher?: Fetcher;
  /** What inputs over HTTP are told besides. */
  readonly http?: HttpInputOptions;
  /** Whether the TimeMap of a URI-R is this process's to score, where several share the work; absent: all are. */
  readonly wants?: (uriR: string) => boolean;
  /** Called as reading goes on, for progress only. */
  readonly onProgress?: (progress: InputProgress) => void;
  /** Called when all items of a TimeMap have been taken, with its URI-R; what belongs to it may still come from another one. */
  readonly onTimeMapEnd?: (uriR: string) => void;
}

/** Choices of the inputs that read from web archives; each has a default, so that all may be left out. */
export interface HttpInputOptions {
  /** Score mementos from this date on: 4 to 14 digits of `YYYYMMDDhhmmss`. */
  readonly from?: string;
  /** Score mementos up to and including this date: 4 to 14 digits, the rest meaning "to its end". */
  readonly to?: string;
  /** Score at most this many mementos of a TimeMap, oldest first. */
  readonly limit?: number;
  /** Score this many mementos of a TimeMap, spread evenly over time. */
  readonly sample?: number;
  /** The user's rules for raw mementos (`--raw-rules FILE`); they go before the built-in ones. */
  readonly rawRules?: readonly RawRule[];
  /** Only these seeds of an Archive-It collection (`--seeds FILE`). */
  readonly seeds?: readonly string[];
  /** Where Archive-It is, for tests and mirrors; no trailing slash. */
  readonly archiveIt?: {
    /** Default `https://archive-it.org`. */
    readonly collections?: string;
    /** Default `https://partner.archive-it.org`. */
    readonly partner?: string;
    /** Default `https://wayback.archive-it.org`. */
    readonly wayback?: string;
  };
  /** Memento requests in flight at most, of one host; its rate and concurrency are the fetcher's. Default 64. */
  readonly window?: number;
}

/**
 * How an archive's URI-Ms become the URIs of raw mementos: what was captured, without rewriting and banner.
 * Only the first timestamp segment of the path is touched.
 */
export interface RawRule {
  /** Name of the archive, for people. */
  readonly archive: string;
  /** Host names, without port; `*.example.org` means every host below, `*` any host. */
  readonly hosts: readonly string[];
  /** Only URI-Ms whose path starts so. */
  readonly pathPrefix?: string;
  /**
   * flag: `{timestamp}{flag}/`, as Wayback and pywb have it. segment: `raw/{timestamp}/`.
   * none: the archive has no raw mementos, its rewritten page is measured and says so.
   */
  readonly form: "flag" | "segment" | "none";
  /** The flag (default `id_`), or the path segment (default `raw`). */
  readonly value?: string;
  /** The host that has the raw mementos, where it is another one. */
  readonly rawHost?: string;
}

/** How far an input is. */
export type InputProgress = FileProgress | ArchiveProgress;

/** How far the files of an input are read. */
export interface FileProgress {
  readonly bytesRead: number;
  /** Unknown for streams. */
  readonly bytesTotal?: number;
}

/** How far the TimeMaps of an input are fetched; what could not be had counts as fetched. */
export interface ArchiveProgress {
  readonly timeMaps: number;
  /** How many there are (the seeds of a collection). */
  readonly timeMapsTotal?: number;
  readonly mementos: number;
  /** Mementos wanted of the TimeMaps fetched so far. */
  readonly mementosListed: number;
}

/** Which of a host's rates a request counts against. */
export type RequestClass = "timemap" | "playback" | "api";

/** One GET. */
export interface FetchRequest {
  readonly uri: string;
  readonly requestClass: RequestClass;
  readonly headers?: Readonly<Record<string, string>>;
  /** What is asked for, as its TimeMap lists it: the working directory notes it beside the answer. */
  readonly memento?: Pick<Capture, "uriR" | "uriM" | "uriT">;
}

/** An answer as the server sent it: body bytes as on the wire, content codings not undone. */
export interface FetchedResponse {
  readonly uri: string;
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** ISO 8601: when it was fetched (an earlier run, when it came from the working directory). */
  readonly fetchedAt: string;
}

/** Fetches politely, records what it gets, and answers again from the record. Redirects are not followed. */
export interface Fetcher {
  /** Never rejects for the archive's trouble: that is a problem with one line of text. Rejects when aborted. */
  fetch(request: FetchRequest): Promise<Outcome<FetchedResponse>>;
}

/** A place where captures come from; its keyword is what is typed in `-i keyword=argument`. */
export interface Input {
  readonly keyword: string;
  readonly title: string;
  /** One paragraph for help and README. */
  readonly summary: string;
  /** How the argument is written, as shown in help: `FILE[,FILE...]`. */
  readonly argument: string;
  /** A command line that works, for help and README. */
  readonly example: string;
  /** True when `read` needs `context.fetcher`. */
  readonly usesHttp: boolean;
  /** True when `read` asks `context.wants` before it fetches, and leaves the TimeMaps of others out itself. */
  readonly asksWhatIsWanted?: true;
  /** Checks the argument before any work starts; throws `UsageError`. The result goes to `read`. */
  prepare(values: readonly string[]): Promise<readonly string[]>;
  /** Reads everything, in the order that is cheapest; the shuffle sorts. Never throws for bad data. */
  read(sources: readonly string[], context: InputContext): AsyncIterable<InputItem>;
}

// ---------------------------------------------------------------------------------------------- pages

/** One block of text of a page, as jusText cuts them (justext.core.ParagraphMaker). */
export interface Paragraph {
  readonly text: string;
  /** Path of tag names from the root, joined by dots. */
  readonly domPath: string;
  /** Characters of the paragraph that stand inside links. */
  readonly linkCharacters: number;
  readonly tagCount: number;
  readonly isHeading: boolean;
}

/** One memento under the knife. Each level is computed on first use and dropped with the page. */
export interface Page {
  /** The HTTP body with transfer and content codings undone. */
  readonly bytes: Uint8Array;
  /** The body decoded to text, as a browser would decode it. */
  readonly html: string;
  /** The WHATWG name of the encoding and what told it. */
  readonly charset: { readonly name: string; readonly from: CharsetEvidence };
  /** jusText's segmentation: shared by the removers that start from it. */
  readonly paragraphs: readonly Paragraph[];
  /** All text of the body, markup, scripts and styles left out, one text block a line. */
  readonly bodyText: string;
  /** Text left by a remover; falls back to `all-paragraphs` (with a note) when it leaves nothing of a page that has text. */
  text(boilerplate: string, language: string): string;
  /** Words of `text(...)`, unstemmed, stop words included; `lowerCase` folds the text before it is split. */
  tokens(options: TokenOptions): readonly string[];
  /** How often each of those words occurs, in order of first appearance; settled: each of their terms, in code unit order. */
  countTerms(options: TokenOptions, settling?: Settling): CountedTerms;
  /** Fallbacks taken so far. */
  readonly notes: readonly string[];
}

export type CharsetEvidence = "bom" | "header" | "meta" | "detected" | "default";

export interface TokenOptions {
  /** Keyword of a boilerplate remover; options of its own may follow: `density:vmax=0.5`. */
  readonly boilerplate: string;
  /** BCP 47 language of stop list and segmenter. */
  readonly language: string;
  readonly lowerCase: boolean;
}

/** What becomes of tokens before they are compared. */
export interface Settling {
  readonly stem: boolean;
  readonly stopWords: boolean;
  /** BCP 47; chooses stemmer, stop words and normal forms. */
  readonly language: string;
  /** In place of the language's own. */
  readonly stopWordList?: StopWordList;
  /** Tokens of fewer characters (code points) go. */
  readonly minTokenLength?: number;
}

/** Stop words of the user's own. */
export type StopWordList = {
  /** SHA-256 of the words, 16 hexadecimal digits. */
  readonly digest: string;
  /** In code unit order, each once. */
  readonly words: readonly string[];
};

/** Distinct terms and how often each occurs, in parallel lists. Lists, not an object: pages do contain the word "constructor". */
export type CountedTerms = {
  readonly terms: readonly string[];
  readonly counts: readonly number[];
};

/** A way of taking the boilerplate out of a page; its keyword is what is typed in `--boilerplate`. */
export interface BoilerplateRemover {
  readonly keyword: string;
  readonly title: string;
  readonly summary: string;
  /** False only for `none`: the value of "removed boilerplate" in the output. */
  readonly removes: boolean;
  /** The text that is left; empty when all of the page is boilerplate. `options` is what follows the keyword and a colon. */
  extract(page: Page, language: string, options?: string): string;
}

// ---------------------------------------------------------------------------------------------- features

/** A feature and the options it is computed with: plain data, so that it can be sent to a worker. */
export interface FeatureRequest {
  readonly feature: string;
  readonly options: JsonObject;
}

/**
 * A small JSON-safe value taken from a memento once, however many measures ask for it.
 * `extract` is pure; it runs wherever the page is (a worker, a mapper).
 */
export interface Feature<V extends Json = Json> {
  readonly keyword: string;
  readonly summary: string;
  extract(page: Page, options: JsonObject): V;
  /** True when nothing is left to compare: as the first memento's value it makes every score an error. */
  isEmpty(value: V): boolean;
  /**
   * Second half for what is only known once the TimeMap is together (its language): stems and stop words.
   * Run in the mapper already where the language is fixed.
   */
  settle?(value: V, options: JsonObject, language: string): V;
  /** What {@link settle} makes of what {@link extract} yields, where doing both at once is faster. */
  extractSettled?(page: Page, options: JsonObject, language: string): V;
  /** Second half that needs a large model (the language detector): run only where that is loaded. */
  resolve?(value: V): Promise<V> | V;
}

/** A memento reduced to what the chosen measures need: the line between map and reduce. */
export interface FeatureRecord {
  /** Grouping key: SURT of the URI-R, or the URI-R itself. */
  readonly key: string;
  /** Orders captures of one key and datetime: WARC path and offset, or URI-M. */
  readonly tie: string;
  readonly capture: Capture;
  /** Set when the memento could not be had at all; then there are no features. */
  readonly problem?: Problem;
  /** One outcome for each request of the run's extraction plan, in its order. */
  readonly features: readonly Outcome<Json>[];
}

// ---------------------------------------------------------------------------------------------- measures

/** The published conventions, for which each measure has a cut. */
export type ProfileName = "paper" | "otmt-1.0.5";

/** Any set of defaults; `default` has the paper's cuts. */
export type SettingsProfile = ProfileName | "default";

/** When a score means off-topic. Data, like the threshold, so that there is one place that compares. */
export type Comparison = "<" | "<=" | ">" | ">=";

/** The cut of a measure in one profile. */
export interface Cut {
  /** Absent: the measure must be calibrated; it is scored and has no vote. */
  readonly threshold?: number;
  readonly comparison: Comparison;
}

/** Which preprocessing steps a measure's input went through: OTMT's three flags. */
export interface PreprocessingFlags {
  readonly stemmed: boolean;
  readonly tokenized: boolean;
  readonly removedBoilerplate: boolean;
}

interface MeasureFacts {
  /** What is typed after `-tm`; the file name is this with `_` as `-`. */
  readonly keyword: string;
  readonly aliases: readonly string[];
  /** The name that OTMT 1.0.5 writes, where it is another one. */
  readonly otmtKeyword?: string;
  readonly title: string;
  /** One sentence for help and README. */
  readonly summary: string;
  /** Where it is defined: paper and section. */
  readonly source: string;
  /** Smallest and largest score; Infinity where there is no bound. */
  readonly range: readonly [min: number, max: number];
  /** The score of two equal mementos. */
  readonly equalScore: number;
  /** True when swapping the two mementos cannot change the score. */
  readonly symmetric: boolean;
  readonly cuts: Readonly<Record<ProfileName, Cut>>;
  /** Off by default and marked so in help. */
  readonly experimental?: boolean;
  /** Steps its input goes through, given the settings. */
  flags(settings: Settings): PreprocessingFlags;
}

/** A measure that needs the two mementos only. */
export interface PairMeasure<V extends Json = Json, Prepared = V> extends MeasureFacts {
  readonly scope: "pair";
  /** What it reads; a list of several features makes a list of their values. */
  input(settings: Settings): FeatureRequest | readonly FeatureRequest[];
  /** Turns a value into what `score` wants (a set, a hash); done once for the first memento. Default: the value itself. */
  prepare?(value: V): Prepared;
  score(first: Prepared, memento: Prepared, settings: Settings): number;
  /** A cheap bound of a costly score: where it decides the topic status, `score` is called for exact scores only. */
  bound?(first: Prepared, memento: Prepared, settings: Settings): BoundedScore;
}

/** A bound of a score. */
export interface BoundedScore {
  readonly score: number;
  /** Whether the score itself is at most, or at least, this. */
  readonly bound: "at most" | "at least";
}

/** A measure whose weights come from all mementos of the TimeMap. */
export interface TimeMapMeasure<
  V extends Json = Json,
  Prepared = V,
  Model = unknown,
> extends MeasureFacts {
  readonly scope: "timemap";
  input(settings: Settings): FeatureRequest | readonly FeatureRequest[];
  prepare?(value: V): Prepared;
  /** A fresh fold over all values of the TimeMap, oldest first; an array is never built. */
  fit(settings: Settings): ModelFit<Prepared, Model>;
  score(first: Prepared, memento: Prepared, model: Model, settings: Settings): number;
}

export interface ModelFit<Prepared, Model> {
  add(value: Prepared): void;
  finish(): Model;
}

/** Any measure of the registry. */
export type Measure = PairMeasure<Json, unknown> | TimeMapMeasure<Json, unknown>;

/**
 * Which memento of its TimeMap a memento is compared with (SPEC section 2): the first; the last one judged on-topic; by
 * the median over all others; the most central of the others.
 */
export type Reference = "first" | "previous" | "median" | "medoid";

/** A measure chosen for this run with its cut. */
export interface MeasureChoice {
  readonly keyword: string;
  /** Absent: the first memento. */
  readonly reference?: Exclude<Reference, "first">;
  /** What the output calls it: the keyword, or OTMT's own name in profile `otmt-1.0.5`. */
  readonly name: string;
  readonly threshold?: number;
  /** Its own, where it is not that of the settings. */
  readonly preprocessing?: Preprocessing;
  /** Set when the threshold comes from a file that `calibrate` wrote. */
  readonly tuned?: true;
  /** Set when it is computed for the learned combination only: its scores are no part of the results. */
  readonly asInput?: true;
  readonly comparison: Comparison;
}

/**
 * How the verdicts on a TimeMap go over time: one run of off-topic mementos between on-topic ones is `single`, one that
 * lasts to the end `step`, several `oscillating`; mementos without a verdict are passed over.
 */
export type Pattern = "always-on" | "step" | "single" | "oscillating" | "first-off" | "always-off";

/** That a curator's own verdict stands in place of the computed one (`--overrides`). */
export interface Override {
  /** What the curator's file names: this memento, or its seed. */
  readonly by: "URI-M" | "URI-R";
  /** What was computed; absent where there was no verdict. */
  readonly computed?: TopicStatus;
}

/**
 * A learned combination: a logistic regression over what is known of a memento. Plain data, as in its file; see
 * docs/decision.md.
 */
export type LearnedModel = {
  readonly form: "detect_off_topic model";
  /** For people: what it was trained on. */
  readonly trainedOn: string;
  /** A memento is off-topic when the probability is above this. */
  readonly threshold: number;
  readonly bias: number;
  /**
   * Strength (0 to 1) from which a sign disqualifies a witness: a score against the first memento counts as missing when
   * that one has such a sign, one against median or medoid when half of all have. Absent: all are believed.
   */
  readonly plainSign?: number;
  readonly inputs: readonly ModelInput[];
};

/** One term of a model's sum: `weight` times a number from 0 (as on-topic as can be) to 1. */
export type ModelInput = {
  /** A measure with its witness (`cosine@median`), `signs`, or `http-error`. */
  readonly of: string;
  /** distance: from the score of equal mementos, as a share of the range; relative: to what is usual in the TimeMap. */
  readonly as: "distance" | "relative" | "value";
  readonly weight: number;
  /** Stands for it where there is no score. */
  readonly missing: number;
  /** `relative`: the distance that counts as usual where fewer than three mementos tell it; absent: the value is missing then. */
  readonly usual?: number;
};

// ---------------------------------------------------------------------------------------------- topic

/** The measures that a topic profile has thresholds for. */
export type TopicMeasure = "terms" | "collocations2" | "collocations3" | "vsm" | "passage";

/** A stem, or stems with a blank between, and how often it occurs in the core. */
export type TopicElement = readonly [element: string, frequency: number];

/** The elements of a topic by class (the paper's filter). */
export type TopicElements = {
  readonly terms: readonly TopicElement[];
  readonly collocations2: readonly TopicElement[];
  readonly collocations3: readonly TopicElement[];
};

/** What is known of a topic in one language. */
export type TopicPart = TopicElements & {
  /** BCP 47, as it is detected. */
  readonly language: string;
  /** Core documents and the seeds that they come from. */
  readonly documents: number;
  readonly seeds: number;
  /** A document with a lower score is not recognised. Absent: the measure has no vote. */
  readonly thresholds: Readonly<Partial<Record<TopicMeasure, number>>>;
  /** Shares of the core that were recognised without having taken part: by each measure, and by the vote. */
  readonly recognised: Readonly<Record<string, number>>;
  /** Learned from accepted documents; weighs less. */
  readonly variable?: TopicElements;
};

/** A collection's topic (SPEC section 8). Plain data, as in its file, which a person may edit. */
export type TopicProfile = {
  readonly form: "detect_off_topic topic profile";
  /** For people: what it was made from. */
  readonly madeFrom: string;
  /** How the words of its documents were made: those of others must be made alike. */
  readonly preprocessing: JsonObject;
  /** So many measures must recognise a document. */
  readonly agree: number;
  readonly parts: readonly TopicPart[];
  /** Languages of core documents from too few seeds to tell their topic by. */
  readonly tooFew: readonly string[];
  /**
   * Directories, as SURT, that hold a recognised document beside those of other URI-Rs, with the grouping key of the
   * only URI-R that has one; null where several have.
   */
  readonly directories?: readonly (readonly [directory: string, only: string | null])[];
};

/** A measure of a memento against the topic of its collection. */
export interface CollectionMeasure {
  /** What is typed after `-cm`. */
  readonly keyword: TopicMeasure | "directory";
  readonly aliases: readonly string[];
  readonly title: string;
  readonly summary: string;
  readonly source: string;
  readonly range: readonly [min: number, max: number];
  readonly equalScore: number;
  /** Where it was published; the profile has one of its own. */
  readonly paperThreshold?: number;
  /** False for what is told and never counted. */
  readonly votes: boolean;
}

/** A collection measure chosen for this run. */
export interface CollectionChoice {
  readonly keyword: CollectionMeasure["keyword"];
  /** In place of the profile's. */
  readonly threshold?: number;
}

/** What is compared with the topic of the collection. */
export interface CollectionSettings {
  readonly measures: readonly CollectionChoice[];
  /** So many of them must recognise a memento; absent: the profile says. */
  readonly agree?: number;
}

// ---------------------------------------------------------------------------------------------- settings

/** What is done to a page before it is measured; part of every record, so that reduce can refuse a mix. */
export interface Preprocessing {
  readonly boilerplate: string;
  /**
   * BCP 47, or `auto`: each memento's own, detected from its text; where that cannot be told, that of the earliest
   * memento of its TimeMap whose language can.
   */
  readonly language: string;
  readonly stem: boolean;
  /** Whether stop words are left out. */
  readonly stopWords: boolean;
  /** In place of the language's own stop words. */
  readonly stopWordList?: StopWordList;
  /** Tokens of fewer characters are left out. */
  readonly minTokenLength?: number;
}

/** Every choice that can change a score or a row, resolved and JSON-safe: profile, then options. */
export interface Settings {
  readonly profile: SettingsProfile;
  readonly measures: readonly MeasureChoice[];
  readonly preprocessing: Preprocessing;
  readonly groupBy: "surt" | "uri";
  readonly status: "2xx+errors" | "2xx" | "all";
  /** html: every capture that a browser would show as a page. text/html: responses declared so, as OTMT takes them. */
  readonly pages: "html" | "text/html";
  readonly redirects: "follow" | "skip";
  readonly revisits: "resolve" | "skip";
  /** earliest: of those answered 2xx (`otmt-1.0.5`: of any status). usable: the earliest that every measure can compare with. */
  readonly first: "earliest-2xx" | "earliest" | "usable";
  /** Bytes compared by simhash-raw: decoded text, or Python's `str(bytes)` as OTMT does. */
  readonly rawSimhashOf: "text" | "python-bytes";
  /** Whether count measures cap growth at 0 (equation 1 of the paper). */
  readonly clipCounts: boolean;
  readonly numberOfTopics: number;
  /** Topics of gensim_lda. */
  readonly ldaTopics: number;
  /** Share of structure in structure-style, 0 to 1 (κ of the clustering paper). */
  readonly structureWeight: number;
  /** What the tree edit distance pays for an operation. */
  readonly editCosts: {
    readonly insert: number;
    readonly remove: number;
    readonly rename: number;
  };
  /** Set when a memento that is off-topic already is not scored by the measures that come after. */
  readonly shortCircuit?: boolean;
  /** Whether scores are computed even where a bound decides the topic status. */
  readonly exactScores: boolean;
  /** How votes make the overall status; a number: at least so many. `learned` asks `model`. */
  readonly combine: "any" | "all" | "majority" | "learned" | number;
  /** The learned combination; set when `combine` is `learned`. */
  readonly model?: LearnedModel;
  /** What measures that name no witness of their own are compared with. Absent: the first memento. */
  readonly reference?: Exclude<Reference, "first">;
  /** Whether signs of what a page is are looked for and told. */
  readonly signs?: boolean;
  /** Set when mementos are compared with the topic of their collection. */
  readonly collection?: CollectionSettings;
  /** Strength from which a sign is plain; set where signs vote or the evidence is told. */
  readonly signStrength?: number;
  /** Whether a plain sign is a vote for off-topic (`--signs`). */
  readonly signsVote?: boolean;
  /** Whether the evidence for each verdict is told (`--explain`). */
  readonly explain?: boolean;
  /** Characters of each memento's text that its result has (reports). Absent: none. */
  readonly excerpts?: number;
  /** Metadata computed for each memento. */
  readonly simhash: boolean;
  readonly contentLength: boolean;
  readonly detectLanguage: boolean;
  readonly maxPageBytes: number;
}

// ---------------------------------------------------------------------------------------------- evidence

/** A fact of the first memento and of the memento; a side that is not known is absent. */
export interface Change<T> {
  readonly first?: T;
  readonly memento?: T;
}

/** How a score lies to its threshold. */
export interface ScoreEvidence {
  /** The measure, as the output names it. */
  readonly measure: string;
  readonly score: number;
  /** Set when `score` is a bound of the score. */
  readonly bound?: BoundedScore["bound"];
  readonly threshold: number;
  /** From the threshold, in units of the score; above 0 on the on-topic side, below 0 on the off-topic side. */
  readonly distance: number;
  /** The same as a share: 1 is the score of equal mementos, 0 the threshold, -1 as far off-topic as the range goes. */
  readonly normalised: number;
}

/** What one input of the learned combination added to its sum. */
export interface Contribution {
  /** `cosine@median`, `signs`, ... as the model names it. */
  readonly of: string;
  readonly as: ModelInput["as"];
  /** 0 to 1; what the model has in its place where there is none. */
  readonly value: number;
  /** Set when there is no value. */
  readonly missing?: true;
  /** Weight times value: log-odds of being off-topic. */
  readonly contribution: number;
}

/** How the learned combination came to its probability. */
export interface CombinationEvidence {
  readonly probability: number;
  readonly threshold: number;
  /** Log-odds before any input speaks. */
  readonly bias: number;
  /** Greatest contribution first. */
  readonly inputs: readonly Contribution[];
}

/** The kind of page that a memento plainly is. */
export interface PageKind extends Sign {
  /** For people: `suspended account`. */
  readonly title: string;
}

/**
 * Why a memento has its verdict (`--explain`; docs/explain.md). Text from pages is cut to a length and has no control
 * characters.
 */
export interface Evidence {
  /** Of the measures that have a threshold and a score. */
  readonly scores: readonly ScoreEvidence[];
  /** BCP 47, `und` where it could not be told. */
  readonly language?: Change<string>;
  /** Of the body, codings undone. */
  readonly bytes?: Change<number>;
  /** Words of the text, boilerplate and stop words left out. */
  readonly words?: Change<number>;
  readonly httpStatus?: Change<number>;
  /** Where a redirect ended. */
  readonly redirect?: Omit<Via, "kind" | "source">;
  readonly pageKind?: PageKind;
  /** The most telling words of the first memento that this one lacks; of off-topic and doubtful mementos only. */
  readonly termsLost?: readonly string[];
  /** The most telling words that the first memento lacks; of off-topic and doubtful mementos only. */
  readonly termsGained?: readonly string[];
  /** Of off-topic and doubtful mementos only. */
  readonly combination?: CombinationEvidence;
}

// ---------------------------------------------------------------------------------------------- results

export type TopicStatus = "on-topic" | "off-topic";

export interface Score {
  readonly score: number;
  /** Set when `score` is a bound of the score, which was not computed (see {@link BoundedScore}). */
  readonly bound?: BoundedScore["bound"];
  /** Absent when the measure has no threshold: scored, no vote. */
  readonly topicStatus?: TopicStatus;
}

/** That a measure was not asked, because the memento was off-topic already. */
export interface Skipped {
  readonly skipped: "short-circuit";
}

/** One measure's verdict on one memento. */
export interface MeasureResult {
  readonly name: string;
  readonly flags: PreprocessingFlags;
  readonly outcome: Outcome<Score> | Skipped;
  /** What it was compared with, where that is not the first memento: a URI-M, or `median of 7 mementos`. */
  readonly comparedWith?: string;
}

/** A kind of page that a memento says it is, 0 to 1 how plainly, and the words or marks that gave it away. */
export type Sign = {
  readonly kind: string;
  readonly strength: number;
  readonly marks: readonly string[];
};

/** A memento beside the topic of its collection. */
export interface CollectionResult {
  readonly measures: readonly MeasureResult[];
  /** Their one vote; absent where none could be scored. */
  readonly topicStatus?: TopicStatus;
  /** Names the profile. */
  readonly profile: string;
}

/** Everything that is said of one memento; each is complete in itself (JSON Lines writes exactly this). */
export interface MementoResult {
  readonly kind: "memento";
  readonly key: string;
  readonly uriT: string;
  readonly uriM: string;
  readonly capture: Capture;
  /** Set when the memento could not be had: there are no measures then. */
  readonly problem?: Problem;
  /** 64-bit Simhash as its decimal digits: above 2^53 a number would lose them. */
  readonly simhash?: Outcome<string>;
  readonly contentLength?: Outcome<number>;
  readonly language?: Outcome<string>;
  readonly measures: readonly MeasureResult[];
  /** What the topic of the collection says of it; set when it was asked. */
  readonly collection?: CollectionResult;
  /** Signs of what it is, plainest first; set when they were looked for. */
  readonly signs?: Outcome<readonly Sign[]>;
  /** The start of its text, of settings with `excerpts`. */
  readonly excerpt?: Outcome<string>;
  /** Why it has its verdict; set when it was asked for. */
  readonly evidence?: Evidence;
  readonly overall?: TopicStatus;
  /** Set when `overall` is a curator's own verdict. */
  readonly override?: Override;
  /** Of its TimeMap; absent where no memento of it has a verdict. */
  readonly pattern?: Pattern;
  /** URI-M of the memento it was compared with. */
  readonly comparedWith?: string;
}

/** A TimeMap that could not be had. */
export interface TimeMapProblem {
  readonly kind: "timemap-problem";
  readonly uriT: string;
  readonly problem: Problem;
}

export type Result = MementoResult | TimeMapProblem;

/** A form of output; its keyword is what is typed in `-ot`. It turns results into text and knows no files. */
export interface Writer {
  readonly keyword: string;
  readonly title: string;
  readonly summary: string;
  readonly example: string;
  /** True when it shows texts and evidence, which a run must be told to keep. */
  readonly showsEvidence?: true;
  /** True when it has links to mementos, which `--replay` is for. */
  readonly linksMementos?: true;
  /** Results come grouped by TimeMap, in order of grouping key, memento-datetime and tie. */
  write(
    results: AsyncIterable<Result>,
    settings: Settings,
    presentation?: Presentation,
  ): AsyncIterable<string>;
}

/** Choices that change how results are shown, never what they are. */
export interface Presentation {
  /** Where captures without a web address of their own are replayed (`--replay`). */
  readonly replay?: string;
}

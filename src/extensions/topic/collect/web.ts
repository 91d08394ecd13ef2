import { urlOf } from "../../../base/uri.js";
import type { JsonObject } from "../../../base/types.js";
import type { Outlinks } from "../../../page/features/outlinks.js";
import type { TopicWords } from "../../../page/features/words.js";
import type { Feature, FeatureRecord, FeatureRequest } from "../../../page/types.js";
import { definitionsOf } from "../../../run/records/extract.js";
import type { CollectionEvidence } from "../../../score/evidence/collection-evidence.js";
import { Values as RecordValues } from "../../../score/scoring/values.js";
import { type Plan, planRun } from "../../../score/settings/plan.js";
import type { SettingsChoices } from "../../../score/settings/settings.js";
import type { TopicProfile } from "../profile/types.js";
import type { Settings } from "../../../score/settings/types.js";
import type { Measure } from "../../../score/types.js";

export interface WebPage {
  /** URI-R after redirects. */
  readonly uriR: string;
  readonly uriM: string;
  readonly mementoDatetime: string;
  readonly title: string;
  /** BCP 47 tag, or `und` if the language was not recognised. */
  readonly language: string;
  readonly words: TopicWords;
  /** Absolute URIs without duplicates and without files that are not documents. Only markup has links. */
  readonly links: readonly string[];
}

export type OpenedPage = WebPage | { readonly problem: string };

/** Source of pages: files, or an archive near a date. */
export interface Web {
  /** Number of pages that are opened at the same time. The order of a crawl depends on it. */
  readonly atOnce: number;
  /** A problem with the page is part of the result; rejects only if aborted. */
  open(uriR: string): Promise<OpenedPage>;
  /** Returns false for a page that is known to be missing. */
  has?(uriR: string): boolean;
  /** Returns up to ten pages that link to this page, if they are known. */
  inLinks?(uriR: string): readonly string[];
}

export function collectChoices(topic: TopicProfile): SettingsChoices {
  return {
    ...(topic.preprocessing as JsonObject & SettingsChoices),
    ...removerChoices(topic.preprocessing["boilerplate"]),
    collectionMeasures: "terms,collocations2,collocations3,vsm,passage",
    topic,
    outlinks: true,
    formats: ["html", "text", "pdf", "zip"],
    ...{ simhash: false, contentLength: false, detectLanguage: false },
  };
}

/** Returns the choices that give a boilerplate remover with its options, such as `density:vmax=0.3`. */
function removerChoices(text: unknown): SettingsChoices {
  if (typeof text !== "string") return {};
  const [boilerplate = "", options = ""] = text.split(":");
  const chosen = options.split(",").flatMap((option) => {
    const [key = "", value = ""] = option.split("=");
    return key === "" ? [] : [[key, Number.isNaN(Number(value)) ? value : Number(value)] as const];
  });
  return { boilerplate, ...Object.fromEntries(chosen) };
}

export class PageMaker {
  readonly requests: readonly FeatureRequest[];
  readonly definitions: readonly Feature[];
  readonly #settings: Settings;
  readonly #plan: Plan;

  constructor(
    settings: Settings,
    {
      measures,
      features,
      evidence,
    }: {
      readonly measures: readonly Measure[];
      readonly features: readonly Feature[];
      readonly evidence: readonly CollectionEvidence[];
    },
  ) {
    this.#settings = settings;
    this.#plan = planRun(settings, measures, evidence);
    this.requests = this.#plan.requests;
    this.definitions = definitionsOf(this.requests, features);
  }

  page(record: FeatureRecord, uriM: string): OpenedPage {
    const { capture, problem } = record;
    if (problem !== undefined) return { problem: problem.message };
    const { status = 200, via } = capture;
    if (status < 200 || status > 299) return { problem: `answered ${status}` };
    const values = this.#values(record);
    const [wordsAt, languageAt] = this.#plan.collection.get("topic") ?? [];
    if (wordsAt === undefined) throw new Error("the settings name no topic");
    const words = values.feature(wordsAt, record);
    if ("problem" in words) return { problem: words.problem.message };
    return {
      uriR: pageUri(record),
      uriM: via?.uriM ?? uriM,
      mementoDatetime: via?.kind === "revisit" ? capture.mementoDatetime : dateOfContent(record),
      title: this.#outlinks(values, record).title,
      language: values.language(languageAt, record),
      words: words.value as TopicWords,
      links: this.links(record),
    };
  }

  links(record: FeatureRecord): readonly string[] {
    if (record.problem !== undefined) return [];
    const { base, links } = this.#outlinks(this.#values(record), record);
    return absoluteLinks(links, base, pageUri(record));
  }

  #values(record: FeatureRecord): RecordValues {
    const group = { key: record.key, records: () => [record], at: () => record };
    return new RecordValues(group, {
      ...{ plan: this.#plan, settings: this.#settings, features: this.definitions },
    });
  }

  #outlinks(values: RecordValues, record: FeatureRecord): Outlinks {
    const found = values.value(this.#plan.outlinks, record) as Outlinks | undefined;
    return found ?? { title: "", base: "", links: [] };
  }
}

/** Returns the URI of the page's content. A redirect has the URI of its target, and a revisit has its own URI. */
const pageUri = ({ capture: { uriR, via } }: FeatureRecord): string =>
  via === undefined || via.kind === "revisit" ? uriR : via.uriR;

const dateOfContent = ({ capture: { mementoDatetime, via } }: FeatureRecord): string =>
  via?.mementoDatetime ?? mementoDatetime;

/** Longer links are usually crawler traps. */
const LONGEST_LINK = 2_000;
/** Suffixes of files that are not pages. */
const NOT_A_PAGE =
  /\.(?:jpe?g|png|gif|webp|avif|svg|ico|bmp|tiff?|css|js|mjs|json|xml|rss|atom|woff2?|ttf|eot|mp[34]|m4[av]|og[gv]|wav|webm|avi|mov|wmv|flv|swf|exe|dmg|iso|apk|jar|rar|7z|tgz|tar|bz2|docx?|xlsx?|pptx?)$/iu;

/** Returns links as absolute http and https URIs, in their order and without duplicates. */
export function absoluteLinks(links: readonly string[], base: string, uriR: string): string[] {
  const from = urlOf(base, uriR)?.href ?? uriR;
  const found = new Set<string>();
  for (const link of links) {
    const uri = link.length > LONGEST_LINK ? undefined : urlOf(link, from);
    if (uri === undefined) continue;
    uri.hash = "";
    const isWeb = uri.protocol === "http:" || uri.protocol === "https:";
    if (!isWeb || uri.username !== "" || uri.password !== "" || NOT_A_PAGE.test(uri.pathname))
      continue;
    if (uri.href.length <= LONGEST_LINK) found.add(uri.href);
  }
  return [...found];
}

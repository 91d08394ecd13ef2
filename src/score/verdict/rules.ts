import { isOfLostLetters } from "../../page/lost-letters.js";
import type { Capture, Fault, TopicStatus } from "../../base/types.js";
import { KINDS, SHELL } from "../evidence/kinds.js";
import { lostIdentityText } from "../evidence/seed-identity.js";
import type { Trust } from "../evidence/page-itself.js";
import type { PageKind } from "../types.js";
import type { LearnedModel, Settings } from "../settings/types.js";
import {
  type FromFirst,
  hasOtherTitle,
  isBroken,
  isGone,
  lossText,
  type TimeOrder,
} from "./time-order.js";
import { isSameSite } from "../../base/site.js";
import { bareHost, urlOf } from "../../base/uri.js";
import { isHome } from "../evidence/capture-kind.js";
import { NOTHING_TO_COMPARE } from "./decide.js";
import type { LearnedVerdicts } from "./learned.js";
import type { OwnFacts } from "./own-facts.js";

/** A page, with what it is compared with. */
interface Compared {
  readonly capture: Pick<Capture, "uriR" | "via">;
  readonly own: OwnFacts;
  /** Returns the trusted first memento with its facts. */
  readonly readFirst: () => (OwnFacts & { readonly capture: Capture }) | undefined;
  readonly away: FromFirst;
}

/** Sentence for people, and the kind of page that says so if there is one. */
interface Told {
  readonly says: string;
  readonly kind?: string | undefined;
}

/** A capture with what is known of it and of its TimeMap, as the rules ask. */
interface Known extends Compared {
  readonly settings: Pick<Settings, "abstain" | "seedsFrom">;
  readonly model: LearnedModel;
  readonly trust: Trust;
  readonly learned: LearnedVerdicts;
  readonly number: number;
  /** Probability of being off-topic. */
  readonly score: number;
  readonly order: TimeOrder | undefined;
  /** True if nothing of the identity of the seed is left, and the title is another. */
  readonly isLost: boolean;
}

interface Rule {
  /** The verdict that the rule gives, and the one that it replaces; by default either. */
  readonly verdict: "off-topic" | "unsure";
  readonly insteadOf?: TopicStatus;
  /** Rule of the model's file without which this one does not apply. */
  readonly by?: keyof NonNullable<LearnedModel["rules"]>;
  /** Returns what people are told if the rule applies. */
  readonly tell: (known: Known) => Told | string | false | undefined;
}

/**
 * Rules for whole pages, in order: what makes a capture off-topic, then the doubts, of which one counts. An error status
 * decides in learned.ts; frames and parts of pages in assess.ts.
 */
const RULES: Readonly<Record<string, Rule>> = {
  "replaced for good": {
    verdict: "off-topic",
    insteadOf: "on-topic",
    by: "timeOrder",
    tell: ({ order, away }) =>
      isBroken(order, away) &&
      "all words, title, class names and hosts of the page are lost, and none of them comes back",
  },
  "lost identity where nobody chose the seeds": {
    verdict: "off-topic",
    insteadOf: "on-topic",
    by: "lostIdentity",
    tell: ({ settings, model, trust, score, isLost }) =>
      isLost &&
      settings.seedsFrom === "web" &&
      score > (model.rules?.lostIdentityAbove ?? 0) &&
      lostIdentityText(trust.identity!),
  },
  "doubtful probability": {
    verdict: "unsure",
    tell: ({ settings: { abstain: [least, most] = [1, 0] }, score }) =>
      score >= least &&
      score <= most &&
      `its probability is in the range of doubt, ${least} to ${most}`,
  },
  "page under an error": {
    verdict: "unsure",
    by: "errorStatus",
    tell: ({ learned, number }) =>
      learned.isPageUnderError(number) &&
      "its HTTP status is an error, and its text is that of the page",
  },
  // Below the home page all pages of a site have the same names and addresses, so that these say nothing, but of a page in
  // another language.
  "home page that lost its words and keeps what its seed is known by": {
    verdict: "unsure",
    insteadOf: "off-topic",
    by: "timeOrder",
    tell({ learned, number, capture: { uriR }, own: { kind, kinds, kept } }) {
      const language = kinds?.onTopic?.kind;
      if (kind !== undefined || kept === undefined || !learned.isByWords(number)) return undefined;
      if (language === undefined && !isHome(uriR)) return undefined;
      const tokens = kept.slice(0, 4).join(", ");
      return { says: `what the seed is known by is still there: ${tokens}`, kind: language };
    },
  },
  "kind that contradicts the comparison": {
    verdict: "unsure",
    insteadOf: "on-topic",
    by: "timeOrder",
    tell: contradictionOf,
  },
  "hardly a word left": {
    verdict: "unsure",
    insteadOf: "on-topic",
    by: "timeOrder",
    tell: ({ order, away }) =>
      isGone(order, away) && `hardly anything of the page is left; ${lossText(away)}`,
  },
  "lost identity": {
    verdict: "unsure",
    insteadOf: "on-topic",
    by: "lostIdentity",
    tell: ({ isLost, trust }) => isLost && lostIdentityText(trust.identity!),
  },
  // The first page with a text or with the name often shows that those before it were placeholders. On the sets of
  // bench/replay.mjs half of all verdicts that a later capture took back were such ones.
  "nothing to compare with": {
    verdict: "unsure",
    insteadOf: "on-topic",
    tell: ({ trust }) => trust.first === undefined && NOTHING_TO_COMPARE,
  },
  "no name of the seed": {
    verdict: "unsure",
    insteadOf: "on-topic",
    tell: ({ trust, own }) =>
      trust.isUnnamed &&
      own.isUnnamed === true &&
      "no capture of the seed that can be compared with names the seed, and neither does this one",
  },
};

/*
 * A row must not say of a capture that it shows another page than the seed and call it on-topic in the same breath. Where
 * the kind of a page and the comparison contradict each other, the verdict is unsure, and a reason says so.
 */

/** Kinds that say that a page is not the one that was asked for. */
const OTHER_PAGES: ReadonlyMap<string, string> = new Map([
  ["home-page", "the site answers with its home page"],
  ["soft-404", "the page says that it does not exist"],
  ["other-site", "another site answers"],
  ["spam", "the page has signs of spam"],
]);

/** Whether pages of a kind, such as a wall or a notice of the hosting service, stand in place of the page. */
const isInPlace = (kind: string): boolean =>
  Object.hasOwn(KINDS, kind) && !OF_THE_PAGE.has(KINDS[kind]!.fault);
const OF_THE_PAGE: ReadonlySet<Fault> = new Set(["none", "page changed", "unreadable"]);

/** Similarity of texts up to which a page that another address of its site answers is not the page any more. */
const FAR_APART = 0.25;
/** Similarity of texts from which a page has the text of the first capture, and from which it is still there as a whole. */
const SAME_TEXT = 0.8;
const WHOLE_TEXT = 0.5;

const kindOf = ({ kind, kinds }: OwnFacts): PageKind | undefined => kind ?? kinds?.offTopic;

/** Returns undefined if nothing contradicts that a memento is the page. */
export function contradictionOf(compared: Compared): Told | undefined {
  const { own, away, readFirst } = compared;
  const { kind, title = "", marks = [] } = kindOf(own) ?? {};
  if (kind === undefined || !isInPlace(kind)) return otherAnswer(compared);
  const says = OTHER_PAGES.get(kind) ?? `the page looks like another one: ${title}`;
  const first = readFirst();
  if (first !== undefined && kind === kindOf(first)?.kind) return undefined;
  if (kind === "spam") {
    if (isTitle(marks)) return { kind, says: "the title is advertising" };
    return injectedSpam(compared) === undefined ? { kind, says } : undefined;
  }
  const isMoved = kind === "other-site" && own.kept !== undefined;
  // The address that a page names as its own is weaker evidence than a redirect or words, and a page may have a form for
  // its members.
  const isSure = own.kind !== undefined && OTHER_PAGES.has(kind);
  const enough = isSure ? SAME_TEXT : WHOLE_TEXT;
  return isMoved || (away.similarity ?? 0) >= enough ? undefined : { kind, says };
}

/** A redirect to another page of the site, which shows hardly a word of the page, tells that the page is away. */
function otherAnswer({ own, capture: { uriR, via }, readFirst, away }: Compared): Told | undefined {
  const isFar = (away.similarity ?? 1) <= FAR_APART;
  if (own.kind !== undefined || via?.kind !== "redirect" || !isFar) return undefined;
  const pathNow = pathKey(via.uriR);
  const first = readFirst()?.capture;
  const firstUri = first?.via?.uriR ?? first?.uriR ?? uriR;
  return pathNow === pathKey(firstUri) || !isSameSite(uriR, via.uriR)
    ? undefined
    : { kind: "moved", says: `another page of the site answers: ${via.uriR.slice(0, 200)}` };
}

/** Returns the host and path of a URI by which two addresses of one page are the same. */
function pathKey(uri: string): string {
  const url = urlOf(uri);
  if (url === undefined) return uri;
  const { hostname, pathname, search } = url;
  const path = pathname.toLowerCase().replace(/(?<!\/)\/+(?:(?:index|default)\.\w{2,5})?$/u, "");
  return `${bareHost(hostname)}${path}${search}`;
}

/**
 * Returns a remark on spam that somebody put into a page that is still there as a whole, such as hidden links; undefined
 * otherwise. The kind of such a page is that of the page.
 */
export function injectedSpam({ own, readFirst }: Compared): string | undefined {
  const { kind, isWhole } = own;
  if (kind?.kind !== "spam" || isTitle(kind.marks) || isWhole !== true) return undefined;
  const first = readFirst();
  return first !== undefined && kindOf(first)?.kind === "spam"
    ? undefined
    : `spam was put into the page: ${kind.marks.join(", ")}`;
}

const isTitle = (marks: readonly string[]): boolean =>
  marks.some((mark) => mark.startsWith("title: "));

/** Verdict that the rules make of the probability of a capture. */
interface Ruling extends Pick<Known, "score" | "isLost" | "order"> {
  readonly topicStatus: TopicStatus;
  /** Why it is off-topic, if the probability alone does not call it so. */
  readonly reason: string | undefined;
  /** Why it has no verdict. */
  readonly doubt?: Told;
  /** Remark on the page if it is not off-topic. */
  readonly remark: string | undefined;
}

type OfTimeMap = Pick<Known, "settings" | "model" | "trust" | "learned" | "readFirst">;

/** Makes the function that applies the rules of a model to the captures of a TimeMap, by their positions. */
export function rulesOfModel(
  ofTimeMap: OfTimeMap,
): (number: number, capture: Capture, own: OwnFacts) => Ruling {
  const { learned, model } = ofTimeMap;
  const { rules = {} } = model;
  const chosen = Object.values(RULES).filter(
    ({ by }) => by === undefined || (rules[by] ?? false) !== false,
  );
  return (number, capture, own) => {
    const [away, order] = [learned.fromFirst(number), learned.timeOrder(number)];
    const isLost = own.isStranger === true && hasOtherTitle(away);
    const { score, topicStatus: byProbability } = learned.at(number);
    const known: Known = { ...ofTimeMap, number, capture, own, score, away, order, isLost };
    const remark = rules.timeOrder === true ? injectedSpam(known) : undefined;
    const ruled = { score, isLost, order, remark };
    let [topicStatus, reason]: [TopicStatus, string?] = [byProbability];
    for (const { verdict, insteadOf = topicStatus, tell } of chosen) {
      const said = insteadOf === topicStatus && tell(known);
      if (said === false || said === undefined) continue;
      const told = typeof said === "string" ? { says: said } : said;
      if (verdict === "unsure") return { ...ruled, topicStatus, reason, doubt: told };
      [topicStatus, reason] = [verdict, told.says];
    }
    return { ...ruled, topicStatus, reason };
  };
}

/** Returns why a memento has no verdict of which the page itself shows too little. */
export function whyTooLittle({ kind }: OwnFacts, lack: string | undefined): string {
  const { leadsTo } = kind ?? {};
  if (leadsTo !== undefined && kind?.kind !== SHELL)
    return `it forwards to ${leadsTo.uri.slice(0, 200)}`;
  if (leadsTo?.by === "viewer")
    return "its content is a document that a viewer shows, whose text is not stored";
  if (lack === undefined)
    return "its content is on another page of its host, in a frame or behind a forward";
  return isOfLostLetters(lack)
    ? lack
    : "only a part of the page is stored, and that part is too small to compare";
}

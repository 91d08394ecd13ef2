import { isOfLostLetters } from "../../page/lost-letters.js";
import type { Capture } from "../../base/types.js";
import { PAGE, SHELL } from "../evidence/kinds.js";
import { lostIdentityText } from "../evidence/lost-identity.js";
import type { Trust } from "../evidence/page-itself.js";
import type { Settings } from "../settings/types.js";
import { goneText } from "./changes.js";
import { isHome } from "./consequences.js";
import { contradictionOf, type Doubt, injectedSpam, type Shown } from "./contradictions.js";
import type { LearnedVerdicts } from "./learned.js";
import type { OwnFacts } from "./own-facts.js";

/** Finds why the learned combination must give a memento of a TimeMap no verdict, although it has a probability. */
export class Doubts {
  readonly #abstain: Settings["abstain"];
  readonly #hasTimeOrder: boolean;
  readonly #trust: Trust;
  readonly #learned: LearnedVerdicts;
  /** Returns the trusted first memento with its facts, which is read once. */
  readonly #readFirst: () => (OwnFacts & { readonly capture: Capture }) | undefined;
  #first: Pick<Shown, "first" | "firstCapture"> | undefined;

  constructor(
    { abstain, model }: Pick<Settings, "abstain" | "model">,
    trust: Trust,
    learned: LearnedVerdicts,
    readFirst: () => (OwnFacts & { readonly capture: Capture }) | undefined,
  ) {
    this.#abstain = abstain;
    this.#hasTimeOrder = model?.rules?.timeOrder === true;
    this.#trust = trust;
    this.#learned = learned;
    this.#readFirst = readFirst;
  }

  /** Returns why a memento has no verdict, and the kind of page if that is the reason; undefined if it has one. */
  of(number: number, capture: Capture, own: OwnFacts, isLost: boolean): Doubt | undefined {
    const learned = this.#learned;
    const { first, identity, isUnnamed } = this.#trust;
    const { score, topicStatus } = learned.at(number, isLost);
    const abstain = this.#abstain;
    if (abstain !== undefined && score >= abstain[0] && score <= abstain[1])
      return { doubt: `its probability is in the range of doubt, ${abstain.join(" to ")}` };
    if (learned.isPageUnderError(number))
      return { doubt: "its HTTP status is an error, and its text is that of the page" };
    if (topicStatus === "off-topic") return this.#redesign(number, capture, own);
    const contradiction = this.#hasTimeOrder
      ? contradictionOf(this.#shown(number, capture, own))
      : undefined;
    if (contradiction !== undefined) return contradiction;
    if (learned.isGone(number)) return { doubt: goneText(learned.fromFirst(number)) };
    if (isLost) return { doubt: lostIdentityText(identity!) };
    // The first page with a text or with the name often shows that those before it were placeholders. On the sets of
    // bench/replay.mjs half of all verdicts that a later capture took back were such ones.
    if (first === undefined) return { doubt: "no capture of the seed can be compared with" };
    return isUnnamed && own.isUnnamed === true
      ? {
          doubt:
            "no capture of the seed that can be compared with names the seed, and neither does this one",
        }
      : undefined;
  }

  /**
   * Returns the doubt about a home page that lost its words and keeps what its seed is known by. Below the home page all
   * pages of a site have the same names and addresses, so that these say nothing, but of a page in another language.
   */
  #redesign(number: number, { uriR }: Capture, { kind, kinds, kept }: OwnFacts): Doubt | undefined {
    const isByWords = this.#hasTimeOrder && this.#learned.isByWords(number);
    if (!isByWords || kind !== undefined || kept === undefined) return undefined;
    const language = kinds?.onTopic?.kind;
    if (language === undefined && !isHome(uriR)) return undefined;
    const tokens = kept.slice(0, 4).join(", ");
    return { doubt: `what the seed is known by is still there: ${tokens}`, kind: language };
  }

  /** Returns a remark on a page that is not off-topic. */
  remarkOn(number: number, capture: Capture, own: OwnFacts): string | undefined {
    return this.#hasTimeOrder ? injectedSpam(this.#shown(number, capture, own)) : undefined;
  }

  /** Returns what the kind of a page says against, or beside, the comparison with the first memento. */
  #shown(number: number, capture: Capture, { kind, kinds, kept }: OwnFacts): Shown {
    const { text } = this.#learned.fromFirst(number);
    const similarity = text === undefined ? undefined : 1 - text;
    this.#first ??= this.#firstShown();
    const isKept = kept !== undefined;
    return { ...this.#first, kind, beside: kinds?.offTopic, capture, similarity, isKept };
  }

  #firstShown(): Pick<Shown, "first" | "firstCapture"> {
    const found = this.#readFirst();
    if (found === undefined) return { first: undefined, firstCapture: undefined };
    const { kind, kinds, capture } = found;
    return { first: (kind ?? kinds?.offTopic)?.kind ?? PAGE, firstCapture: capture };
  }
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

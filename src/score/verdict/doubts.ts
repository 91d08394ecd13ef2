import type { Capture } from "../../base/types.js";
import type { FeatureRecord } from "../../page/types.js";
import { isOfLostLetters } from "../../page/lost-letters.js";
import { undetermined } from "../../page/words/characters.js";
import { lackOf } from "../evidence/incomplete.js";
import { PAGE, SHELL } from "../evidence/kinds.js";
import { isStranger, keptIdentity, lostIdentityText } from "../evidence/lost-identity.js";
import { kindsByVerdict, type KindsByVerdict } from "../evidence/page-kind.js";
import type { OwnKind, Trust } from "../evidence/page-itself.js";
import type { Values } from "../scoring/compare.js";
import type { MeasureResult, PageKind } from "../types.js";
import { BROKEN_TEXT, goneText } from "./changes.js";
import { contradictionOf, injectedSpam, keptText, type ShownKind } from "./contradictions.js";
import { isHome, kindOfCapture } from "./consequences.js";
import { isHttpError, type LearnedVerdicts } from "./learned.js";
import { kindOfPage, saysFault } from "./page-facts.js";

const VIEWER_TEXT = "its content is a document that a viewer shows, whose text is not stored";

/** Facts that a page shows of itself and of its seed. They are plain data, as a part of a draft. */
export interface OwnFacts {
  /** Set for a page that contains only frames or forwards. The learned combination gives it no verdict. */
  readonly isShell?: true;
  /** Set for a page that does not name its seed. */
  readonly isUnnamed?: true;
  /** Set for a page that has none of the names, addresses and accounts by which its seed is known. */
  readonly isStranger?: true;
  /** Those of its names, addresses and accounts by which its seed is known, if there are any. */
  readonly kept?: readonly string[];
  /** Kind of the page, if it has one of its own. */
  readonly kind?: OwnKind;
  /** Kinds that a page without a kind of its own has in comparison with others. */
  readonly kinds?: KindsByVerdict;
}

/** Why the learned combination gives a memento no verdict, and the kind of page if that is the reason. */
interface Doubt {
  readonly doubt: string;
  readonly kind?: string;
}

/** Finds why the learned combination must give a memento of a TimeMap no verdict, although it has a probability. */
export class Doubts {
  readonly #values: Values;
  readonly #first: number;
  readonly #trust: Trust | undefined;
  readonly #learned: LearnedVerdicts | undefined;
  readonly #hasTimeOrder: boolean;
  #language: string | undefined;
  #firstShown: { readonly kind?: string; readonly capture?: Capture } | undefined;

  constructor(
    values: Values,
    first: number,
    trust: Trust | undefined,
    learned: LearnedVerdicts | undefined,
  ) {
    this.#values = values;
    this.#first = first;
    this.#trust = trust;
    this.#learned = learned;
    this.#hasTimeOrder = values.settings.model?.rules?.timeOrder === true;
  }

  factsOf(record: FeatureRecord): OwnFacts {
    const { capture, problem } = record;
    if (problem !== undefined) return {};
    const found = kindOfPage(record, this.#values);
    const kind = saysFault(this.#values.settings)
      ? kindOfCapture(capture, found, lackOf(record, this.#values))
      : found;
    const kept = this.#kept(record);
    return {
      ...(found?.leadsTo !== undefined && { isShell: true as const }),
      ...(this.#isUnnamed(record) && { isUnnamed: true as const }),
      ...(this.#isStranger(record, found) && { isStranger: true as const }),
      ...(kept !== undefined && { kept }),
      ...(kind === undefined ? { kinds: this.#kinds(record) } : { kind }),
    };
  }

  /** Whether a page does not name its seed. Only the learned combination needs to know. */
  #isUnnamed(record: FeatureRecord): boolean {
    if (this.#learned === undefined) return false;
    return this.#values.seeds.isNamed(record.capture.uriR, this.#values.itself(record)) === false;
  }

  /**
   * Whether a page has none of the tokens by which its seed is known. A shell and an error have none either, but their
   * content is elsewhere.
   */
  #isStranger(record: FeatureRecord, kind: PageKind | undefined): boolean {
    if (kind?.kind === SHELL || isHttpError(record)) return false;
    return isStranger(this.#trust?.identity, this.#values.itself(record).identity);
  }

  /** Returns the tokens of the seed's identity that a page has. */
  #kept(record: FeatureRecord): readonly string[] | undefined {
    const identity = this.#trust?.identity;
    if (identity === undefined) return undefined;
    const own = this.#values.itself(record).identity;
    const kept = keptIdentity(identity, own, record.capture.uriR);
    return kept.length === 0 ? undefined : kept;
  }

  /** Returns the kinds that a page without a kind of its own shows in comparison with others. */
  #kinds(record: FeatureRecord): KindsByVerdict | undefined {
    const { plan } = this.#values;
    if (plan.signs === undefined || !saysFault(this.#values.settings)) return undefined;
    return kindsByVerdict({
      capture: record.capture,
      description: this.#values.itself(record).description,
      trust: this.#trust,
      languages: [this.#values.language(plan.language, record), this.#firstLanguage()],
    });
  }

  /** The language is stored, because reading a long TimeMap from disk again is slow. */
  #firstLanguage(): string {
    const { plan, group } = this.#values;
    const first = this.#language === undefined ? group.at(this.#first) : undefined;
    this.#language ??=
      first === undefined ? undetermined : this.#values.language(plan.language, first);
    return this.#language;
  }

  /** Returns why the learned combination gives a memento no verdict; undefined if it does. */
  doubtOf(
    combined: MeasureResult,
    number: number,
    capture: Capture,
    { isLost, ...own }: OwnFacts & { readonly isLost: boolean },
  ): Doubt | undefined {
    const { abstain } = this.#values.settings;
    if (abstain !== undefined && isDoubtful(combined, abstain)) {
      return { doubt: `its probability is in the range of doubt, ${abstain.join(" to ")}` };
    }
    if (this.#learned?.isPageUnderError(number) === true) {
      return { doubt: "its HTTP status is an error, and its text is that of the page" };
    }
    if (isOff(combined)) return this.#redesign(number, capture, own);
    const contradiction = this.#hasTimeOrder
      ? contradictionOf(this.#shown(number, capture, own))
      : undefined;
    if (contradiction !== undefined) return contradiction;
    if (this.#learned?.isGone(number) === true) {
      return { doubt: goneText(this.#learned.fromFirst(number)) };
    }
    if (isLost) return { doubt: lostIdentityText(this.#trust!.identity!) };
    if (!this.#isUnsupported(own.isUnnamed === true)) return undefined;
    return {
      doubt:
        this.#trust?.first === undefined
          ? "no capture of the seed can be compared with"
          : "no capture of the seed that can be compared with names the seed, and neither does this one",
    };
  }

  /**
   * Returns the doubt about a home page that lost its words and keeps what its seed is known by. Below the home page all
   * pages of a site have the same names and addresses, so that these say nothing, but of a page in another language.
   */
  #redesign(number: number, { uriR }: Capture, { kind, kinds, kept }: OwnFacts): Doubt | undefined {
    const isByWords = this.#hasTimeOrder && this.#learned?.isByWords(number) === true;
    if (!isByWords || kind !== undefined || kept === undefined) return undefined;
    const language = kinds?.onTopic?.kind;
    return isHome(uriR) || language !== undefined
      ? { doubt: keptText(kept), ...(language !== undefined && { kind: language }) }
      : undefined;
  }

  /** Returns a remark on a page that is not off-topic. */
  remarkOf(number: number, capture: Capture, own: OwnFacts): string | undefined {
    return this.#hasTimeOrder ? injectedSpam(this.#shown(number, capture, own)) : undefined;
  }

  /** Returns what the kind of a page says against, or beside, the comparison with the first memento. */
  #shown(number: number, capture: Capture, { kind, kinds, kept }: OwnFacts): ShownKind {
    const text = this.#learned?.fromFirst(number).text;
    this.#firstShown ??= this.#shownByFirst();
    const { kind: first, capture: firstCapture } = this.#firstShown;
    const similarity = text === undefined ? undefined : 1 - text;
    const isKept = kept !== undefined;
    return { kind, beside: kinds?.offTopic, capture, first, firstCapture, similarity, isKept };
  }

  #shownByFirst(): { readonly kind?: string; readonly capture?: Capture } {
    const { first } = this.#trust ?? {};
    const record = first === undefined ? undefined : this.#values.group.at(first);
    if (record === undefined) return {};
    const { kind, kinds } = this.factsOf(record);
    return { kind: (kind ?? kinds?.offTopic)?.kind ?? PAGE, capture: record.capture };
  }

  whyUnsure(record: FeatureRecord, number: number, isLost: boolean): string {
    const combined = this.#learned?.at(number, isLost);
    const facts = { ...this.factsOf(record), isLost };
    const found = combined && this.doubtOf(combined, number, record.capture, facts);
    const lack = lackOf(record, this.#values);
    const { kind, leadsTo } = facts.kind ?? {};
    if (found !== undefined) return found.doubt;
    if (leadsTo !== undefined && kind !== SHELL)
      return `it forwards to ${leadsTo.uri.slice(0, 200)}`;
    if (leadsTo?.by === "viewer") return VIEWER_TEXT;
    return (
      (lack !== undefined && isOfLostLetters(lack) ? lack : undefined) ??
      (lack === undefined
        ? "its content is on another page of its host, in a frame or behind a forward"
        : "only a part of the page is stored, and that part is too small to compare")
    );
  }

  /** Returns why a memento is off-topic that the probability alone does not call so. */
  whyOff(number: number, isLost: boolean): string | undefined {
    const learned = this.#learned;
    if (learned === undefined) return undefined;
    if (learned.isBroken(number) && !learned.isOff(number)) return BROKEN_TEXT;
    const isByIdentity = isOff(learned.at(number, isLost)) && !isOff(learned.at(number));
    return isByIdentity ? lostIdentityText(this.#trust!.identity!) : undefined;
  }

  /**
   * Whether nothing speaks for a memento: its TimeMap has none that is fit to be compared with, or none that names the seed
   * and neither does this one. The first page with a text or with the name often shows that those before it were
   * placeholders. On the sets of bench/replay.mjs half of all verdicts that a later capture took back were such ones.
   */
  #isUnsupported(isUnnamed: boolean): boolean {
    const trust = this.#trust;
    return trust !== undefined && (trust.first === undefined || (trust.isUnnamed && isUnnamed));
  }
}

const isOff = ({ outcome }: MeasureResult): boolean =>
  "value" in outcome && outcome.value.topicStatus === "off-topic";

function isDoubtful({ outcome }: MeasureResult, [low, high]: readonly [number, number]): boolean {
  return "value" in outcome && outcome.value.score >= low && outcome.value.score <= high;
}

import { DRAWN_BY_SCRIPTS, ofAddress } from "../../page/signs/find-signs.js";
import { type MarkedAddress, markOfAddress } from "../../page/signs/forward-marks.js";
import type { Capture, OverallStatus } from "../../base/types.js";
import type { Sign } from "../../page/types.js";
import type { PageKind } from "../types.js";
import { undetermined } from "../../page/words/characters.js";
import type { OwnKind, PageItself, Trust } from "./page-itself.js";
import { isSameSite } from "../../base/site.js";
import { bareHost, pathOf, withoutFragment, urlOf } from "../../base/uri.js";
import { isHome } from "./capture-kind.js";
import { kindShown, SHELL, reportedSignal, titleOfKind } from "./kinds.js";

/**
 * Returns the kind that a page shows by itself: by its frames and forwards, or by a sign of at least `strength`. Returns
 * undefined for an ordinary page.
 */
export function kindOfItself(
  { uriR, status }: Pick<Capture, "uriR" | "status">,
  page: PageItself,
  strength: number,
): OwnKind | undefined {
  const shell = shellKind(uriR, page);
  if (shell !== undefined) return shell;
  const found = pageKindOf(page.signs, status, strength);
  const isForward = found === undefined || FORWARD_ONLY.has(found.kind);
  return (isForward ? forwardKind(uriR, page) : undefined) ?? found;
}

/** Kinds that only say that a page has no text, or that it forwards. */
const FORWARD_ONLY: ReadonlySet<string> = new Set(["moved", "blank", "needs-scripts"]);

/**
 * Returns the kind of a page without text that forwards to another site, like a redirect of the server, or whose script
 * loads the page again, for which it has marked the browser.
 */
function forwardKind(uriR: string, { description }: PageItself): OwnKind | undefined {
  const shell = description?.shell;
  const target = shell?.kind === "forward" ? urlOf(shell.target, uriR) : undefined;
  if (target === undefined || !/^https?:$/u.test(target.protocol)) return undefined;
  const mark = `${FORWARDS_TO}${target.href}`;
  if (isSameSite(uriR, target.href)) {
    return withoutFragment(target.href) === withoutFragment(new URL(uriR).href)
      ? kindShown("bot-check", [mark])
      : undefined;
  }
  const kind = kindShown(isCopyOf(uriR, target) ? "moved" : "other-site", [mark]);
  return { ...kind, leadsTo: { by: "forward", uri: target.href } };
}

const FORWARDS_TO = "forwards to: ";

/** Whether an address is that of a copy in a web archive: it ends with the address of the page. */
const isCopyOf = (uriR: string, { pathname }: URL): boolean =>
  pathname.replace(/:\/{1,2}/gu, "/").includes(`/${new URL(uriR).hostname}`);

/** Returns the kind of page that the strongest sign shows. Returns undefined if no sign is strong enough. */
export function pageKindOf(
  [strongest]: readonly Sign[],
  status: number | undefined,
  strength: number,
): PageKind | undefined {
  if (strongest === undefined) return undefined;
  const { kind, marks, title = titleOfKind(kind, status) } = strongest;
  // The kind of such a page is certain although the sign is weak. The sign is weak because scripts may fill the page
  // with content.
  if (kind === "blank" && marks.some((mark) => mark.endsWith(DRAWN_BY_SCRIPTS))) {
    return kindShown("needs-scripts", marks);
  }
  return strongest.strength < strength
    ? undefined
    : { kind, title, strength: strongest.strength, marks };
}

/**
 * Returns the kind of a page whose content is elsewhere on the page's own host, because the page contains only frames
 * or forwards. Such a page shows nothing of its content, so the learned combination calls it `unsure`. Returns
 * undefined for any other page.
 */
function shellKind(uriR: string, { signs, description }: PageItself): OwnKind | undefined {
  const shell = description?.shell;
  if (shell === undefined) return undefined;
  const { kind: by, target, marks } = shell;
  const [from, to] = [urlOf(uriR), urlOf(target, uriR)];
  if (from === undefined || to === undefined) return undefined;
  // A page that is only loaded again has no content elsewhere, but the document of a viewer may have its address.
  const isElsewhere = from.href !== to.href && bareHost(from.hostname) === bareHost(to.hostname);
  if (!isElsewhere && by !== "viewer") return undefined;
  if (marks === true && pathOf(uriR) === pathOf(to.href))
    return kindShown("bot-check", [`${FORWARDS_TO}${target}`]);
  const strongest = signs.find(({ kind }) => !FORWARD_ONLY.has(kind));
  if (strongest !== undefined && strongest.strength >= reportedSignal) return undefined;
  return { ...kindShown(SHELL, [`${SHELLS[by]}: ${target}`]), leadsTo: { by, uri: target } };
}

const SHELLS = { frames: "frame", forward: "forwards to", viewer: "viewer of" } as const;

/** A kind of page that the address behind a redirect shows, and the mark of it. */
interface AddressKind extends MarkedAddress {
  readonly mark: string;
}

/** Returns what the target of a redirect says of the page; undefined for other captures and for an ordinary address. */
function redirectKind({ via }: Pick<Capture, "via">): AddressKind | undefined {
  const found = via?.kind === "redirect" ? markOfAddress(via.uriR) : undefined;
  return found && { ...found, mark: `redirect: ${via!.uriR.slice(0, MOST_URI)}` };
}

/**
 * Returns the signs of a page together with the one that its address shows, the strongest first. A page with a text
 * shows by its text what it is, unless no page of a site has such an address.
 */
export function withAddressSign(
  signs: readonly Sign[],
  capture: Pick<Capture, "uriR" | "via">,
): readonly Sign[] {
  const isBare = signs.some(({ kind }) => kind === "blank");
  const found = redirectKind(capture) ?? (isBare ? ownKind(capture) : undefined);
  if (found === undefined || !(isBare || found.isCertain)) return signs;
  const known = signs.find(({ kind }) => kind === found.kind);
  const sign: Sign = {
    ...known,
    kind: found.kind,
    strength: Math.max(ofAddress, known?.strength ?? 0),
    marks: [...(known?.marks ?? []), found.mark],
  };
  return [sign, ...signs.filter((one) => one !== known)].sort((a, b) => b.strength - a.strength);
}

function ownKind({ uriR, via }: Pick<Capture, "uriR" | "via">): AddressKind | undefined {
  const found = via === undefined ? markOfAddress(uriR) : undefined;
  return found?.isCertain === true
    ? { ...found, mark: `address: ${uriR.slice(0, MOST_URI)}` }
    : undefined;
}

const MOST_URI = 2_000;

/** Kinds that depend on the verdict: one for an on-topic page, and one for a page that is off-topic or unsure. */
export interface KindsByVerdict {
  readonly onTopic?: PageKind;
  readonly offTopic?: PageKind;
}

export const kindBy = (
  verdict: OverallStatus | undefined,
  { onTopic, offTopic }: KindsByVerdict = {},
): PageKind | undefined =>
  verdict === "on-topic" ? onTopic : verdict === undefined ? undefined : offTopic;

/** Facts about a page and its TimeMap that show a kind that depends on the verdict. */
interface Compared {
  readonly capture: Pick<Capture, "uriR" | "via">;
  readonly description: PageItself["description"];
  readonly trust: Trust | undefined;
  /** Language of the page and of the first memento. */
  readonly languages: readonly [page: string, first: string];
}

/**
 * Returns the kinds that a page shows only in comparison with others: the home page instead of the page, and the page
 * in another language. On labelled histories, 45 off-topic and 3 on-topic captures name the root as their own address
 * although most captures name a path. Therefore this is a kind of off-topic pages only.
 */
export function kindsByVerdict({
  capture,
  description,
  trust,
  languages: [language, first],
}: Compared): KindsByVerdict {
  const address = description?.address;
  const onTopic = isOtherLanguage(first, language)
    ? kindShown("other-language", [`language: ${language}, not ${first}`])
    : undefined;
  const redirected = redirectKind(capture);
  if (redirected !== undefined)
    return { onTopic, offTopic: kindShown(redirected.kind, [redirected.mark]) };
  // The address of a home page is empty. Most pages name no address of their own; a home page often names the root.
  if (address === "" && !isHome(capture.uriR) && trust?.address !== "") {
    const mark = `own address: /, usually ${trust?.address ?? "none"}`;
    return { onTopic, offTopic: kindShown("home-page", [mark]) };
  }
  const isNamed = [address, capture.via?.uriR].some((uri) => languageOfPath(uri) === language);
  return { onTopic, offTopic: isNamed ? onTopic : undefined };
}

export const isOtherLanguage = (first = undetermined, memento = undetermined): boolean =>
  first !== undetermined && memento !== undetermined && first !== memento;

/** Returns the language that the first or last segment of a path names, such as `fr` for `/fr/news` and `/news/fr`. */
function languageOfPath(uri: string | undefined): string | undefined {
  const path = (uri ?? "").replace(/^https?:\/\/[^/]*/iu, "").replace(/[?#].*$/su, "");
  const [, first, last] =
    /^\/([a-z]{2})(?:[-_][a-z]{2})?(?:\/|$)|\/([a-z]{2})\/?$/iu.exec(path) ?? [];
  return (first ?? last)?.toLowerCase();
}

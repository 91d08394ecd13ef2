import type { Capture, Fault } from "../../base/types.js";
import {
  headerLine,
  isGone,
  isHome,
  isOldChallenge,
  REFUSALS,
  wallOf,
} from "../evidence/capture-kind.js";
import { KINDS, PAGE } from "../evidence/kinds.js";
import type { MementoResult } from "../types.js";

/** Tells whether a memento is in a case, on which a curator decides. */
export const isInCase = ({ overall, changedSince }: Partial<MementoResult>): boolean =>
  changedSince !== undefined || overall === "off-topic" || overall === "unsure";

/**
 * Returns the status with which the server should have answered, and the reason why a capture is not the page. Both are
 * those of the kind in {@link KINDS}, with the exceptions in this function. None of them changes a verdict.
 */
export function consequencesOf({
  capture,
  problem,
  pageKind = PAGE,
  overall,
}: Pick<MementoResult, "problem" | "pageKind" | "overall"> & {
  readonly capture: Partial<Capture>;
}): Pick<MementoResult, "effectiveStatus"> & { readonly fault: Fault } {
  // Nothing is known about a capture that could not be read.
  if (problem !== undefined) return { fault: "unreadable" };
  const { status = 200, uriR = "", headers = [] } = capture;
  const isKnown = pageKind !== PAGE && Object.hasOwn(KINDS, pageKind);
  const kind = KINDS[isKnown ? pageKind : PAGE]!;
  const isError = status >= 400;
  const isWall = wallOf(capture) !== undefined;
  // The verdict is more reliable than signs, and the words of a server are more reliable than the verdict.
  if (!isError && !isWall && (overall === "on-topic" || !isKnown)) {
    const fault = overall === "off-topic" ? "page changed" : "none";
    return { effectiveStatus: status, fault };
  }
  if (isWall && headerLine(headers, "retry-after") !== undefined) {
    return { effectiveStatus: 429, fault: "crawler blocked" };
  }
  if (isError) {
    // Only headers say that an error status is not meant; words do not.
    const isChallenge = pageKind === "bot-check" && (isWall || isOldChallenge(capture));
    return {
      effectiveStatus: isChallenge ? kind.status : status,
      fault: faultOfError(status, isKnown ? kind.fault : "none"),
    };
  }
  // Only a home page leads the whole site elsewhere.
  const hasNewOwner = pageKind === "other-site" && isHome(uriR);
  return { effectiveStatus: kind.status, fault: hasNewOwner ? "owner changed" : kind.fault };
}

/** Returns the fault of an error status. Kinds that say who is to blame are more specific than the status. */
function faultOfError(status: number, ofKind: Fault): Fault {
  if (ofKind === "owner changed" || ofKind === "crawler blocked") return ofKind;
  if (isGone(status)) return "page gone";
  if (status === 503) return "server fault";
  if (ofKind === "page gone" || ofKind === "server fault") return ofKind;
  return REFUSALS.has(status) ? "crawler blocked" : "server fault";
}

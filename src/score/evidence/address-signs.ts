import type { Capture } from "../../base/types.js";
import { ofAddress } from "../../page/signs/find-signs.js";
import { type MarkedAddress, markOfAddress } from "../../page/signs/forward-marks.js";
import type { Sign } from "../../page/types.js";

/** A kind of page that the address behind a redirect shows, and the mark of it. */
interface AddressKind extends MarkedAddress {
  readonly mark: string;
}

/** Returns what the target of a redirect says of the page; undefined for other captures and for an ordinary address. */
export function redirectKind({ via }: Pick<Capture, "via">): AddressKind | undefined {
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

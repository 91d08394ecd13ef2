import { insideUriM } from "../results/saved-entry.js";
import { hostCategory } from "./host-category.js";

/** Weights of damage, category and depth (AlNoamany, Weigle and Nelson; SPEC section 10). */
const weights = { damage: -0.4, category: 0.15, depth: 0.45 } as const;

/**
 * How good a memento is for a story: -0.40 damage + 0.15 category of its host + 0.45 depth of its path. `damage` is 0
 * (none) to 1, as the Memento-Damage service has it.
 */
export function qualityScore(uriM: string, damage = 0): number {
  const uriR = insideUriM(uriM)?.uriR ?? uriM;
  const { hostname, pathname } = URL.canParse(uriR)
    ? new URL(uriR)
    : { hostname: "", pathname: "" };
  return (
    weights.category * hostCategory(hostname) +
    weights.depth * pathDepth(pathname) +
    weights.damage * damage
  );
}

/** Slashes of a path, one at its end left out, in tenths: a home page is 0. OTMT counts one more for https. */
function pathDepth(path: string): number {
  const trimmed = path.endsWith("/") ? path.slice(0, -1) : path;
  return (trimmed.split("/").length - 1) / 10;
}

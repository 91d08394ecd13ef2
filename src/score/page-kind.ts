import { kindTitle } from "../page/signs/sign-table.js";
import type { Sign } from "../page/types.js";
import type { PageKind } from "./types.js";
import { type PageItself, sameHostShell } from "./page-itself.js";
import { strongSignal } from "./strong-signal.js";

/** Kinds that a page without text has by its nature; they do not contradict that it is a shell. */
const ofShells: ReadonlySet<string> = new Set(["blank", "moved"]);

/** Returns the kind of page that the strongest sign shows; undefined if no sign is strong enough. */
export function pageKindOf(
  [strongest]: readonly Sign[],
  status: number | undefined,
  strength: number,
): PageKind | undefined {
  if (strongest === undefined || strongest.strength < strength) return undefined;
  const { kind, marks, title = kindTitle(kind, status) } = strongest;
  return { kind, title, strength: strongest.strength, marks };
}

/**
 * Returns the kind of a page whose content is elsewhere on its own host: it only holds frames or forwards. Such a page
 * shows nothing of its content, so the learned combination leaves it `unsure`. Returns undefined for any other page.
 */
export function shellKind(uriR: string, { signs, description }: PageItself): PageKind | undefined {
  const shell = sameHostShell(uriR, description);
  if (shell === undefined) return undefined;
  const strongest = signs.find(({ kind }) => !ofShells.has(kind));
  if (strongest !== undefined && strongest.strength >= strongSignal) return undefined;
  const what = shell.kind === "frames" ? "frame" : "forwards to";
  return { kind: SHELL, title: kindTitle(SHELL), strength: 1, marks: [`${what}: ${shell.target}`] };
}

/** Keyword of the kind that {@link shellKind} returns. */
export const SHELL = "shell";

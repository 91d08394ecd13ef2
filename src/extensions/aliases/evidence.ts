import type { AliasPair, CollectionEvidence, Settings } from "../../extend-definitions.js";
import { members, textRequest, UsageError } from "../../extend-definitions.js";
import { candidatesRound } from "./candidates.js";
import { likenessRound } from "./compared-pages.js";
import { namesInPairs, readAliases } from "./pairs.js";
import type { AliasData } from "./types.js";

const NEEDS_WHOLE =
  "--aliases auto compares the TimeMaps of the whole input, and map and reduce see a part of it. Run detect_off_topic without them, or give reduce the moves in a file.";

/** Pages that moved from one address to another. Their TimeMaps are joined before any other evidence is looked for. */
export const aliases: CollectionEvidence<AliasData> = {
  keyword: "aliases",
  summary: "Joins the TimeMaps of a page that has moved.",
  choose: ({ aliases: chosen }) => chosenAliases(chosen),
  isAsked: ({ aliases: chosen }) => chosen !== undefined,
  voter: () => undefined,
  requests: (settings) =>
    settings.aliases === "auto"
      ? [
          textRequest("terms", settings, { lowerCase: true }),
          { feature: "signs", options: {} },
          { feature: "canonical-link", options: {} },
        ]
      : [],
  survey(data, settings) {
    const inPart = NEEDS_WHOLE;
    if (data === undefined) return { ...candidatesRound(settings), inPart };
    return "candidates" in data
      ? { ...likenessRound(data.candidates, settings), inPart }
      : undefined;
  },
  read: readAliases,
  names: (data, settings) =>
    "found" in data ? data.found : namesInPairs(data as readonly AliasPair[], settings),
  judge: () => ({ of: () => ({}) }),
};

function chosenAliases(chosen: unknown): Pick<Settings, "aliases"> {
  if (chosen === undefined) return {};
  if (chosen === "auto") return { aliases: chosen };
  if (Array.isArray(chosen) && chosen.every(isPair)) return { aliases: "given" };
  throw new UsageError('option "aliases" takes "auto", or the pairs that readAliases returns.');
}

const isPair = (value: unknown): boolean => {
  const { old, new: renamed, from = "" } = members(value);
  return [old, renamed, from].every((each) => typeof each === "string");
};

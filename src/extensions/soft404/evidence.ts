import { all, finite, oneOf, optional, record, text } from "../../base/codec.js";
import { UsageError } from "../../base/errors.js";
import { parsedJson } from "../../base/json.js";
import { counted } from "../../base/text.js";
import type { Capture } from "../../base/types.js";
import type { CollectionEvidence } from "../../score/evidence/collection-evidence.js";
import { rawFlags } from "../../score/scoring/likeness.js";
import type { Soft404Table } from "./settings.js";

/** Value of `format` in the JSON that the command soft404 writes. */
export const SOFT404_FORMAT = "detect_off_topic soft404 1";

type NamedCapture = Pick<Capture, "uriR" | "mementoDatetime">;

const keyOfCapture = ({ uriR, mementoDatetime }: NamedCapture): string =>
  `${mementoDatetime} ${uriR}`;

export function soft404Reason(group: {
  readonly host: string;
  readonly foundBy: string;
  readonly uris: number;
  readonly kind?: string;
}): string {
  const { host, foundBy, uris, kind } = group;
  const what = foundBy === "one text" ? "nearly one text" : "texts made of the same pieces";
  return `one of ${counted(uris, "URI")} of ${host} with ${what}${kind === undefined ? "" : ` (${kind})`}`;
}

/**
 * Reads the JSON that the command soft404 wrote. Throws a `UsageError` for any other text.
 *
 * @example
 * ```js
 * const members = [{ "URI-R": "http://a.example/", "memento-datetime": "2018-01-27T22:18:45Z" }];
 * const group = { host: "a.example", "found by": "one text", URIs: 12, members };
 * const file = JSON.stringify({ format: "detect_off_topic soft404 1", groups: [group] });
 * console.log(readSoft404(file, "traps.json").reasons[0]);
 * // one of 12 URIs of a.example with nearly one text
 * ```
 */
export function readSoft404(json: string, name: string): Soft404Table {
  const file = parsedJson(json);
  if (!soft404File.is(file)) {
    throw new UsageError(`${name} is not a file that soft404 wrote with -ot json.`);
  }
  const groups = new Map<string, number>();
  const reasons = file.groups.map(
    ({ host, "found by": foundBy, URIs: uris, kind, members }, at) => {
      for (const { "URI-R": uriR, "memento-datetime": mementoDatetime } of members) {
        groups.set(keyOfCapture({ uriR, mementoDatetime }), at);
      }
      return soft404Reason({ host, foundBy, uris, kind });
    },
  );
  return { reasons, groups };
}

const soft404File = record({
  format: oneOf(SOFT404_FORMAT),
  groups: all(
    record({
      ...{ host: text, "found by": text, URIs: finite, kind: optional(text) },
      members: all(record({ "URI-R": text, "memento-datetime": text })),
    }),
  ),
});

/** Soft 404s and traps of a crawl. The command that lists them is their survey. */
export const soft404: CollectionEvidence<Soft404Table> = {
  keyword: "soft404",
  summary: "Calls captures off-topic that the command soft404 has listed.",
  choose: ({ soft404: table }) => (table === undefined ? {} : { soft404: true }),
  isAsked: ({ soft404: isAsked }) => isAsked === true,
  read: readSoft404,
  judge: ({ reasons, groups }) => ({
    /** A memento in a group is off-topic. Any other has no vote. */
    of({ capture }) {
      const group = groups.get(keyOfCapture(capture));
      const facts = { name: soft404.keyword, flags: rawFlags() };
      if (group === undefined) return { measure: { ...facts, outcome: { value: { score: 0 } } } };
      const outcome = { value: { score: 1, topicStatus: "off-topic" } } as const;
      return { measure: { ...facts, outcome, comparedWith: reasons[group]! } };
    },
    scale: { range: [0, 1], equalScore: 0, threshold: 1, comparison: ">=" },
  }),
};

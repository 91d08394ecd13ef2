import { all, oneOf, optional, record } from "../../base/codec.js";
import { FORMATS } from "../../base/types.js";
import type { FeatureRequest } from "../../page/types.js";
import { wordsOf } from "./run-settings.js";
import type { Settings } from "./types.js";

/** The settings that a step between map and reduce needs. */
export type RecordChoices = Pick<
  Settings,
  "groupBy" | "groupCapturesBy" | "status" | "pages" | "formats"
>;

/** The settings that a stamp contains as readable text. */
export interface StampedChoices extends RecordChoices {
  readonly features: ReadonlyMap<string, number>;
}

/** The features that steps between map and reduce read. */
const READ_BY_STEPS: readonly string[] = ["char-ngrams", "dom-tree", "css-classes"];

/**
 * Returns the part of a stamp that steps between map and reduce read, so that they need no options:
 * `surt,surt,2xx+errors,document,html+pdf,dom-tree=0`.
 */
export function writeChoices(
  { groupBy, groupCapturesBy, status, pages, formats = [] }: RecordChoices,
  requests: readonly FeatureRequest[],
): string {
  const positions = requests.flatMap(({ feature }, at) =>
    READ_BY_STEPS.includes(feature) ? [`${feature}=${at}`] : [],
  );
  const words = [groupBy, groupCapturesBy, status, pages, formats.join("+"), ...positions];
  return words.join(",");
}

const writtenChoices = record<RecordChoices>({
  groupBy: oneOf(...wordsOf("groupBy")),
  groupCapturesBy: oneOf("surt", "uri"),
  status: oneOf(...wordsOf("status")),
  pages: oneOf(...wordsOf("pages")),
  formats: optional(all(oneOf(...FORMATS))),
});

/** Returns undefined for a stamp of another version, which lacks this part. */
export function readChoices(stamp: string): StampedChoices | undefined {
  const [groupBy, groupCapturesBy, status, pages, formats = "", ...positions] =
    stamp.split(" ", 2)[1]?.split(",") ?? [];
  const read = writtenChoices.read({
    ...{ groupBy, groupCapturesBy, status, pages },
    ...(formats !== "" && { formats: formats.split("+") }),
  });
  if (read === undefined) return undefined;
  const features = positions.map((text): [string, number] => {
    const [name = "", at] = text.split("=");
    return [name, Number(at)];
  });
  return { ...read, features: new Map(features) };
}

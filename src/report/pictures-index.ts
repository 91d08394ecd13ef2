import { all, count, flag, matching, oneOf, optional, record, text } from "../base/codec.js";
import { UsageError } from "../base/errors.js";
import { parseObject } from "../base/json.js";

/**
 * Name of the file that lists the pictures of a folder. This file is written last, so a folder that contains it is
 * complete.
 */
export const PICTURES_INDEX = "pictures.json";

const FORM = "detect_off_topic pictures 1";

/** Picture of a capture, or the reason for a missing picture. */
export interface PictureOfCapture {
  readonly uriM: string;
  /** The URI-M is not enough, because results of other files may have the same URI-M. */
  readonly record: string;
  /** Name of the WebP file beside the index. Captures with equal pictures share a file. */
  readonly file?: string | undefined;
  /** Size of the picture in pixels. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /**
   * Origin of the picture. A browser drew the picture from the archived page, or the crawl made it as a screenshot or
   * thumbnail.
   */
  readonly from?: (typeof ORIGINS)[number] | undefined;
  /** Reason why the capture has no picture. */
  readonly problem?: string | undefined;
}

const ORIGINS = ["browser", "urn:view", "urn:thumbnail"] as const;
/** Accepts only names of this form. Another name, for example with a slash, could lead out of the folder. */
const fileName = matching(/^[0-9a-f]{32}\.webp$/u);

export const pictureOfCapture = record<PictureOfCapture>({
  uriM: text,
  record: text,
  file: optional(fileName),
  width: optional(count),
  height: optional(count),
  from: optional(oneOf(...ORIGINS)),
  problem: optional(text),
});

/** Contents of {@link PICTURES_INDEX}, with an item for each capture in the order of the results. */
const picturesIndex = record({
  form: oneOf(FORM),
  software: text,
  scripts: flag,
  captures: all(pictureOfCapture),
});

export type PicturesIndex = NonNullable<ReturnType<typeof picturesIndex.read>>;

export const formatPicturesIndex = (index: Omit<PicturesIndex, "form">): string =>
  `${JSON.stringify({ form: FORM, ...index }, undefined, 1)}\n`;

/** Throws a `UsageError` if the text is not an index. */
export function parsePicturesIndex(content: string, file: string): PicturesIndex {
  const index = parseObject(content);
  if (picturesIndex.is(index)) return index;
  throw new UsageError(
    `${file} is no index of pictures. Make the folder with detect_off_topic pictures.`,
  );
}

import { UsageError } from "../../errors.js";

/**
 * The number of an Archive-It collection, given as such or as a URI: `7877`,
 * `https://archive-it.org/collections/7877`, `https://wayback.archive-it.org/7877/...`. Throws `UsageError`.
 */
export function collectionId(value: string): string {
  const id =
    /^\d{1,10}$/.exec(value.trim())?.[0] ??
    /^https?:\/\/(?:www\.|partner\.)?archive-it\.org\/(?:\d+\/)?collections\/(\d{1,10})(?:[/?#.]|$)/i.exec(
      value,
    )?.[1] ??
    /^https?:\/\/wayback\.archive-it\.org\/(\d{1,10})(?:\/|$)/i.exec(value)?.[1];
  if (id === undefined) {
    throw new UsageError(
      `archiveit=${value}: give the collection's number, such as 7877, or https://archive-it.org/collections/7877`,
    );
  }
  return String(Number(id));
}

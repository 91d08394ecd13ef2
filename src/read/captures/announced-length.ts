import type { AnnouncedLength } from "../../base/types.js";

/** Statuses of answers without a body, whose Content-Length is that of another answer (RFC 9110, section 8.6). */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * `field` returns a field of the HTTP head. The length means nothing beside a Transfer-Encoding (RFC 9112, section
 * 6.3), and if different lengths were sent.
 */
export function announcedLength(
  status: number | undefined,
  field: (name: string) => string | undefined,
): AnnouncedLength | undefined {
  const text = field("content-length");
  const transferCoding = field("transfer-encoding")?.toLowerCase() ?? "identity";
  if (text === undefined || transferCoding !== "identity") return undefined;
  if (status !== undefined && BODILESS.has(status)) return undefined;
  const [first = "", ...others] = text.split(",").map((each) => each.trim());
  if (!/^\d{1,15}$/u.test(first) || others.some((other) => other !== first)) return undefined;
  return { bytes: Number(first), of: "sent" };
}

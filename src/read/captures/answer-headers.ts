import type { AnnouncedLength } from "../../base/types.js";
import { printableStart } from "../../base/text.js";

/**
 * Headers that only a wall, a filter or an overloaded server sends, whatever the status:
 *
 * - cf-mitigated: Cloudflare, on every challenge page (developers.cloudflare.com, "Detect a Challenge Page response")
 * - x-amzn-waf-action: AWS WAF, on challenge (status 202) and CAPTCHA (status 405) pages
 * - x-sucuri-block: the firewall of Sucuri, on pages of blocked visitors
 * - rimon: a filter of providers, which answers 200 in place of the page
 * - x-squid-error: Squid, on error pages of a proxy between crawler and site
 * - retry-after: the server is not ready (RFC 9110, section 10.2.3)
 */
const ALWAYS = [
  "cf-mitigated",
  "x-amzn-waf-action",
  "x-sucuri-block",
  "rimon",
  "x-squid-error",
  "retry-after",
] as const;

/**
 * Headers that show who refused. They count only on answers with an error status, because content delivery networks and
 * firewalls send them with ordinary pages too. Only values that match are kept.
 */
const WITH_ERRORS: readonly (readonly [name: string, value: RegExp])[] = [
  [
    "server",
    /^(?:cloudflare|akamaighost|akamainetstorage|awselb|cloudfront|datadome|sucuri|imunify360|ddos-guard|bigip|qrator|stackpath)/iu,
  ],
  ["x-cache", /^error from cloudfront/iu],
  ["x-datadome", /./u],
  ["x-iinfo", /./u],
];

/** Maximum length of a value, so that a hostile server cannot make records long. */
const MOST_CHARACTERS = 60;

/**
 * Returns the headers of an answer that show more than its body: `cf-mitigated: challenge`. Most answers have none. The
 * result is always small, because each of ten names occurs at most once.
 */
export function tellingHeaders(
  status: number | undefined,
  valueOf: (name: string) => string | undefined,
): { readonly headers?: readonly string[] } {
  const found: string[] = [];
  const add = (name: string, value: string): void => {
    const said = printableStart(value.trim(), MOST_CHARACTERS);
    if (said !== "") found.push(`${name}: ${said}`);
  };
  for (const name of ALWAYS) {
    const value = valueOf(name);
    if (value !== undefined) add(name, value);
  }
  if (status !== undefined && status >= 400) {
    for (const [name, pattern] of WITH_ERRORS) {
      const value = valueOf(name);
      if (value !== undefined && pattern.test(value)) add(name, value);
    }
  }
  return found.length > 0 ? { headers: found } : {};
}

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

import { uriMParts } from "../timemaps/uri-m.js";
import type { RawRule } from "../types.js";
import table from "./raw-rules.json" with { type: "json" };

/** Where the raw memento of a URI-M is. */
export interface RawUriM {
  /** The URI to fetch; the URI-M itself where there is nothing else. */
  readonly uri: string;
  /** The rule that was applied. */
  readonly rule: RawRule;
  /** True when `uri` is another than the URI-M. */
  readonly rewritten: boolean;
  /** False when what will come is the page as the archive shows it, rewritten and perhaps with a banner. */
  readonly raw: boolean;
}

/**
 * How web archives serve raw mementos; the first rule that fits holds. From the archives' own configurations in
 * webrecorder/public-web-archives and MemGator's list (ECOSYSTEM: memento archives). Archives that have the usual
 * `id_` flag need no line: the last rule is for all others. The file has the form of the user's (`--raw-rules`).
 */
const builtInRules = table as readonly RawRule[];

/** `none` of the last resort: a URI-M without a timestamp. */
const noTimestamp: RawRule = { archive: "no timestamp in the URI-M", hosts: ["*"], form: "none" };

/**
 * The URI of the raw memento. Only the first timestamp segment is rewritten: the URI-R behind it may well hold another
 * URI-M. The user's rules go before the built-in ones.
 */
export function rawUriM(uriM: string, rules: readonly RawRule[] = []): RawUriM {
  const parts = uriMParts(uriM);
  if (parts === undefined) return { uri: uriM, rule: noTimestamp, rewritten: false, raw: false };
  const { hostname, pathname } = new URL(parts.prefix);
  const rule =
    [...rules, ...builtInRules].find(
      ({ hosts, pathPrefix }) =>
        hosts.some((host) => hostMatches(hostname, host)) &&
        (pathPrefix === undefined || pathname.startsWith(pathPrefix)),
    ) ?? noTimestamp;
  if (rule.form === "none") return { uri: uriM, rule, rewritten: false, raw: false };
  const prefix =
    rule.rawHost === undefined
      ? parts.prefix
      : parts.prefix.replace(/^(https?):\/\/[^/]+/i, `https://${rule.rawHost}`);
  const uri =
    rule.form === "flag"
      ? `${prefix}${parts.timestamp}${rule.value ?? "id_"}/${parts.uriR}`
      : `${withSegment(prefix, rule.value ?? "raw")}${parts.timestamp}/${parts.uriR}`;
  return { uri, rule, rewritten: uri !== uriM, raw: true };
}

function withSegment(prefix: string, segment: string): string {
  return prefix.endsWith(`/${segment}/`) ? prefix : `${prefix}${segment}/`;
}

function hostMatches(hostname: string, pattern: string): boolean {
  if (pattern === "*") return true;
  return pattern.startsWith("*.")
    ? hostname.endsWith(pattern.slice(1).toLowerCase())
    : hostname === pattern.toLowerCase();
}

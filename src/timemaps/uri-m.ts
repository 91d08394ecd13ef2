/** A URI-M taken apart at its timestamp. */
export interface UriMParts {
  /** Everything before the timestamp, its slash included. */
  readonly prefix: string;
  /** 4 to 14 digits. */
  readonly timestamp: string;
  /** `id_`, `if_`, `mp_`...; empty where there is none. */
  readonly flag: string;
  /** Everything behind the slash that follows. */
  readonly uriR: string;
}

/**
 * Takes a URI-M apart at its first timestamp segment: `PREFIX/{4 to 14 digits}{flag}/URI-R`. Collection numbers look
 * like timestamps (`/7877/2010...`), so fewer than 14 digits count only before what begins as a URI or a host name.
 * undefined where there is no such segment (`from-warc::...`, calendars (`2010*`), Perma.cc), or no host that a URI can
 * have.
 */
export function uriMParts(uriM: string): UriMParts | undefined {
  const authority = /^https?:\/\/[^/?#]+\//i.exec(uriM);
  if (authority === null || !URL.canParse(authority[0])) return undefined;
  let start = authority[0].length;
  while (start < uriM.length) {
    const slash = uriM.indexOf("/", start);
    // A URI-R has begun, or the query: what looks like a timestamp in there is none.
    if (slash === -1 || slash - start > 255) return undefined;
    const segment = uriM.slice(start, slash);
    if (/[:?#]/.test(segment)) return undefined;
    const stamp = /^(\d{4,14})([a-z]{2}_)?$/.exec(segment);
    const rest = uriM.slice(slash + 1, slash + 300);
    if (stamp !== null && rest !== "" && (stamp[1]!.length === 14 || beginsUri(rest))) {
      return {
        prefix: uriM.slice(0, start),
        timestamp: stamp[1]!,
        flag: stamp[2] ?? "",
        uriR: uriM.slice(slash + 1),
      };
    }
    start = slash + 1;
  }
  return undefined;
}

function beginsUri(rest: string): boolean {
  return /^[a-z][a-z0-9+.-]*(?::|%3a)/i.test(rest) || /^[^/?#]+\.[^/?#]+/.test(rest);
}

/** The URI-R inside a URI-M; `http://` is put before one without a scheme. */
export function uriROf(uriM: string): string | undefined {
  const inside = uriMParts(uriM)?.uriR;
  if (inside === undefined) return undefined;
  if (/^[a-z][a-z0-9+.-]*%3a/i.test(inside)) return safeDecode(inside);
  return /^[a-z][a-z0-9+.-]*:/i.test(inside) ? inside : `http://${inside}`;
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Maximum number of characters of a value that are read. */
const LONGEST = 2_000;

interface Refresh {
  readonly seconds: number;
  /** URI as written. Undefined if the page loads itself again. */
  readonly target: string | undefined;
}

/**
 * Reads the value of the header `Refresh` or of `<meta http-equiv=refresh>` as browsers do (HTML Standard, "shared declarative
 * refresh steps"): `0; url='/new'`, `5,/new`, `3`. Returns undefined for a value that browsers ignore.
 */
export function readRefresh(value: string): Refresh | undefined {
  const text = value.slice(0, LONGEST).trim();
  const [start, digits = ""] = /^(\d{0,9})[\d.]*/u.exec(text) ?? [];
  if (start === undefined || start === "") return undefined;
  const seconds = Number(digits);
  const rest = text.slice(start.length);
  if (rest !== "" && !/^[\s;,]/u.test(rest)) return undefined;
  const written = rest.replace(/^\s*[;,]?\s*/u, "").replace(/^url\s*=\s*/iu, "");
  const quote = /^["']/u.exec(written)?.[0];
  const target = (quote === undefined ? written : written.slice(1).split(quote)[0]!).trim();
  return { seconds, target: target === "" ? undefined : target };
}

/*
 * Link-local addresses (RFC 3927, RFC 4291): machines in the same network, such as the service that hands a cloud machine its
 * keys. No archive is there, so a redirect or a link to one is an attempt to make this machine ask for it.
 */

/** Forms in which an IPv6 address has an IPv4 address at its end: mapped, translated (NAT64), compatible; and 6to4. */
const WITH_IPV4 = /^\[(?:::(?:ffff:(?:0:)?)?|64:ff9b::)a9fe:[\da-f]{1,4}\]$|^\[2002:a9fe:/u;

/**
 * `hostname` is that of a `URL`, which writes all forms of an address in one way (2852039166, 0xa9fea9fe,
 * 0251.0376.0251.0376).
 */
export const isLinkLocal = (hostname: string): boolean =>
  /^169\.254\.\d+\.\d+$/u.test(hostname) ||
  /^\[fe[89ab][\da-f]:/u.test(hostname) ||
  WITH_IPV4.test(hostname);

/** The hosts that the user has named, which are the only link-local ones that are asked. */
export class NamedHosts {
  readonly #names = new Set<string>();

  constructor(uris: readonly string[]) {
    for (const uri of uris) if (URL.canParse(uri)) this.#names.add(new URL(uri).hostname);
  }

  /** Returns why a host is not asked; undefined if it may be. */
  refusal(hostname: string): string | undefined {
    if (!isLinkLocal(hostname) || this.#names.has(hostname)) return undefined;
    return `${hostname} is a link-local address, which is asked only if you name it with -i or --archive`;
  }
}

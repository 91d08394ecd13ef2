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

/** Ends of IPv6 addresses that have an IPv4 address of this machine, or of a private network (RFC 1918). */
const OWN_IPV4 = /^\[::(?:ffff:(?:0:)?)?(?:7f[\da-f]{2}|0):[\da-f]{1,4}\]$/u;
const PRIVATE_IPV4 = /^\[::(?:ffff:(?:0:)?)?(?:a[\da-f]{2}|c0a8|ac1[\da-f]):[\da-f]{1,4}\]$/u;

/** True for this machine itself. */
const isOwn = (hostname: string): boolean =>
  /^(?:(?:.*\.)?localhost\.?|(?:127|0)\.\d+\.\d+\.\d+|\[::1?\])$/u.test(hostname) ||
  OWN_IPV4.test(hostname);

const isPrivate = (hostname: string): boolean =>
  /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)[\d.]+$/u.test(hostname) ||
  /^\[f[cd][\da-f]{2}:/u.test(hostname) ||
  PRIVATE_IPV4.test(hostname);

/** This machine has several names, and a service is known by its port. */
const portOf = ({ port, protocol }: URL): string => (port === "" ? protocol : `:${port}`);

/**
 * The hosts that the user has named. Other machines of this network are not asked, whatever a TimeMap or redirect says. On this
 * machine the port counts too, because each may be another service.
 */
export class NamedHosts {
  readonly #names = new Set<string>();

  constructor(uris: readonly string[]) {
    for (const uri of uris) {
      if (!/^https?:/iu.test(uri) || !URL.canParse(uri)) continue;
      const url = new URL(uri);
      this.#names.add(isOwn(url.hostname) ? portOf(url) : url.hostname);
    }
  }

  /** Returns why a host is not asked; undefined if it may be. Without a named host, a file of the user names the others. */
  refusal({ hostname, origin }: Pick<URL, "hostname" | "origin">): string | undefined {
    const advice = "which is asked only if you name it with -i or --archive";
    if (isLinkLocal(hostname)) {
      const isNamed = this.#names.has(hostname);
      return isNamed ? undefined : `${hostname} is a link-local address, ${advice}`;
    }
    if (this.#names.size === 0) return undefined;
    if (isOwn(hostname)) {
      const isNamed = this.#names.has(portOf(new URL(origin)));
      return isNamed ? undefined : `${origin} is on this machine, ${advice}`;
    }
    return isPrivate(hostname) && !this.#names.has(hostname)
      ? `${hostname} is a machine of a private network, ${advice}`
      : undefined;
  }
}

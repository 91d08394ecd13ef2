import { urlOf } from "../../base/uri.js";
import { BlockList, isIP } from "node:net";

/*
 * Link-local addresses (RFC 3927, RFC 4291): machines in the same network, such as the service that hands a cloud machine its
 * keys. No archive is there, so a redirect or a link to one is an attempt to make this machine ask for it.
 */

function listOf(...subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = "", bits] = subnet.split("/");
    list.addSubnet(address, Number(bits), isIP(address) === 4 ? "ipv4" : "ipv6");
  }
  return list;
}

/**
 * IPv4 addresses within IPv6 addresses stand at the end (mapped, which a list knows itself; translated by ::ffff:0:0/96 and NAT64;
 * compatible), or behind 2002: (6to4).
 */
const LINK_LOCAL = listOf(
  ...["169.254.0.0/16", "fe80::/10", "::a9fe:0/112", "::ffff:0:a9fe:0/112"],
  ...["64:ff9b::a9fe:0/112", "2002:a9fe::/32"],
);
const OWN = listOf(
  ...["127.0.0.0/8", "0.0.0.0/8", "::/127", "::7f00:0/104", "::ffff:0:7f00:0/104"],
);
/** RFC 1918 and RFC 4193. */
const PRIVATE = listOf(
  ...["10.0.0.0/8", "::a00:0/104", "172.16.0.0/12", "::ac10:0/108"],
  ...["192.168.0.0/16", "::c0a8:0/112", "fc00::/7"],
);

/** `hostname` is that of a `URL`, which writes all forms of an address in one way (2852039166, 0xa9fea9fe). */
function isIn(list: BlockList, hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/gu, "");
  const family = isIP(address);
  return family !== 0 && list.check(address, family === 4 ? "ipv4" : "ipv6");
}

export const isLinkLocal = (hostname: string): boolean => isIn(LINK_LOCAL, hostname);

const isOwn = (hostname: string): boolean =>
  /^(?:.*\.)?localhost\.?$/u.test(hostname) || isIn(OWN, hostname);

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
      const url = /^https?:/iu.test(uri) ? urlOf(uri) : undefined;
      if (url === undefined) continue;
      this.#names.add(isOwn(url.hostname) ? portOf(url) : url.hostname);
    }
  }

  /** Returns why a host is not asked; undefined if it may be. Without a named host, a file of the user names the others. */
  refusal({ hostname, origin }: Pick<URL, "hostname" | "origin">): string | undefined {
    const advice = "which is asked only if you name it with -i or --archive";
    if (this.#names.has(isOwn(hostname) ? portOf(new URL(origin)) : hostname)) return undefined;
    if (isLinkLocal(hostname)) return `${hostname} is a link-local address, ${advice}`;
    if (this.#names.size === 0) return undefined;
    if (isOwn(hostname)) return `${origin} is on this machine, ${advice}`;
    return isIn(PRIVATE, hostname)
      ? `${hostname} is a machine of a private network, ${advice}`
      : undefined;
  }
}

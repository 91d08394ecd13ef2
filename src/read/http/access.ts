import { existsSync } from "node:fs";
import { homedir, platform } from "node:os";
import { join } from "node:path";
import { UsageError } from "../../base/errors.js";
import { percentDecoded, urlOf } from "../../base/uri.js";
import { readable, readWholeFile } from "../../base/read-file.js";

/** A header for one host, or for the hosts of all URIs given with -i or --archive. */
export interface AccessHeader {
  /** Host name. It has a port if the header is only for that port. */
  readonly host?: string;
  /** True if the host was given as `http://...`. The header is then sent even without encryption. */
  readonly isPlain?: boolean;
  readonly name: string;
  readonly value: string;
}

export interface AccessCookie {
  /** Domain without a leading dot. */
  readonly domain: string;
  readonly isForSubdomains: boolean;
  readonly path: string;
  readonly isSecure: boolean;
  /** Expiry in seconds since 1970. It is 0 for a session cookie. */
  readonly expires: number;
  readonly name: string;
  readonly value: string;
}

/** A user name and password. Without a host, they are for the hosts of the URIs given with -i or --archive. */
export interface Login {
  readonly host?: string;
  readonly user: string;
  readonly password: string;
}

export interface AccessChoices {
  readonly headers?: readonly AccessHeader[];
  readonly cookies?: readonly AccessCookie[];
  readonly logins?: readonly Login[];
}

/**
 * Decides which credentials a request carries. Hosts are compared with their ports. A header or password is sent over
 * plain HTTP only if a URI given with -i or --archive (or the header itself) starts with http:, so that no redirect can
 * obtain it.
 */
export class Access {
  readonly #choices: AccessChoices;
  /** Origins and hosts of the URIs given with -i or --archive. */
  readonly #origins = new Set<string>();
  readonly #hosts = new Set<string>();

  constructor(choices: AccessChoices, given: readonly string[]) {
    this.#choices = choices;
    for (const uri of given) {
      const url = /^https?:/iu.test(uri) ? urlOf(uri) : undefined;
      if (url === undefined) continue;
      const { origin, host } = url;
      this.#origins.add(origin);
      this.#hosts.add(host);
    }
    const unnamed = choices.headers?.find(({ host }) => host === undefined);
    if (unnamed !== undefined && this.#hosts.size === 0) {
      throw new UsageError(
        `--header "${unnamed.name}: ..." is for the hosts of URIs given with -i or --archive, and there are none: name a host, --header 'HOST ${unnamed.name}: ...'.`,
      );
    }
  }

  /** Returns the secret headers for a request. Most hosts get none. */
  headersFor(uri: string): Readonly<Record<string, string>> {
    const url = new URL(uri);
    const { headers = [], logins = [] } = this.#choices;
    const found = new Map<string, string>();
    const put = (name: string, value: string): void => {
      if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), value);
    };
    for (const { host, isPlain, name, value } of headers) {
      if (this.#isFor(url, host, isPlain)) put(name, value);
    }
    // Logins with a host come first. The default entry of .netrc has no host and must not replace them.
    for (const { user, password } of logins.filter(({ host }) => this.#isFor(url, host))) {
      put("authorization", `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`);
    }
    const cookies = this.#cookiesFor(url);
    if (cookies !== "") put("cookie", cookies);
    return Object.fromEntries(found);
  }

  #isFor(url: URL, host: string | undefined, isPlain = false): boolean {
    if (url.protocol === "http:" && !isPlain && !this.#origins.has(url.origin)) return false;
    return host === undefined
      ? this.#hosts.has(url.host)
      : [url.host, url.hostname].includes(host.toLowerCase());
  }

  #cookiesFor(url: URL): string {
    const { cookies = [] } = this.#choices;
    if (url.protocol === "http:" && !this.#origins.has(url.origin)) return "";
    const now = Date.now() / 1000;
    return cookies
      .filter(
        ({ domain, isForSubdomains, path, isSecure, expires }) =>
          (url.hostname === domain || (isForSubdomains && url.hostname.endsWith(`.${domain}`))) &&
          (url.pathname === path ||
            url.pathname.startsWith(path.endsWith("/") ? path : `${path}/`)) &&
          (!isSecure || url.protocol === "https:") &&
          (expires === 0 || expires > now),
      )
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
  }
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9a-z-]+$/iu;
/** Headers that the HTTP client sets itself. */
const OURS =
  /^(?:host|connection|content-length|transfer-encoding|te|upgrade|keep-alive|expect)$/iu;

/** Parses `--header`: `Name: value` or `HOST Name: value`. Throws a `UsageError` that does not show the value. */
export function parseHeader(text: string): AccessHeader {
  const [, scheme, host, rest = text] =
    /^(https?:\/\/)?((?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?)\/?\s+(\S[^]*)$/iu.exec(text) ?? [];
  const [, name = "", value = ""] = /^([^\s:]+):[ \t]*([^]*)$/u.exec(rest) ?? [];
  // Only Latin-1 without control characters is allowed (RFC 9110, section 5.5).
  if (!TOKEN.test(name) || !/^[\t\u{20}-\u{7e}\u{a0}-\u{ff}]+$/u.test(value)) {
    throw new UsageError(
      "--header takes 'Name: value' or 'HOST Name: value', and this is neither.",
    );
  }
  if (OURS.test(name))
    throw new UsageError(`--header cannot set ${name}: the connection needs it.`);
  return {
    name,
    value: value.trim(),
    ...(host !== undefined && { host: host.toLowerCase() }),
    ...(scheme?.toLowerCase() === "http://" && { isPlain: true }),
  };
}

/**
 * Reads `--cookies FILE`, the cookies of a browser in Netscape's format. Throws a `UsageError` that shows no cookie.
 */
export function readCookies(path: string): readonly AccessCookie[] {
  const lines = textOf("--cookies", path).split(/\r?\n/u);
  const cookies: AccessCookie[] = [];
  for (const [at, line] of lines.entries()) {
    const text = line.replace(/^#HttpOnly_/u, "");
    if (text.trim() === "" || text.startsWith("#")) continue;
    const [domain = "", below, cookiePath = "", secure, expires = "", name, value] =
      text.split("\t");
    const isWhole = name !== undefined && value !== undefined && /^\d+(?:\.\d+)?$/u.test(expires);
    if (!isWhole || !/^[\u{21}-\u{7e}]*$/u.test(name + value) || `${name}${value}`.includes(";")) {
      throw new UsageError(
        `--cookies ${path}: line ${at + 1} is not a cookie in Netscape's form (seven fields, separated by TABs).`,
      );
    }
    cookies.push({
      domain: domain.replace(/^\./u, "").toLowerCase(),
      isForSubdomains: below?.toUpperCase() === "TRUE",
      path: cookiePath,
      isSecure: secure?.toUpperCase() === "TRUE",
      expires: Number(expires),
      name,
      value,
    });
  }
  if (cookies.length > 0) return cookies;
  throw new UsageError(
    `--cookies ${path}: there is no cookie in it. Export one in Netscape's form.`,
  );
}

/**
 * Reads the user's .netrc, or the file named by the variable NETRC (`--netrc`). Throws a `UsageError` that shows no
 * password.
 */
export function readNetrc(): readonly Login[] {
  const home = [".netrc", ...(platform() === "win32" ? ["_netrc"] : [])].map((name) =>
    join(homedir(), name),
  );
  const path = process.env["NETRC"] ?? home.find((each) => existsSync(each)) ?? home[0]!;
  const text = textOf("--netrc", path).replace(/^[ \t]*#.*$/gmu, "");
  const words = Array.from(text.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/gu), ([, quoted, plain]) =>
    quoted === undefined ? (plain ?? "") : quoted.replace(/\\(.)/gu, "$1"),
  );
  const entries: { host?: string; login?: string; password?: string }[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const entry = entries.at(-1) ?? {};
    const word = words[at]!;
    switch (word) {
      case "machine":
        entries.push({ host: (words[(at += 1)] ?? "").toLowerCase() });
        break;
      case "default":
        entries.push({});
        break;
      case "login":
      case "password":
        entry[word] = words[(at += 1)];
        break;
      case "account":
        at += 1;
        break;
      default:
        throw new UsageError(`--netrc: ${path} is not a .netrc file (machine, login, password).`);
    }
  }
  return entries.flatMap(({ host, login: user, password }) =>
    user === undefined || password === undefined ? [] : [{ host, user, password }],
  );
}

const textOf = (option: string, path: string): string =>
  readable(`${option} ${path}`, () =>
    readWholeFile(path)
      .toString("utf8")
      .replace(/^\u{feff}/u, ""),
  );

export function withoutLogins(sources: readonly string[]): {
  readonly sources: readonly string[];
  readonly logins: readonly Login[];
} {
  const logins = new Map<string, Login>();
  const plain = sources.map((source) => {
    const [, scheme = "", userinfo, rest = ""] = WITH_LOGIN.exec(source) ?? [];
    const url = userinfo === undefined ? undefined : urlOf(source);
    if (url === undefined) return source;
    const { host, username, password } = url;
    const login = { host, user: percentDecoded(username), password: percentDecoded(password) };
    logins.set(host, login);
    return scheme + rest;
  });
  return { sources: plain, logins: [...logins.values()] };
}

const WITH_LOGIN = /^(https?:\/\/)([^/?#]*)@([^]*)$/iu;

/**
 * Removes the query from signed URIs, because it gives access to anyone who has it. Returns the URIs without it, which
 * can be shown, and a table from these to the signed URIs.
 */
export function withoutSignatures(uris: readonly string[]): {
  readonly sources: readonly string[];
  readonly signed: ReadonlyMap<string, string>;
} {
  const signed = new Map<string, string>();
  const sources = uris.map((uri) => {
    if (!SIGNED.test(uri)) return uri;
    const shown = uri.replace(/[?#].*$/su, "");
    signed.set(shown, uri);
    return shown;
  });
  return { sources, signed };
}

const SIGNED =
  /^https?:[^?#]*\?(?:[^#]*&)?(?:x-(?:amz|goog)-(?:signature|credential|security-token)|signature|sig|awsaccesskeyid|(?:access_|auth_)?token|api_?key|key)=/iu;

export const withoutLoginsInText = (text: string): string =>
  text.replace(/([a-z][a-z\d+.-]*:\/*)[^\s/?#@]*@/giu, "$1");

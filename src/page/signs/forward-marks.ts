import type { SignKind } from "./sign-table.js";

/** Addresses that say what a page is to which a browser is sent: a lander of a parked domain, an installer, a wall. */
interface ForwardMark {
  readonly kind: SignKind;
  readonly host?: RegExp;
  /** Matched against path and query in lower case. */
  readonly path?: RegExp;
  /** Matched against the names of the cookies that a page sets before it forwards. */
  readonly cookie?: RegExp;
  /** True for pages that look whether the browser blocks advertising before they forward anywhere. */
  readonly looksForAdBlockers?: true;
  /**
   * True if no page of a site has such an address, so that it counts even if there is a text behind it. Other addresses
   * count only for pages without text.
   */
  readonly isCertain?: true;
}

const FILE = String.raw`\.(?:html?|php\d?|aspx?|jsp|cgi|cfm|pl)`;
/** Returns the expression for a page in the root of a site, whatever its ending. */
const under = (names: string): RegExp =>
  new RegExp(String.raw`^/(?:${names})(?:/(?:index|default)?)?(?:${FILE})?/?(?:\?|$)`, "u");
/** Returns the expression for a page in any folder. It must end like a file. */
const file = (names: string): RegExp => new RegExp(String.raw`/(?:${names})${FILE}/?(?:\?|$)`, "u");

const NOT_FOUND = [
  "(?:http|status|error|err|page)?[-_]?404(?:[-_]?(?:error|page|not[-_]?found))?",
  "(?:errors?|status)/404",
  "(?:(?:page|file|site)[-_]?)?not[-_]?found",
  "(?:seite[-_]?)?nicht[-_]?gefunden|(?:page[-_]?)?(?:non[-_]?trouvee|introuvable)",
  "(?:pagina[-_]?)?(?:no[-_]?encontrad[ao]|nao[-_]?encontrada|non[-_]?trovata|niet[-_]?gevonden)",
].join("|");
const BROKEN = "(?:http|status|error|err)?[-_]?50[0-4](?:[-_]?error)?|(?:errors?|status)/50[0-4]";
const CLOSED = [
  "(?:site|under|down[-_]for|in)?[-_]?maintenance(?:[-_]?(?:mode|page))?",
  "under[-_]?construction|be[-_]?right[-_]?back",
  "wartung(?:sarbeiten|smodus|sseite)?|baustelle|en[-_]?(?:construction|travaux|mantenimiento)|mantenimiento",
  "manutencao|manutenzione|onderhoud|konserwacja|bakim|karbantartas|udrzba|vedligeholdelse",
  "underhall|vedlikehold|huolto|obsluzhivanie|tehraboty|texraboty",
].join("|");

/**
 * All marks. A page with text of its own is judged by its text, so these are about pages that only send the browser on,
 * and about redirects.
 */
const MARKS: readonly ForwardMark[] = [
  // Registrars and domain traders.
  {
    kind: "for-sale",
    path: under(
      "lander|parking-lander|sale-lander|domain-?for-?sale|buy-?this-?domain|domain-parking|parked-domain|domain_profile",
    ),
    isCertain: true,
  },
  {
    kind: "for-sale",
    path: /[?&](?:js=eyj|tr_uuid=|usid=[^#]*&utid=|prvtof=|gtnjs=|gp=1&js=1|bpt=\d+&caf=|caf=1?&bpt=)/u,
    isCertain: true,
  },
  {
    kind: "for-sale",
    host: /(?:^|\.)(?:(?:sedoparking|bodis|parklogic|afternic|hugedomains|above|domainmarket|undeveloped|sedo|dan|buydomains|domainnamesales|namedrive|perfectdomain|cashparking|parked|voodoo|trafficz|smartname|domainsponsor|dsnextgen|giantpanda|efty)\.com|(?:parkingcrew|fastpark|rookmedia)\.net)$/u,
    isCertain: true,
  },
  {
    kind: "for-sale",
    host: /^(?:ww(?:1|\d\d)|parking|parked|domain-?for-?sale|expireddomains?)\./u,
  },
  { kind: "for-sale", host: /^ww\d\./u, path: /\?/u },
  { kind: "for-sale", path: /[?&]fp=(?:-?\d{0,2}|[\da-z]{16,40})(?:&|$)/u },
  {
    kind: "for-sale",
    path: /[?&](?:abp|adblock|adblocker|ab_?detect\w*|ch)=[^#]*&(?:js|sid|token|uuid)=|[?&](?:abp|adblock(?:er)?)=[01]\b/u,
  },
  { kind: "for-sale", path: under("parked|for-?sale|domain-expired|(?:sk-|zc)?park(?:ing)?page") },
  { kind: "for-sale", looksForAdBlockers: true },
  // Walls against programs.
  {
    kind: "bot-check",
    path: /^\/(?:\.well-known\/(?:sgcaptcha|ddos-guard)|cdn-cgi\/(?:challenge|l\/chk)|_incapsula_|__cf_chl|\.within\.website)/u,
    isCertain: true,
  },
  {
    kind: "bot-check",
    host: /(?:^|\.)(?:validate\.perfdrive\.com|geo\.captcha-delivery\.com)$/u,
    isCertain: true,
  },
  {
    kind: "bot-check",
    path: /^\/sorry\/index\?|[?&](?:__cf_chl|ckattempt=\d|js_?challenge=|_?captcha=|bot_?check=)/u,
  },
  {
    kind: "bot-check",
    path: under(
      "(?:re)?captcha|bot-?check|human-?(?:check|verification)|verify-human|antibot|challenge|js-challenge",
    ),
  },
  {
    kind: "bot-check",
    cookie:
      /^(?:_{0,2}test$|beget|__js_p_|__ddg|ddos|anti-?ddos|antibot|bot[-_]?(?:check|detect)|challenge|js_?chal|jschl|humans?_|sucuri_cloudproxy|wschkid|wsidchk|visid_incap|__?utest|d3n|cf_clearance)/u,
  },
  // What hosting services and servers put in the place of a site.
  {
    kind: "suspended",
    path: /^\/cgi-sys\/(?:suspended|bandwidth|bw)|^\/suspended\.page/u,
    isCertain: true,
  },
  {
    kind: "suspended",
    host: /^(?:suspended|account-?suspended)\.|^suspended\.page$/u,
    isCertain: true,
  },
  {
    kind: "suspended",
    path: under(
      "(?:account|site|website|domain)?[-_]?suspended(?:-?page)?|account-?(?:expired|disabled)|over-?quota|bandwidth-?(?:limit-?)?exceeded",
    ),
    isCertain: true,
  },
  {
    kind: "default-page",
    path: /^\/cgi-sys\/(?:default|moving)|^\/(?:defaultwebpage\.cgi|iisstart\.html?|apache2?-default(?:\/|$)|xampp(?:\/|$))/u,
    isCertain: true,
  },
  {
    kind: "panel-default",
    path: /^\/(?:cgi-sys\/\w+\.cgi|login_up\.php3?|plesk-site-preview\/)/u,
    isCertain: true,
  },
  // Installers of content management systems.
  {
    kind: "starter",
    path: /\/(?:wp-admin\/(?:install|setup-config)|setup-config|core\/install|mw-config\/index|typo3\/install|ghost\/#?\/?setup)(?:\.php)?\/?(?:\?|$)/u,
    isCertain: true,
  },
  {
    kind: "starter",
    path: /^\/(?:[\w-]+\/)?(?:_?install(?:er|ation)?|setup)(?:\/index|\/install|\/setup)?\.(?:php|aspx?|cgi|pl)(?:\?|$)/u,
    isCertain: true,
  },
  {
    kind: "starter",
    path: under(
      "install(?:er|ation)?|setup|mw-config|index\\.php/install(?:er)?|(?:admin|web|users?)/(?:install|setup)",
    ),
  },
  {
    kind: "starter",
    path: /^\/(?:index\.php)?\?(?:[^#]*&)?(?:route|r|q|p|page|action|do)=\/?install/u,
  },
  // Errors and absent pages.
  { kind: "soft-404", path: under(NOT_FOUND), isCertain: true },
  { kind: "soft-404", path: file(NOT_FOUND), isCertain: true },
  { kind: "error", path: under(BROKEN), isCertain: true },
  { kind: "error", path: file(BROKEN), isCertain: true },
  { kind: "error", path: under("(?:site-?|server-?)?error(?:[-_]?page)?") },
  // Sites that are closed for some time, in several languages.
  { kind: "maintenance", path: file(CLOSED), isCertain: true },
  {
    kind: "maintenance",
    path: under(`${CLOSED}|coming[-_]?soon|site[-_]?(?:offline|down|closed)|offline`),
  },
  // Accounts, consent and age.
  { kind: "login-wall", path: /\/(?:wp-login\.php|users\/sign_in)(?:\?|$)/u, isCertain: true },
  {
    kind: "login-wall",
    path: under(
      "(?:(?:users?|accounts?|auth|member|admin)/)?(?:log-?in|sign-?in|logon|anmelden|connexion|iniciar-?sesion)",
    ),
  },
  {
    kind: "login-wall",
    host: /^(?:log-?in|sign-?in|sso|auth|accounts?|idp|passport|cas|adfs|secure-?login|identity)\./u,
    isCertain: true,
  },
  {
    kind: "login-wall",
    path: /\/(?:oauth2?|saml2?|adfs|cas\/login|servicelogin|wayf|shibboleth|openid-connect|authwall|checkpoint)(?:[/?.]|$)/u,
    isCertain: true,
  },
  { kind: "consent-wall", host: /^(?:consent|guce|cookie-?wall|privacy-?wall|myprivacy)\./u },
  {
    kind: "consent-wall",
    path: under("(?:cookie-?)?consent(?:-?wall)?|age-?(?:gate|check|verification|verify)|agegate"),
  },
];

export interface MarkedAddress {
  readonly kind: SignKind;
  readonly isCertain: boolean;
}

/** Kinds whose forwards often stand behind a condition, such as whether a browser blocks advertising. */
const CONDITIONAL: ReadonlySet<SignKind> = new Set(["for-sale", "bot-check"]);

export interface HowForwarded {
  /** The cookies that it sets before, by name. */
  readonly cookies: readonly string[];
  readonly isConditional: boolean;
  readonly looksForAdBlockers: boolean;
}

const REDIRECT: HowForwarded = { cookies: [], isConditional: false, looksForAdBlockers: false };

/** Returns undefined for an ordinary address. */
export function markOfAddress(
  uri: string,
  how: HowForwarded = REDIRECT,
): MarkedAddress | undefined {
  if (!URL.canParse(uri, NO_HOST)) return undefined;
  const { hostname, pathname, search, hash } = new URL(uri, NO_HOST);
  const host = hostname.replace(/\.+$/u, "");
  const path = `${pathname.replace(/\/{2,}/gu, "/")}${search}${hash.startsWith("#/") ? hash : ""}`
    .slice(0, LONGEST)
    .toLowerCase();
  const cookies = how.cookies.map((name) => name.toLowerCase());
  for (const mark of MARKS) {
    if (how.isConditional && !CONDITIONAL.has(mark.kind)) continue;
    const isFound =
      (mark.host?.test(host) ?? true) &&
      (mark.path?.test(path) ?? true) &&
      (mark.cookie === undefined || cookies.some((name) => mark.cookie!.test(name))) &&
      (mark.looksForAdBlockers === undefined || how.looksForAdBlockers);
    if (isFound) return { kind: mark.kind, isCertain: mark.isCertain === true };
  }
  // A page that sets a cookie and is loaded again lets only browsers in.
  const isBack = cookies.length > 0 && /^(?:[?#]|$)/u.test(uri);
  return isBack ? { kind: "bot-check", isCertain: false } : undefined;
}

/** Number of characters of an address that are searched. */
const LONGEST = 1_000;

/** Base of relative addresses, whose host has no mark. */
const NO_HOST = "http://own.invalid/";

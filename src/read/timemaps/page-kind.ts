import { excerpt } from "./document.js";

/**
 * Number of characters of a page that are tested. They include the beginning of a page after inline scripts, which
 * shows its kind.
 */
const looked = 256 * 1024;

/** Pages that test for bots, which servers send instead of the requested page. */
const BOT_CHECKS = [
  {
    what: "a bot check",
    signs:
      /session verification|proof[- ]of[- ]work|making sure you(?:'|&#39;|&#x27;|’)re not a bot|within\.website|\banubis_|verify(?:ing)? (?:that )?you are (?:a )?human/i,
  },
  {
    what: "a bot check (Cloudflare)",
    signs:
      /<title>\s*just a moment|attention required! \| cloudflare|cf-chl-|\/cdn-cgi\/challenge-platform/i,
  },
  { what: "a CAPTCHA", signs: /g-recaptcha|h-captcha|hcaptcha\.com|<title>[^<]{0,80}captcha/i },
];

/**
 * Other pages that servers send instead of the requested page. The first match counts, so the most specific kinds come
 * first.
 */
const kinds = [
  ...BOT_CHECKS,
  {
    what: "excluded from the archive",
    signs:
      /URL has been excluded|AdministrativeAccessControl|RobotAccessControl|blocked by robots\.txt/i,
  },
  {
    what: "not archived",
    signs:
      /has not archived (?:that|this) URL|ResourceNotInArchive|URL Not Found in (?:Archive|Collection)|no (?:captures?|archived versions?) (?:of|found|exist)|archive has no capture/i,
  },
  {
    what: "a login page",
    signs: /type\s*=\s*["']?password|<title>[^<]{0,80}\b(?:log ?in|sign ?in|anmelden|connexion)\b/i,
  },
];

/** Returns whether a text begins as HTML does, or has HTML tags near its beginning. */
function looksLikeHtml(text: string): boolean {
  const beginning = text.slice(0, 4096);
  return (
    /^\s*<(?:!doctype|\?xml|!--|html|head|body|title|meta|script|h1|p|div)\b/i.test(beginning) ||
    /<(?:html|head|body|script)[\s>]/i.test(beginning)
  );
}

export const isBotCheck = (html: string): boolean =>
  BOT_CHECKS.some(({ signs }) => signs.test(html.slice(0, looked)));

/** Describes an HTML page that is not the requested document: `HTML, a login page ("Sign in")`. */
export function nameHtml(html: string): string {
  const beginning = html.slice(0, looked);
  const title = /<title[^>]{0,200}>([^<]{0,400})/i.exec(beginning)?.[1] ?? "";
  const kind = kinds.find(({ signs }) => signs.test(beginning))?.what;
  const quoted = title.trim() === "" ? "" : ` ("${excerpt(title)}")`;
  return kind === undefined ? `an HTML page${quoted}` : `HTML, ${kind}${quoted}`;
}

/** Describes a text of any kind that is not the requested document. Texts other than HTML are quoted. */
export function nameText(text: string): string {
  if (text.trim() === "") return "an empty body";
  return looksLikeHtml(text) ? nameHtml(text) : `text that begins "${excerpt(text)}"`;
}

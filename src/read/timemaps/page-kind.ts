import { excerpt } from "./document.js";

/** How much of a page is looked at: what it is stands at its beginning, inline scripts included. */
const looked = 256 * 1024;

interface Kind {
  readonly what: string;
  readonly signs: RegExp;
}

/** What bot walls send in place of what was asked for. */
const BOT_CHECKS: readonly Kind[] = [
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

/** What servers send in place of what was asked for; the first that fits, the most specific first. */
const kinds: readonly Kind[] = [
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

/** True for text that begins as HTML does, or has its tags near the beginning. */
function looksLikeHtml(text: string): boolean {
  const beginning = text.slice(0, 4096);
  return (
    /^\s*<(?:!doctype|\?xml|!--|html|head|body|title|meta|script|h1|p|div)\b/i.test(beginning) ||
    /<(?:html|head|body|script)[\s>]/i.test(beginning)
  );
}

/** True for a page that wants to know whether a person or a program asks. */
export const isBotCheck = (html: string): boolean =>
  BOT_CHECKS.some(({ signs }) => signs.test(html.slice(0, looked)));

/** What an HTML page is that came in place of something else: `HTML, a login page ("Sign in")`. */
export function nameHtml(html: string): string {
  const beginning = html.slice(0, looked);
  const title = /<title[^>]{0,200}>([^<]{0,400})/i.exec(beginning)?.[1] ?? "";
  const kind = kinds.find(({ signs }) => signs.test(beginning))?.what;
  const quoted = title.trim() === "" ? "" : ` ("${excerpt(title)}")`;
  return kind === undefined ? `an HTML page${quoted}` : `HTML, ${kind}${quoted}`;
}

/** The same for text of any kind: HTML is named, the rest quoted. */
export function nameText(text: string): string {
  if (text.trim() === "") return "an empty body";
  return looksLikeHtml(text) ? nameHtml(text) : `text that begins "${excerpt(text)}"`;
}

import { percentDecoded } from "../../base/uri.js";

/** Forward by a script, with its target as far as the script shows it. */
interface ScriptForward {
  readonly target: string;
  readonly isConditional: boolean;
}

/** Limits that keep the time small, whatever a script contains. */
const MOST_FORWARDS = 20;
const MOST_TERMS = 20;
const MOST_DEPTH = 3;
const MOST_VARIABLES = 50;
const LONGEST = 500;

/** Host in place of the page's own, which a script asks for. */
const OWN = "own.invalid";

const GOES =
  /\blocation(?:["']\s{0,9}\])?(?:\s{0,9}\.\s{0,9}href|\s{0,9}\[\s{0,9}["']href["']\s{0,9}\])?\s{0,9}=(?!=)|\blocation\s{0,9}\.\s{0,9}(?:replace|assign|reload)\s{0,9}\(|\blocation\)\s{0,9}\.(?:attr|prop)\(\s{0,9}["']href["']\s{0,9},|\bwindow\.(?:open|navigate)\s{0,9}\(|\bhistory\.go\(\s{0,9}0/giu;

const DECIDES = /\b(?:if|else|catch|case|onerror|onclick|onsubmit|click|submit)\b|\?(?![\w=&])/u;

/**
 * Text, variables with a text and the parts of the page's own address are joined (`"https://" + location.host +
 * "/lander"`); what is not known is left out. A target on the page's own host is relative, and that of a reload is
 * empty.
 */
export function scriptForwards(html: string): ScriptForward[] {
  const found: ScriptForward[] = [];
  const scripts = new Scripts(html);
  for (const match of html.matchAll(GOES)) {
    if (found.length === MOST_FORWARDS) break;
    const own = scripts.textAt(match.index + match[0].length);
    const isReload = /reload\s*\($|^history/iu.test(match[0]);
    // A call such as location.replace(next()) shows no target.
    if (!isReload && own.text === "" && !own.isOwn) continue;
    const script = html.slice(Math.max(0, html.lastIndexOf("<script", match.index)), match.index);
    const target = isReload ? "" : own.text.replace(/^https?:\/\/own\.invalid/u, "");
    if (/\s/u.test(target)) continue;
    found.push({ target, isConditional: DECIDES.test(script.replace(/^[^>]*>/u, "")) });
  }
  return found;
}

/** Values of the page's own address in scripts. */
const ADDRESS: Readonly<Record<string, string>> = {
  "location.protocol": "http:",
  "location.host": OWN,
  "location.hostname": OWN,
  "location.origin": `http://${OWN}`,
  "location.href": "",
  "location.pathname": "",
  "location.search": "",
  location: "",
  "document.URL": "",
  "document.domain": OWN,
};

/** Matches a term of a sum: a text, a text to decode, a call, of whose result nothing is known, or a name. */
const TERM =
  /[\s(]{0,99}(?:(["'`])(?<written>(?:\\.|(?!\1)[^\\]){0,500})\1|(?:decodeURI(?:Component)?|unescape)\s{0,9}\(\s{0,9}(["'])(?<encoded>[^"'\\]{0,500})\3\s{0,9}\)|[\w$.]{1,100}\s{0,9}\((?:[^()]{0,500}\))?|(?<name>[\w$.]{1,100}))(?<more>\s{0,99}\+)?/suy;
const ESCAPED = /\$\{\s{0,9}([\w$.]{1,100})\s{0,9}\}|\\(?:x([\da-f]{2})|u([\da-f]{4})|(.))/gisu;
const PREFIX = /^(?:(?:window|self|top|parent|document|globalThis)\.)+(?=location)/u;

interface Evaluated {
  readonly text: string;
  /** True if the page's own address is a part of it. */
  readonly isOwn: boolean;
}

class Scripts {
  readonly #html: string;
  /** Number of variables that may still be looked up on the page. */
  #variables = MOST_VARIABLES;

  constructor(html: string) {
    this.#html = html;
  }

  /** Returns the sum of texts at a place. */
  textAt(place: number, depth = 0): Evaluated {
    let text = "";
    let isOwn = false;
    TERM.lastIndex = place;
    for (let terms = 0; terms < MOST_TERMS && text.length < LONGEST; terms += 1) {
      const { written, encoded = "", name, more } = TERM.exec(this.#html)?.groups ?? {};
      const next = TERM.lastIndex;
      if (written !== undefined) text += this.#unescaped(written, depth);
      else if (name === undefined) text += percentDecoded(encoded);
      else {
        const value = this.#valueOf(name, depth);
        text += value.text;
        isOwn ||= value.isOwn;
      }
      if (more === undefined) break;
      TERM.lastIndex = next;
    }
    return { text: text.slice(0, LONGEST), isOwn };
  }

  #unescaped(written: string, depth: number): string {
    return written.replace(ESCAPED, (_, name?: string, x?: string, u?: string, other?: string) =>
      name === undefined
        ? (other ?? String.fromCharCode(Number.parseInt(x ?? u ?? "", 16)))
        : this.#valueOf(name, depth).text,
    );
  }

  #valueOf(written: string, depth: number): Evaluated {
    const name = written.replace(PREFIX, "");
    if (Object.hasOwn(ADDRESS, name)) return { text: ADDRESS[name]!, isOwn: true };
    const isSearched = depth < MOST_DEPTH && /^[a-z_$][\w$]*$/iu.test(name);
    if (!isSearched || this.#variables === 0) return { text: "", isOwn: false };
    this.#variables -= 1;
    const assigned = new RegExp(`(?:^|[^\\w$.])${name.replaceAll("$", "\\$")}\\s{0,9}=(?!=)`, "u");
    const found = assigned.exec(this.#html);
    if (found === null) return { text: "", isOwn: false };
    return this.textAt(found.index + found[0].length, depth + 1);
  }
}

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
  /\blocation(?:\s{0,9}\.\s{0,9}href|\s{0,9}\[\s{0,9}["']href["']\s{0,9}\])?\s{0,9}=(?!=)|\blocation\s{0,9}\.\s{0,9}(?:replace|assign|reload)\s{0,9}\(|\bwindow\.open\s{0,9}\(/giu;

const DECIDES = /\b(?:if|else|catch|case|onerror|onclick|onsubmit|click|submit)\b|\?(?![\w=&])/u;

/**
 * Text, variables with a text and the parts of the page's own address are joined (`"https://" + location.host +
 * "/lander"`); what is not known is left out. A target on the page's own host is relative, and that of a reload is
 * empty.
 */
export function scriptForwards(html: string): ScriptForward[] {
  const found: ScriptForward[] = [];
  const budget = { variables: MOST_VARIABLES };
  for (const match of html.matchAll(GOES)) {
    if (found.length === MOST_FORWARDS) break;
    const at = match.index + match[0].length;
    const own = new Expression(html, at, budget).text();
    const isReload = /reload\s*\($/iu.test(match[0]);
    // A call such as location.replace(next()) shows no target.
    if (!isReload && own.text === "" && !own.isOwn) continue;
    const script = html.slice(Math.max(0, html.lastIndexOf("<script", match.index)), match.index);
    const target = relative(isReload ? "" : own.text);
    if (/\s/u.test(target)) continue;
    found.push({ target, isConditional: DECIDES.test(script.replace(/^[^>]*>/u, "")) });
  }
  return found;
}

const relative = (target: string): string => target.replace(/^https?:\/\/own\.invalid/u, "");

const DECODERS: ReadonlySet<string> = new Set(["decodeURIComponent", "decodeURI", "unescape"]);

/** Values of the page's own address in scripts. */
const ADDRESS: Readonly<Record<string, string>> = {
  "location.protocol": "http:",
  "location.host": OWN,
  "location.hostname": OWN,
  "location.origin": `http://${OWN}`,
  "location.href": "",
  location: "",
  "document.URL": "",
  "document.domain": OWN,
};

interface Evaluated {
  readonly text: string;
  /** True if the page's own address is a part of it. */
  readonly isOwn: boolean;
}

const UNKNOWN: Evaluated = { text: "", isOwn: false };

/** A sum of texts in a script. */
class Expression {
  readonly #html: string;
  readonly #budget: { variables: number };
  readonly #depth: number;
  #at: number;

  /** `budget` says how many variables may still be looked up on the page. */
  constructor(html: string, at: number, budget: { variables: number }, depth = 0) {
    this.#html = html;
    this.#at = at;
    this.#budget = budget;
    this.#depth = depth;
  }

  text(): Evaluated {
    let text = "";
    let isOwn = false;
    for (let terms = 0; terms < MOST_TERMS && text.length < LONGEST; terms += 1) {
      const term = this.#term();
      text += term.text;
      isOwn ||= term.isOwn;
      if (this.#match(/\s{0,99}\+/uy) === undefined) break;
    }
    return { text: text.slice(0, LONGEST), isOwn };
  }

  #term(): Evaluated {
    this.#match(/[\s(]{0,99}/uy);
    const quoted = this.#match(/(["'`])((?:\\.|(?!\1)[^\\]){0,500})\1/suy);
    if (quoted !== undefined) return { text: this.#unescaped(quoted[2]!), isOwn: false };
    const [name] = this.#match(/[\w$.]{1,100}/uy) ?? [];
    if (name === undefined) return UNKNOWN;
    if (DECODERS.has(name)) {
      const encoded = this.#match(/\s{0,9}\(\s{0,9}(["'])([^"'\\]{0,500})\1\s{0,9}\)/uy)?.[2];
      if (encoded !== undefined) return { text: percentDecoded(encoded), isOwn: false };
    }
    // Nothing is known of what another function returns.
    if (this.#match(/\s{0,9}\(/uy) !== undefined) {
      this.#match(/[^()]{0,500}\)/uy);
      return UNKNOWN;
    }
    return this.#valueOf(name);
  }

  #unescaped(text: string): string {
    return text
      .replace(
        /\$\{\s{0,9}([\w$.]{1,100})\s{0,9}\}/gu,
        (_, name: string) => this.#valueOf(name).text,
      )
      .replace(
        /\\(?:x([\da-f]{2})|u([\da-f]{4})|(.))/gisu,
        (_, x?: string, u?: string, other?: string) =>
          x === undefined && u === undefined
            ? (other ?? "")
            : String.fromCharCode(Number.parseInt(x ?? u ?? "", 16)),
      );
  }

  #valueOf(written: string): Evaluated {
    const name = written.replace(
      /^(?:(?:window|self|top|parent|document|globalThis)\.)+(?=location)/u,
      "",
    );
    if (Object.hasOwn(ADDRESS, name)) return { text: ADDRESS[name]!, isOwn: true };
    const isSearched = this.#depth < MOST_DEPTH && /^[a-z_$][\w$]*$/iu.test(name);
    if (!isSearched || this.#budget.variables === 0) return UNKNOWN;
    this.#budget.variables -= 1;
    const assigned = new RegExp(`(?:^|[^\\w$.])${name.replaceAll("$", "\\$")}\\s{0,9}=(?!=)`, "u");
    const found = assigned.exec(this.#html);
    if (found === null) return UNKNOWN;
    const at = found.index + found[0].length;
    return new Expression(this.#html, at, this.#budget, this.#depth + 1).text();
  }

  #match(sticky: RegExp): RegExpExecArray | undefined {
    sticky.lastIndex = this.#at;
    const found = sticky.exec(this.#html) ?? undefined;
    if (found !== undefined) this.#at = sticky.lastIndex;
    return found;
  }
}

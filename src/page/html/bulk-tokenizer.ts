import { Tokenizer, TokenizerMode, Token } from "parse5";

/** States of parse5's tokenizer. Those written as numbers are not exported by the package. */
const DATA: number = TokenizerMode.DATA;
const RCDATA: number = TokenizerMode.RCDATA;
const RAWTEXT: number = TokenizerMode.RAWTEXT;
const SCRIPT_DATA: number = TokenizerMode.SCRIPT_DATA;
const TAG_NAME = 7;
const SCRIPT_DATA_ESCAPED = 19;
const ATTRIBUTE_NAME = 32;
const DOUBLE_QUOTED = 35;
const SINGLE_QUOTED = 36;
const COMMENT = 44;

const NUL = 0;
const TAB = 9;
const LF = 10;
const FF = 12;
const CR = 13;
const SPACE = 32;
const QUOTE = 34;
const AMPERSAND = 38;
const APOSTROPHE = 39;
const HYPHEN = 45;
const LESS_THAN = 60;
const SMALL_A = 97;
const SMALL_Z = 122;

/**
 * Variant of parse5's tokenizer for trees of elements without text. Runs of characters that do not change the state are
 * skipped at once, whereas parse5 reads them one by one. Of text it keeps only what can affect the tree: the white
 * space at the beginning and one other character. Comments, scripts and styles are dropped.
 */
export class BulkTokenizer extends Tokenizer {
  /** Number of attributes of the current tag. */
  get attributes(): number {
    const token = this.currentToken;
    return token !== null && "attrs" in token ? token.attrs.length : 0;
  }

  /** Handles a code point, then skips to the next one that matters. */
  protected override _callState(codePoint: number): void {
    super._callState(codePoint);
    const { preprocessor } = this;
    const { html } = preprocessor;
    const from = preprocessor.pos + 1;
    let to = from;
    const state: number = this.state;
    switch (state) {
      case DATA: {
        const text = this.currentCharacterToken;
        if (text === null) return;
        if (text.type === Token.TokenType.CHARACTER) to = place(html.indexOf("<", from), html);
        else if (text.type === Token.TokenType.WHITESPACE_CHARACTER) {
          // A line feed after a carriage return is part of the same line end.
          if (html.charCodeAt(from - 1) !== CR) to = endOfSpace(html, from);
          if (to > from) text.chars += html.slice(from, to);
        }
        break;
      }
      case RCDATA:
      case RAWTEXT:
      case SCRIPT_DATA:
        to = place(html.indexOf("<", from), html);
        break;
      case TAG_NAME:
        to = endOfName(html, from);
        if (to > from) (this.currentToken as Token.TagToken).tagName += html.slice(from, to);
        break;
      case ATTRIBUTE_NAME:
        to = endOfName(html, from);
        if (to > from) this.currentAttr.name += html.slice(from, to);
        break;
      case SCRIPT_DATA_ESCAPED:
        to = endOfEscaped(html, from);
        break;
      case COMMENT:
        to = place(html.indexOf("-", from), html);
        break;
      case DOUBLE_QUOTED:
      case SINGLE_QUOTED:
        to = endOfValue(html, from, state === DOUBLE_QUOTED ? QUOTE : APOSTROPHE);
        if (to > from) this.currentAttr.value += html.slice(from, to);
        break;
      default:
        return;
    }
    preprocessor.pos = to - 1;
    preprocessor.dropParsedChunk();
  }
}

const place = (found: number, html: string): number => (found === -1 ? html.length : found);

function endOfSpace(html: string, from: number): number {
  let at = from;
  for (; at < html.length; at++) {
    const unit = html.charCodeAt(at);
    if (unit !== SPACE && unit !== LF && unit !== TAB && unit !== FF) break;
  }
  return at;
}

function endOfName(html: string, from: number): number {
  let at = from;
  for (; at < html.length; at++) {
    const unit = html.charCodeAt(at);
    if (unit < SMALL_A || unit > SMALL_Z) break;
  }
  return at;
}

function endOfEscaped(html: string, from: number): number {
  let at = from;
  for (; at < html.length; at++) {
    const unit = html.charCodeAt(at);
    if (unit === LESS_THAN || unit === HYPHEN) break;
  }
  return at;
}

function endOfValue(html: string, from: number, quote: number): number {
  let at = from;
  for (; at < html.length; at++) {
    const unit = html.charCodeAt(at);
    if (unit === quote || unit === AMPERSAND || unit === NUL) break;
  }
  return at;
}

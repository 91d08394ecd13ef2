import { Tokenizer, type TokenizerCallbacks } from "htmlparser2";

/** What htmlparser2's tokenizer has and its types do not show; a test holds it to that. */
interface Inside {
  /** Where it is. */
  index: number;
  /** The page, in one piece. */
  readonly buffer: string;
  /** Goes on to the next place of a character, or to the last place where there is none. */
  fastForwardTo(codeUnit: number): boolean;
}

const Base = Tokenizer as unknown as new (
  ...given: ConstructorParameters<typeof Tokenizer>
) => Inside & Pick<Tokenizer, "write" | "end">;

/** htmlparser2's tokenizer, which passes over texts, scripts and values by a search, not one character at a time. */
class HtmlTokenizer extends Base {
  override fastForwardTo(codeUnit: number): boolean {
    const found = this.buffer.indexOf(CHARACTERS[codeUnit]!, this.index + 1);
    this.index = found < 0 ? this.buffer.length - 1 : found;
    return found >= 0;
  }
}

const CHARACTERS = Array.from({ length: 128 }, (_, codeUnit) => String.fromCharCode(codeUnit));

/** Has htmlparser2's tokenizer read a page. */
export function readTokens(html: string, reader: TokenizerCallbacks, decodeEntities = false): void {
  const tokenizer = new HtmlTokenizer({ xmlMode: false, decodeEntities }, reader);
  tokenizer.write(html);
  tokenizer.end();
}

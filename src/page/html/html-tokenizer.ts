import { Tokenizer, type TokenizerCallbacks } from "htmlparser2";

/** Members of htmlparser2's tokenizer that its types do not declare. A test checks that they exist. */
interface Inside {
  /** Current position. */
  index: number;
  /** Whole page. */
  readonly buffer: string;
  /** Moves to the next occurrence of a character, or to the last position if there is none. */
  fastForwardTo(codeUnit: number): boolean;
}

const Base = Tokenizer as unknown as new (
  ...given: ConstructorParameters<typeof Tokenizer>
) => Inside & Pick<Tokenizer, "write" | "end">;

/**
 * htmlparser2's tokenizer, changed to skip texts, scripts and values by a search instead of one character at a time.
 */
class HtmlTokenizer extends Base {
  override fastForwardTo(codeUnit: number): boolean {
    const found = this.buffer.indexOf(CHARACTERS[codeUnit]!, this.index + 1);
    this.index = found < 0 ? this.buffer.length - 1 : found;
    return found >= 0;
  }
}

const CHARACTERS = Array.from({ length: 128 }, (_, codeUnit) => String.fromCharCode(codeUnit));

/** Tokenizes a page with htmlparser2. */
export function readTokens(html: string, reader: TokenizerCallbacks, decodeEntities = false): void {
  const tokenizer = new HtmlTokenizer({ xmlMode: false, decodeEntities }, reader);
  tokenizer.write(html);
  tokenizer.end();
}

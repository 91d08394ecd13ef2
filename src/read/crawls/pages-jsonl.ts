import { parsedJson } from "../../base/json.js";
import { counted } from "../../base/text.js";
import type { Source } from "../../base/types.js";
import { linesOf } from "../warc/lines.js";
import type { Loss } from "../warc/record-reader.js";
import { lossOf, placeOf, type WaczPackage } from "../warc/wacz.js";

/** A line of a page list, which is a file in `pages/` of a WACZ. */
export interface PageListLine {
  readonly kind: "line";
  readonly name: string;
  readonly source: Source;
  readonly number: number;
  readonly value: unknown;
}

const PAGE_LIST = /^pages\/([^/]+)\.jsonl$/u;

/** Further lines of a file that are no JSON are reported together. */
export async function* pageLinesOf(pack: WaczPackage): AsyncGenerator<PageListLine | Loss> {
  for (const member of pack.zip.members) {
    const [, name] = PAGE_LIST.exec(member.name) ?? [];
    if (name === undefined) continue;
    const source = { file: placeOf(pack, member), offset: 0 };
    let damaged = 0;
    try {
      const { bytes, trouble } = await pack.zip.openMember(member);
      for await (const { line, offset, number } of linesOf(bytes)) {
        if (line.trim() === "") continue;
        const value = parsedJson(line);
        const at = { ...source, offset };
        if (value !== undefined) {
          yield { kind: "line", name, source: at, number, value };
          continue;
        }
        damaged += 1;
        if (damaged > 1) continue;
        yield { kind: "damage", source: at, message: `a line that is not JSON (line ${number})` };
      }
      if (damaged > 1) {
        const message = `${counted(damaged - 1, "further line")} that ${damaged === 2 ? "is" : "are"} not JSON`;
        yield { kind: "damage", source, message };
      }
      const message = await trouble?.();
      if (message !== undefined) yield { kind: "damage", source, message };
    } catch (cause) {
      yield lossOf(source, cause);
    }
  }
}

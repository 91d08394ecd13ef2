import { UsageError } from "../errors.js";
import { MAX_MEMBER } from "./json-members.js";

/** Lines of a text that comes in chunks, without line ends and empty ones; throws a `UsageError` for an endless one. */
export async function* textLines(
  chunks: AsyncIterable<string>,
  file: string,
): AsyncGenerator<string> {
  let pending = "";
  for await (const chunk of chunks) {
    const lines = chunk.split("\n");
    lines[0] = pending + (lines[0] ?? "");
    pending = lines.pop() ?? "";
    if (pending.length > MAX_MEMBER) {
      throw new UsageError(`${file} has a line that is far too long. Give results as JSON Lines.`);
    }
    for (const line of lines) if (line.trim() !== "") yield line;
  }
  if (pending.trim() !== "") yield pending;
}

import { requireByKeyword } from "../../base/find.js";
import { registeredEvidence } from "../../score/evidence/registry.js";
import { catalogue } from "../plugins/catalogue.js";
import { loadExtensions } from "./load.js";

/** Returns the function by which evidence reads its data from the text of a file, after loading its extension. */
export async function readerOf(keyword: string): Promise<(text: string, file: string) => unknown> {
  const listed = catalogue().evidence.find((each) => each.keyword === keyword);
  await loadExtensions([listed?.extension ?? []].flat());
  const evidence = requireByKeyword(keyword, registeredEvidence, "evidence");
  if (evidence.read === undefined) throw new Error(`evidence ${keyword} reads no file`);
  return (text, file) => evidence.read?.(text, file);
}

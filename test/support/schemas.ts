import { readFileSync } from "node:fs";
import { join } from "node:path";
import { validateXML } from "xmllint-wasm";
import { ROOT } from "./run-bin.js";

const FOLDER = join(ROOT, "test", "extensions", "alerts", "schemas");

/** Returns the messages of xmllint about a document that does not follow a schema. */
export async function schemaErrors(
  text: string,
  schema: "junit-10.xsd",
): Promise<readonly string[]> {
  const { errors } = await validateXML({
    xml: [{ fileName: "document.xml", contents: text }],
    schema: [readFileSync(join(FOLDER, schema), "utf8")],
    extension: "schema",
  });
  return errors.map(({ message }) => message);
}

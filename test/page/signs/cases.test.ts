import { signs } from "../../../src/page/features/signs.js";
import { openPage } from "../../../src/page/page.js";
import { findSigns } from "../../../src/page/signs/find-signs.js";
import { reportedSignal } from "../../../src/score/evidence/kinds.js";
import { testCases, testRows } from "../../support/cases.js";

/** Parts of a page that a row does not have. */
const REST = { headings: [], html: "", refresh: undefined, pictures: 0, passwordFields: 0 };

testRows("signs", ({ title = "", text = "" }) => {
  const [first] = findSigns({ ...REST, title, text });
  return first === undefined || first.strength <= reportedSignal ? "none" : first.kind;
});

testCases("signs", (bytes) => {
  const found = signs.extract(openPage(bytes, "text/html; charset=utf-8"), {});
  const lines = found.map(({ kind, strength, marks }) => `${kind} ${strength} ${marks.join("; ")}`);
  return lines.length === 0 ? "no sign\n" : `${lines.join("\n")}\n`;
});

import { openPage } from "../../../src/page/page.js";
import { removers } from "../../../src/page/boilerplate/index.js";
import "../../support/all-extensions.js";
import { testCases } from "../../support/cases.js";

testCases("boilerplate", (bytes) =>
  removers
    .map(({ keyword }) => {
      const page = openPage(bytes, "text/html; charset=utf-8");
      const text = page.text(keyword, "en");
      return `== ${keyword}\n${[...page.notes, text].join("\n").trimEnd()}\n`;
    })
    .join("\n"),
);

import { expect, it } from "vitest";
import { openPage } from "../../../src/page/page.js";

const MENU =
  "<nav><a href=/l>Local</a> <a href=/p>Politics</a><a href=/s>Sports</a></nav><p>A <b>bold</b> <i>word</i>, un<b>broken</b>.";

it.each([
  ["paragraphs", "Local Politics Sports\nA bold word, unbroken."],
  ["all-paragraphs", "LocalPoliticsSports\nA boldword, unbroken."],
])("the remover %s reads words of neighbouring elements as %j", (keyword, text) => {
  expect(openPage(Buffer.from(MENU), "text/html").text(keyword, "en")).toBe(text);
});

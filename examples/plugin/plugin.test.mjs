// Tests of the plug-ins in this folder: the rules that every measure, writer, remover and input must follow, and
// examples.
//
//     node --test examples/plugin/plugin.test.mjs
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import {
  testEvidence,
  testInput,
  testMeasure,
  testRemover,
  testWriter,
} from "detect-off-topic/testing";
import beginnings from "./beginnings.mjs";
import headings from "./headings.mjs";
import markdown from "./markdown.mjs";
import pageList from "./page-list.mjs";
import sentences from "./sentences.mjs";

testMeasure(headings, {
  describe,
  it,
  examples: [
    { first: "<h1>News</h1><h2>Today</h2>", memento: "<h1>News</h1>", score: 0.5 },
    { first: "<p>No heading", memento: "<h1>News</h1>", score: "not defined" },
  ],
});

testEvidence(beginnings, {
  describe,
  it,
  examples: [
    { timeMap: "a", html: "<p>The museum is open.", score: 1 },
    { timeMap: "a", html: "<p>This domain is parked.", score: 2 },
    { timeMap: "b", html: "<p>This domain is parked.", score: 2 },
    { timeMap: "b", html: "<p>This domain is parked.", score: 2 },
  ],
});

testWriter(markdown, { describe, it });

testRemover(sentences, {
  describe,
  it,
  examples: [{ html: "<ul><li>Home</ul><p>The museum is open.", text: "The museum is open." }],
});

const folder = mkdtempSync(join(tmpdir(), "page-list-"));
writeFileSync(join(folder, "page.html"), "<p>The museum is open.</p>");
writeFileSync(join(folder, "list.tsv"), "http://a.example/\t2012-06-01T10:20:30Z\tpage.html\n");
testInput(pageList, {
  describe,
  it,
  sources: [join(folder, "list.tsv")],
  pages: [{ uriR: "http://a.example/", mementoDatetime: "2012-06-01T10:20:30Z", text: "museum" }],
  broken: join(folder, "absent.tsv"),
});

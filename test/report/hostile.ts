import type { ReportRun } from "../../src/report/report-run.js";
import type { SavedResult } from "../../src/write/entry.js";
import { failed, scored } from "../write/writers/results.js";

/** Texts that hostile pages and addresses contain. */
export const HOSTILE: readonly string[] = [
  "<script>alert(1)</script>",
  "</script><script>alert(1)</script>",
  "</SCRIPT\n><img src=x onerror=alert(1)>",
  "<!--<script>",
  "--><script>alert(1)</script>",
  "]]><svg onload=alert(1)>",
  "</style><script>alert(1)</script>",
  "</title><base href=http://evil.example/>",
  '" onmouseover="alert(1)" x="',
  "' autofocus onfocus='alert(1)",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  "\u0001javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  'http://evil.example/"><script src=//evil.example/x.js></script>',
  "http://[bad/<img src=x onerror=alert(1)>",
  "expression(alert(1)); background:url(//evil.example/x)",
  "} body { background: url(http://evil.example/leak) }",
  "\u2028alert(1)\u2029",
  "&lt;script&gt;alert(1)&lt;/script&gt;&#x3c;",
  "\\u003cscript\\u003e",
  "${alert(1)}`",
  "\u0000<\u0000script>",
  "\u202egnp.exe\u202c",
  "\ud800",
  "__proto__",
  "constructor",
];

/** Returns a report in which every text that can come from a page, an archive or a file is `text`. */
export function everywhere(text: string): {
  readonly items: SavedResult[];
  readonly run: ReportRun;
} {
  const score = { ...scored(text, 0.1, "off-topic"), comparedWith: text };
  const mementoDatetime = "2013-02-02T10:00:00Z";
  return {
    run: {
      tool: "detect_off_topic 1.2.3",
      file: text,
      combine: text,
      cuts: [{ name: text, threshold: 0.5, comparison: "<" }],
    },
    items: [
      { kind: "timemap-problem", uriT: text, problem: { stage: "access", message: text } },
      {
        kind: "memento",
        uriT: text,
        uriM: text,
        capture: {
          uriR: text,
          mementoDatetime,
          status: 200,
          source: { file: text, offset: 0 },
          via: { kind: "redirect", uriR: text, mementoDatetime },
          notes: [text],
        },
        overall: "off-topic",
        measures: [score, failed(`${text} too`, text)],
        evidence: {
          scores: [{ measure: text, score: 0.1, threshold: 0.5, distance: -0.4, normalised: -0.8 }],
          language: { first: text, memento: text },
          redirect: { uriR: text, mementoDatetime, uriM: text },
          pageKind: { kind: text, title: text, strength: 1, marks: [text] },
          termsLost: [text],
          termsGained: [text],
        },
        excerpt: { value: text },
      },
    ],
  };
}

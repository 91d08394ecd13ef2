import { describe, expect, it } from "vitest";
import {
  contradictionOf,
  injectedSpam,
  type Shown,
} from "../../../src/score/verdict/contradictions.js";

const kindOf = (kind: string, mark = "text: casino"): Shown["kind"] => ({
  ...{ kind, title: kind, strength: 1 },
  marks: [mark],
});
const shown = (given: Partial<Shown>): Shown => ({
  ...{ kind: undefined, beside: undefined, first: "page", similarity: 0.1, isKept: false },
  capture: { uriR: "http://a.example/guide" },
  firstCapture: { uriR: "http://a.example/guide" },
  ...given,
});
const redirected = (to: string): Shown["capture"] => ({
  uriR: "http://a.example/guide",
  via: { kind: "redirect", uriR: to, mementoDatetime: "2020-01-01T00:00:00Z" },
});

describe("a kind beside the comparison with the page", () => {
  it("doubts a page that is shown as the home page, a soft 404, spam or another site", () => {
    for (const kind of ["home-page", "soft-404", "spam", "other-site"])
      expect(contradictionOf(shown({ kind: kindOf(kind) }))?.kind).toBe(kind);
    expect(contradictionOf(shown({ kind: kindOf("login-wall") }))).toBeUndefined();
  });

  it("does not doubt what the trusted first memento shows, too", () => {
    expect(contradictionOf(shown({ kind: kindOf("spam"), first: "spam" }))).toBeUndefined();
    expect(contradictionOf(shown({ kind: kindOf("home-page"), similarity: 0.9 }))).toBeUndefined();
    const moved = shown({ kind: kindOf("other-site"), isKept: true });
    expect(contradictionOf(moved)).toBeUndefined();
  });

  it("doubts a redirect to another page of the site that has hardly a word of the page", () => {
    const capture = redirected("http://a.example/notice.html");
    expect(contradictionOf(shown({ capture }))?.doubt).toContain("http://a.example/notice.html");
    expect(contradictionOf(shown({ capture, similarity: 0.6 }))).toBeUndefined();
    expect(contradictionOf(shown({ capture, firstCapture: capture }))).toBeUndefined();
    const slash = redirected("https://www.a.example/guide/");
    expect(contradictionOf(shown({ capture: slash }))).toBeUndefined();
    const otherHost = redirected("http://main.a.example/guide");
    expect(contradictionOf(shown({ capture: otherHost }))?.kind).toBe("moved");
  });

  it("tells spam in the title from spam that was put into a page that is whole", () => {
    const title = shown({ kind: kindOf("spam", "title: slot"), similarity: 0.9 });
    expect(contradictionOf(title)?.doubt).toBe("the title is advertising");
    expect(injectedSpam(title)).toBeUndefined();
    const hidden = shown({ kind: kindOf("spam"), similarity: 0.9 });
    expect(injectedSpam(hidden)).toBe("spam was put into the page: text: casino");
    expect(injectedSpam(shown({ kind: kindOf("spam") }))).toBeUndefined();
  });
});

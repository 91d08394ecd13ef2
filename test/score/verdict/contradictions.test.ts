import { describe, expect, it } from "vitest";
import { contradictionOf, injectedSpam } from "../../../src/score/verdict/rules.js";

type Compared = Parameters<typeof contradictionOf>[0];
type Own = Compared["own"];

const kindOf = (kind: string, mark = "text: casino"): NonNullable<Own["kind"]> => ({
  ...{ kind, title: kind, strength: 1 },
  marks: [mark],
});
const uriR = "http://a.example/guide";
const shown = (
  own: Own,
  { similarity = 0.1, first = {}, capture = { uriR }, firstCapture = { uriR } }: Given = {},
): Compared => ({
  ...{ own, capture },
  away: { similarity, title: undefined, classes: undefined, hosts: undefined },
  readFirst: () => ({ ...first, capture: { mementoDatetime: "2010", ...firstCapture } }),
});
interface Given {
  readonly similarity?: number;
  readonly first?: Own;
  readonly capture?: Compared["capture"];
  readonly firstCapture?: Compared["capture"];
}
const redirected = (to: string): Compared["capture"] => ({
  uriR,
  via: { kind: "redirect", uriR: to, mementoDatetime: "2020-01-01T00:00:00Z" },
});

const beside = { kinds: { offTopic: kindOf("home-page") } };
const kept = ["@a.example"];
const moved = { capture: redirected("http://a.example/notice.html") };
const WALL = "the page looks like another one: login-wall";
const FAILS = "the page looks like another one: error";
const HOME = "the site answers with its home page";
const toHost = { capture: redirected("http://main.a.example/guide") };
const ANSWERS_HOST = "another page of the site answers: http://main.a.example/guide";
const ANSWERS = "another page of the site answers: http://a.example/notice.html";

describe("a kind beside the comparison with the page", () => {
  it.each<[what: string, own: Own, given: Given, expected: string | undefined]>([
    ["a home page", { kind: kindOf("home-page") }, {}, HOME],
    ["a home page with a name of its seed", { kept, kind: kindOf("home-page") }, {}, HOME],
    ["a soft 404", { kind: kindOf("soft-404") }, {}, "the page says that it does not exist"],
    ["another site", { kind: kindOf("other-site") }, {}, "another site answers"],
    ["a site that moved with its name", { kept, kind: kindOf("other-site") }, {}, undefined],
    ["spam", { kind: kindOf("spam") }, {}, "the page has signs of spam"],
    [
      "an advertising title",
      { kind: kindOf("spam", "title: slot") },
      { similarity: 0.9 },
      "the title is advertising",
    ],
    ["a login", { kind: kindOf("login-wall") }, {}, WALL],
    ["a login on the page", { kind: kindOf("login-wall") }, { similarity: 0.5 }, undefined],
    ["a server that fails", { kind: kindOf("error") }, {}, FAILS],
    ["a page that needs scripts", { kind: kindOf("needs-scripts") }, {}, undefined],
    ["a page without a kind", {}, {}, undefined],
    [
      "the kind of the first",
      { kind: kindOf("spam") },
      { first: { kind: kindOf("spam") } },
      undefined,
    ],
    ["nearly the same text", { kind: kindOf("home-page") }, { similarity: 0.79 }, HOME],
    ["the same text", { kind: kindOf("home-page") }, { similarity: 0.8 }, undefined],
    ["the address of the home page", beside, { similarity: 0.49 }, HOME],
    ["that address, and the same text", beside, { similarity: 0.5 }, undefined],
    ["a redirect to another page", {}, { ...moved, similarity: 0.25 }, ANSWERS],
    ["a redirect to another host", {}, { ...toHost, similarity: 0.25 }, ANSWERS_HOST],
    ["a redirect to a page like it", {}, { ...moved, similarity: 0.26 }, undefined],
    [
      "a redirect to the page of the first",
      {},
      { ...moved, firstCapture: moved.capture },
      undefined,
    ],
    ["a redirect to its index", {}, { capture: redirected(`${uriR}/Index.html`) }, undefined],
    ["a redirect to a wall", { kind: kindOf("login-wall") }, moved, WALL],
  ])("doubts or does not doubt %s", (_, own, given, expected) => {
    expect(contradictionOf(shown(own, given))?.says).toBe(expected);
  });

  it.each([
    ["https://www.a.example/guide/", false],
    ["http://a.example/Guide", false],
    ["http://a.example/guide?id=2", true],
    ["http://b.example/notice.html", false],
  ])("tells whether %s is another page of the site: %s", (to, isOther) => {
    expect(contradictionOf(shown({}, { capture: redirected(to) })) !== undefined).toBe(isOther);
  });

  it("says of a page that is whole that spam was put into it", () => {
    const spam = kindOf("spam");
    const whole = shown({ kind: spam, isWhole: true });
    expect(injectedSpam(whole)).toBe("spam was put into the page: text: casino");
    expect(contradictionOf(whole)).toBeUndefined();
    expect(injectedSpam(shown({ kind: spam, kept }, { similarity: 0.7 }))).toBeUndefined();
    const title = kindOf("spam", "title: slot");
    expect(injectedSpam(shown({ kind: title, isWhole: true }))).toBeUndefined();
    const first = { kind: spam };
    expect(injectedSpam(shown({ kind: spam, isWhole: true }, { first }))).toBeUndefined();
  });
});

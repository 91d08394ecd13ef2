import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  compareDatetimes,
  parseDatetime,
  sortDigits,
  toFourteenDigits,
  toOtmtForm,
} from "../../src/base/datetime.js";

describe("a memento-datetime", () => {
  it.each([
    ["2014", "2014-01-01T00:00:00Z"],
    ["2014-03", "2014-03-01T00:00:00Z"],
    ["2014-03-09", "2014-03-09T00:00:00Z"],
    ["2014-03-09T10:15Z", "2014-03-09T10:15:00Z"],
    ["2014-03-09T10:15:30Z", "2014-03-09T10:15:30Z"],
    ["2014-03-09T10:15:30.120000Z", "2014-03-09T10:15:30.12Z"],
    ["2014-03-09T10:15:30.123456789Z", "2014-03-09T10:15:30.123456789Z"],
    ["2014-03-09T10:15:30+02:00", "2014-03-09T08:15:30Z"],
    ["20140309101530", "2014-03-09T10:15:30Z"],
    ["201403", "2014-03-01T00:00:00Z"],
    ["Sun, 09 Mar 2014 10:15:30 GMT", "2014-03-09T10:15:30Z"],
    ["Sunday, 09-Mar-14 10:15:30 GMT", "2014-03-09T10:15:30Z"],
    ["2016-12-31T23:59:60Z", "2016-12-31T23:59:59Z"],
  ])("parses the datetime %s as %s", (text, expected) => {
    expect(parseDatetime(text)).toBe(expected);
  });

  it.each([
    "",
    "yesterday",
    "2014-02-31",
    "9999-12-31T23:00:00-02:00",
    "2014-13-01",
    "20149999",
    "99",
    "2014-01-01T25:00:00Z",
  ])("refuses the datetime %j", (text) => {
    expect(parseDatetime(text)).toBeUndefined();
  });

  it("memento-datetimes with fractions, sorted as text, are in chronological order", () => {
    const inOrder = [
      "2013-12-31T23:59:59.9Z",
      "2014-01-01T00:00:00Z",
      "2014-01-01T00:00:00.05Z",
      "2014-01-01T00:00:00.1Z",
    ];
    expect(inOrder.map(sortDigits).sort()).toEqual(inOrder.map(sortDigits));
    expect([...inOrder].reverse().sort(compareDatetimes)).toEqual(inOrder);
    expect(compareDatetimes(inOrder[0]!, inOrder[0]!)).toBe(0);
  });

  it("writes a datetime in the forms of archives and of OTMT", () => {
    const datetime = "2014-01-15T10:15:00.5Z";
    expect(toFourteenDigits(datetime)).toBe("20140115101500");
    expect(toOtmtForm(datetime)).toBe("2014/01/15 10:15:00 GMT");
  });

  it("parses each written form of a datetime back to the same datetime", () => {
    const date = fc.date({
      min: new Date("1990-01-01T00:00:00Z"),
      max: new Date("2060-01-01T00:00:00Z"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(date, (moment) => {
        const datetime = parseDatetime(moment.toISOString())!;
        expect(Date.parse(datetime)).toBe(moment.getTime());
        const whole = `${datetime.slice(0, 19)}Z`;
        expect(parseDatetime(toFourteenDigits(datetime))).toBe(whole);
        expect(parseDatetime(moment.toUTCString())).toBe(whole);
      }),
    );
  });

  it("throws no error while it tests text that is not a datetime", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const parsed = parseDatetime(text);
        expect(parsed === undefined || parsed.endsWith("Z")).toBe(true);
      }),
    );
  });
});

import { describe, expect, it } from "vitest";
import { version } from "../../../src/base/version.js";
import { removers } from "../../../src/page/boilerplate/index.js";
import { measures } from "../../../src/score/measures/index.js";
import { resolveSettings } from "../../../src/score/settings/settings.js";
import { settingsLine } from "../../../src/write/settings-line.js";
import { jsonl } from "../../../src/write/writers/jsonl.js";
import { settings } from "../../support/records.js";
import { rowsOf } from "../../support/rows.js";
import { memento, missed, missedTimeMap, written } from "./results.js";

const lines = async (...results: Parameters<typeof written>[1]): Promise<object[]> =>
  rowsOf<object>(await written(jsonl, results));

describe("JSON Lines", () => {
  it("JSON Lines begin with the settings and their digest, and each row repeats the digest", async () => {
    const text = await written(jsonl, [missedTimeMap, memento()]);
    const [first, ...rest] = text.split("\n");
    const { digest, ...line } = JSON.parse(first!) as Record<string, unknown>;
    expect(line).toEqual({
      settings: JSON.parse(JSON.stringify(settings)) as object,
      tool: `detect_off_topic ${version}`,
      flags: {},
    });
    expect(digest).toMatch(/^[0-9a-f]{16}$/u);
    expect(rest.slice(0, -1).map((row) => (JSON.parse(row) as typeof line)["digest"])).toEqual([
      digest,
      digest,
    ]);
  });

  it("a run has one digest with and without the Simhash of the markup", () => {
    const [plain, asked] = [{}, { rawSimhash: true }].map((more) =>
      resolveSettings({ ...more, showsSimhash: false }, { measures, removers }),
    );
    expect(asked!.simhash).not.toBe(plain!.simhash);
    expect(settingsLine(asked!).digest).toBe(settingsLine(plain!).digest);
  });

  it("JSON Lines contain both Simhashes as text, so that no parser of numbers loses digits", async () => {
    const textSimhash = { value: "12578481002124895108" };
    const [row] = await lines(memento({ textSimhash }));
    expect(row).toMatchObject({
      "raw memento simhash value": "8797926785016382196",
      "text simhash": "12578481002124895108",
    });
  });

  it("JSON Lines show why mementos and TimeMaps failed", async () => {
    const [timeMap, one] = await lines(missedTimeMap, missed);
    expect(timeMap).toMatchObject({
      "URI-T": missedTimeMap.uriT,
      "access error": "HTTP status 404",
    });
    expect(one).toMatchObject({ "URI-M": missed.uriM, "access error": "redirects to nowhere" });
    expect(one).not.toHaveProperty("timemap measures");
  });
});

import { describe, expect, it } from "vitest";
import { version } from "../../../src/base/version.js";
import { jsonl } from "../../../src/write/writers/jsonl.js";
import { removers } from "../../../src/page/boilerplate/index.js";
import { parseResults } from "../../../src/write/read-results.js";
import { measures } from "../../../src/score/measures/index.js";
import { inputName } from "../../../src/score/verdict/model-forms.js";
import { resolveSettings } from "../../../src/score/settings/settings.js";
import type { Settings } from "../../../src/score/settings/types.js";
import { settings } from "../../support/records.js";
import { rowsOf } from "../../support/rows.js";
import { memento, missed, missedTimeMap, written } from "./results.js";

const lines = async (...results: Parameters<typeof written>[1]): Promise<object[]> =>
  rowsOf<object>(await written(jsonl, results));

/** Settings of a run with a measure of words and a learned model. */
const LEARNED: Settings = resolveSettings(
  { measures: "cosine,bytecount", combine: "learned" },
  { measures, removers },
);

async function* pieces(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text);
}

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

  it("rows of JSON Lines leave out flags and names of model inputs, which follow from the settings", async () => {
    const words = { stemmed: true, tokenized: true, removedBoilerplate: true };
    const raw = { stemmed: false, tokenized: false, removedBoilerplate: false };
    const outcome = { value: { score: 0.5 } };
    const read = { [inputName(LEARNED.model!.inputs[1]!)]: 0.25 };
    const result = memento({
      inputs: read,
      measures: [
        { name: "cosine", flags: words, outcome },
        { name: "bytecount", flags: words, outcome },
        { name: "combined", flags: raw, outcome },
      ],
    });
    const text = await written(jsonl, [result], LEARNED);
    expect(rowsOf(text)[0]).toMatchObject({
      "timemap measures": {
        cosine: { "comparison score": 0.5 },
        // These flags differ from those in the settings.
        bytecount: { stemmed: true, tokenized: true, "removed boilerplate": true },
        combined: { "comparison score": 0.5 },
      },
      inputs: LEARNED.model!.inputs.map((_, at) => (at === 1 ? 0.25 : null)),
    });
    expect(text.split("\n")[1]!.match(/"stemmed"/gu)).toHaveLength(1);
    const { mementos } = await parseResults(pieces(text), "run.jsonl");
    expect(mementos[0]).toMatchObject({ measures: result.measures, inputs: read });
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

import { describe, expect, it } from "vitest";
import { html } from "../../src/report/html.js";
import { settings } from "../support/records.js";
import { runToFile } from "../support/run-program.js";
import { failed, memento, scored, written } from "../write/writers/results.js";
import { dataOf } from "./items.js";

describe("-ot html", () => {
  it("shows the results of a run for a memento", async () => {
    const { head, part } = dataOf(
      await written(html, [
        memento({
          measures: [scored("cosine", 0.1097, "off-topic"), failed("wordcount", "nothing is left")],
          excerpt: { value: "for sale" },
          override: { by: "URI-M", computed: "on-topic" },
        }),
      ]),
    );
    const place = (measure: string): number =>
      head.measures.findIndex(({ name }) => name === measure);
    expect(part(0, 0)).toEqual({
      mementos: [
        {
          uriM: "from-warc::20130202100000::http://seed.example/",
          date: "2013-02-02T10:00:00Z",
          overall: "off-topic",
          status: 200,
          scores: [
            { measure: place("cosine"), score: 0.1097, topicStatus: "off-topic" },
            { measure: place("wordcount"), error: "nothing is left" },
          ],
          override: { by: "URI-M", computed: "on-topic" },
          source: { file: 0, offset: 4096 },
          text: 0,
        },
      ],
      texts: ["for sale"],
    });
  });

  it("draws the thresholds of the settings and of a learned combination", async () => {
    const model = {
      form: "detect_off_topic model" as const,
      trainedOn: "",
      threshold: 0.5,
      bias: 0,
      inputs: [],
    };
    const { head } = dataOf(await written(html, [], { ...settings, combine: "learned", model }));
    expect(head.measures[0]).toMatchObject({ name: "combined", threshold: 0.5, comparison: ">" });
    expect(head.combine).toBe("learned");
  });

  it("has the texts and the evidence of a run, which other output does not have", async () => {
    const of = [
      "-i",
      "warc=fixtures/collection/saltmouth-2014-2018.warc.gz",
      "--timemap-measures",
      "cosine",
    ];
    const { text } = await runToFile([...of, "--output-type", "html"]);
    const { head, part } = dataOf(text);
    expect(head.hasText).toBe(true);
    expect(head.hasEvidence).toBe(true);
    const texts = part(0, 0)?.texts ?? [];
    expect(texts[0]?.length).toBeGreaterThan(0);
    for (const each of texts) expect(each.length).toBeLessThanOrEqual(1000);
    const lines = await runToFile([...of, "--output-type", "jsonl"]);
    expect(lines.text).not.toContain("excerpt");
  });
});

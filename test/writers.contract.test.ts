/** Contract of all writers. A new writer is tested as soon as it is in the folder. */
import { describe, expect, it } from "vitest";
import { writers } from "../src/report/writers.js";
import "./support/all-extensions.js";
import { framework } from "./support/framework.js";
import { declareCases } from "../src/run/contracts/contract.js";
import { writerContract } from "../src/testing.js";
import type { Result } from "../src/write/types.js";
import {
  failed,
  memento,
  missed,
  missedTimeMap,
  undecided,
  written,
} from "./write/writers/results.js";

const seedOf = (number: number): Partial<ReturnType<typeof memento>> => ({
  uriM: `http://archive.example/20130202100000/http://seed-${number}.example/`,
  uriT: `http://archive.example/timemap/${number}`,
  capture: { ...memento().capture, uriR: `http://seed-${number}.example/` },
});

/** Writers of binary output have the same checks in test/write/writers, with readers of their own. */
const ofText = writers.filter(({ isBinary }) => isBinary !== true);

/** Output types that contain only on-topic captures. */
const OF_SOME = new Set(["cdxj"]);

describe.each(ofText.map((writer) => [writer.keyword, writer] as const))(
  "%s",
  (keyword, writer) => {
    it("has an example that selects the writer", () => {
      // JSON is the default without -ot.
      expect(writer.example).toContain(keyword === "json" ? "-o out.json" : `-ot ${keyword}`);
    });

    it("writes a complete document for an empty run", async () => {
      const text = await written(writer, []);
      const ends = { json: /^\{\}\n$/u, jsonl: /^$/u, text: /^$/u, cdxj: /^$/u }[keyword] ?? /\n$/u;
      expect(text).toMatch(ends);
    });

    it.skipIf(OF_SOME.has(keyword))(
      "ends with a line end and contains the URI of every memento and TimeMap",
      async () => {
        const results = [1, 2, 3].flatMap((number): Result[] => [
          memento(seedOf(number)),
          undecided({ ...seedOf(number), measures: [failed("cosine", "nothing is left")] }),
        ]);
        const text = await written(writer, [...results, missedTimeMap]);
        expect(text.endsWith("\n")).toBe(true);
        for (const number of [1, 2, 3]) expect(text).toContain(`http://seed-${number}.example/`);
        expect(text).toContain(missedTimeMap.uriT);
      },
    );

    it.skipIf(OF_SOME.has(keyword))(
      "shows a memento or TimeMap that failed as failed and never as on-topic",
      async () => {
        const text = await written(writer, [missed, missedTimeMap]);
        const says = { golddatafile: /ERROR\n.*ERROR\n/u }[keyword];
        expect(text).toMatch(says ?? /redirects to nowhere[^]*HTTP status 404|HTTP status 404/u);
        if (keyword !== "html") expect(text).not.toMatch(/on-topic|off-topic"|\t[01]\n/u);
      },
    );
  },
);

/** test/report/injection.test.ts covers the report, which has its own script and escapes its data. */
const OF_REPORTS = ["html", "writes no invisible character"] as const;

// The contract of the test kit checks everything that is required of every writer.
for (const writer of writers) {
  const cases = writerContract(writer).filter(
    ({ name }) => writer.keyword !== OF_REPORTS[0] || name !== OF_REPORTS[1],
  );
  declareCases(`${writer.keyword} as any other`, cases, framework);
}

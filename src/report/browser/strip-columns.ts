import { STRIP } from "../page-data.js";

/** One verdict a column, at most `most`: a column of several mementos is off-topic when one of them is. */
export function stripColumns(verdicts: string, most: number): string {
  if (verdicts.length <= most) return verdicts;
  let columns = "";
  for (let at = 0; at < most; at += 1) {
    const from = Math.floor((at * verdicts.length) / most);
    const here = verdicts.slice(from, Math.floor(((at + 1) * verdicts.length) / most));
    columns +=
      [STRIP.offTopic, STRIP.onTopic].find((each) => here.includes(each)) ?? STRIP.undecided;
  }
  return columns;
}

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

let ask;

/** Starts a Python process with warcio for comparisons. */
export function startWarcio(python) {
  const script = fileURLToPath(new URL("warcio-records.py", import.meta.url));
  const child = spawn(python, [script], { stdio: ["pipe", "pipe", "ignore"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  ask = async (path) => {
    child.stdin.write(`${path}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error("warcio has ended");
    return JSON.parse(value);
  };
  return () => child.kill();
}

/** Returns URI and date of the responses that warcio reads from a file, or `undefined` if warcio was not started. */
export const responsesByWarcio = (path) => ask?.(path);

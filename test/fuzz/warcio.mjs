import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

let ask;

/** Starts warcio in a Python that has it, to compare with. */
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

/** The responses that warcio reads from a file, as URI and date; undefined where it was not started. */
export const responsesByWarcio = (path) => ask?.(path);

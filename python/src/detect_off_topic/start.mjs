// Starts the command for a Python program. Standard input is a pipe that closes when that program ends, even if it is
// killed: the run then stops as it does after SIGTERM, instead of working on for nobody.
process.stdin.on("end", () => process.kill(process.pid, "SIGTERM"));
process.stdin.resume();
process.stdin.unref();
await import("./node/bin/detect_off_topic.js");

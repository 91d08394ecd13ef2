#!/usr/bin/env node
// Old Nodes must be able to parse this file to say that they are too old: no import statement, no newer syntax.
var parts = process.versions.node.split(".").map(Number);

if (parts[0] < 20 || (parts[0] === 20 && parts[1] < 19)) {
  process.stderr.write(
    "detect_off_topic: needs Node 20.19.0 or later, this is " + process.version + ".\n",
  );
  process.exitCode = 2;
} else {
  // Node 22.1 and later: keeps what it has compiled, so that the next start is quick.
  var nodeModule = process.getBuiltinModule("node:module");
  if (nodeModule.enableCompileCache) nodeModule.enableCompileCache();
  // The V8 of Node 20 optimises functions early, and most of them never run as long as that took. It alone has this flag.
  if (process.versions.v8.indexOf("11.3.") === 0) {
    process.getBuiltinModule("node:v8").setFlagsFromString("--interrupt-budget=400000");
  }
  import("../dist/lib/main.js").catch(function (cause) {
    var isOfLimit = cause.code === "EMFILE" || cause.code === "ENFILE";
    // A clone has no dist/ before the packages are installed, which also builds the program.
    var isAbsent = cause.code === "ERR_MODULE_NOT_FOUND";
    process.stderr.write(
      "detect_off_topic: " +
        (isOfLimit
          ? "too few files may be open. Raise the limit (ulimit -n 1024), and run again."
          : isAbsent
            ? "it is not built, or its installation is incomplete. Run npm ci in its folder."
            : cause.stack) +
        "\n",
    );
    process.exitCode = isOfLimit ? 5 : isAbsent ? 2 : 1;
  });
}

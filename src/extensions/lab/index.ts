import { defineExtension } from "../../run/plugins/define-extension.js";

export default defineExtension({
  name: "lab",
  summary: "Measures the accuracy of results, and finds thresholds and a learned combination.",
  commands: {
    evaluate: async () => (await import("./command.js")).evaluateCommand,
    calibrate: async () => (await import("./calibrate-command.js")).calibrateCommand,
  },
});

import { defineExtension } from "../../run/plugins/define-extension.js";
import { gensimLda } from "./gensim-lda.js";
import { gensimLsi } from "./gensim-lsi.js";
import { golddatafile } from "./golddatafile.js";
import { goldtest } from "./goldtest.js";
import { otmtSettings } from "./settings.js";

export default defineExtension({
  name: "otmt",
  summary: "Adds topic models of TimeMaps, gold standard files and the companions of OTMT.",
  commands: {
    "exclude-duplicates": async () =>
      (await import("./companions/command.js")).excludeDuplicatesCommand,
    "select-by-language": async () =>
      (await import("./companions/command.js")).selectByLanguageCommand,
    "slice-by-datetime": async () =>
      (await import("./companions/command.js")).sliceByDatetimeCommand,
    "cluster-by-simhash": async () =>
      (await import("./companions/command.js")).clusterBySimhashCommand,
    "select-high-quality": async () =>
      (await import("./companions/select-high-quality.js")).selectHighQualityCommand,
  },
  settings: otmtSettings,
  measures: [gensimLsi, gensimLda],
  inputs: [goldtest],
  writers: [golddatafile],
});

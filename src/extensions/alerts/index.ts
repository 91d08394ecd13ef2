import { defineExtension } from "../../run/plugins/define-extension.js";
import { atom } from "./atom.js";
import { junit } from "./junit.js";

export default defineExtension({
  name: "alerts",
  summary: "Tells feed readers and CI servers which seeds are off-topic now.",
  writers: [atom, junit],
});

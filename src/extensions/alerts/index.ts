import { defineExtension } from "../../run/plugins/define-extension.js";
import { junit } from "./junit.js";

export default defineExtension({
  name: "alerts",
  summary: "Tells CI servers which seeds are off-topic now.",
  writers: [junit],
});

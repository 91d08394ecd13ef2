import { defineExtension } from "../../run/plugins/define-extension.js";

export default defineExtension({
  name: "pictures",
  summary: "Draws small pictures of captures.",
  commands: { pictures: async () => (await import("./command.js")).picturesCommand },
});

import DefaultTheme from "vitepress/theme";
import { diagram } from "./diagram.mjs";

// biome-ignore lint/style/noDefaultExport: the generator wants it
export default {
  extends: DefaultTheme,
  enhanceApp: (/** @type {{ app: import("vue").App }} */ { app }) => app.component("Diagram", diagram),
};

import { defineConfig } from "vitepress";
import { clientFolder, placeOf, sections } from "../pages.mjs";

const addressOf = (/** @type {string} */ page) => `/${placeOf(page).replace(/(index)?\.md$/, "")}`;

const sidebar = sections.map(({ title, pages }) => ({
  text: title === "Optional" ? "The project" : title,
  items: pages.map(({ title: text, page }) => ({ text, link: addressOf(page) })),
}));

const client = { text: "Reference of the client", link: `/${clientFolder}/` };

// biome-ignore lint/style/noDefaultExport: the generator wants it
export default defineConfig({
  srcDir: "pages",
  title: "Podwright",
  description: "Pods and serverless endpoints as Pulumi resources that wait, keep their ids, show drift and drain",
  metaChunk: true,
  markdown: { anchor: { slugify }, config: adapted },
  themeConfig: {
    search: { provider: "local" },
    nav: [
      { text: "Getting started", link: "/docs/getting-started" },
      { text: "Resources", link: "/provider/kinds/pod/pod" },
      { text: "Commands", link: "/docs/commands/" },
      client,
    ],
    sidebar: [...sidebar, { text: "Generated", items: [client] }],
    outline: { level: [2, 3] },
  },
});

/** Returns the anchor of a heading as GitHub writes it, so that links to headings work in both places. @param {string} heading */
function slugify(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
}

/** @param {import("vitepress").MarkdownRenderer} markdown */
function adapted(markdown) {
  withoutInterpolation(markdown);
  withDiagrams(markdown);
}

/** Passes Mermaid blocks to the theme, which draws them. @param {import("vitepress").MarkdownRenderer} markdown */
function withDiagrams({ renderer }) {
  const fence = renderer.rules.fence;
  renderer.rules.fence = (tokens, index, ...others) => {
    const { info = "", content = "" } = tokens[index] ?? {};
    if (info.trim() === "mermaid") return `<Diagram text="${encodeURIComponent(content)}" />`;
    return fence?.(tokens, index, ...others) ?? "";
  };
}

/** Keeps Vue from interpreting braces in code. @param {import("vitepress").MarkdownRenderer} markdown */
function withoutInterpolation({ renderer }) {
  const inline = renderer.rules.code_inline;
  renderer.rules.code_inline = (...all) => inline?.(...all).replace(/^<code/, "<code v-pre") ?? "";
}

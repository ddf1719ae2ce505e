import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { repositoryFolder } from "../lib/machine.mjs";

/** Folder of the generator's pages. They are copies, in the same folders as in the repository. */
export const source = path.join(import.meta.dirname, "pages");

/** Folder of the client's reference. It is generated here and is not in the repository. */
export const clientFolder = "api";

/** Pages for Pulumi's registry, which contain marks of the registry. */
const ofTheRegistry = new Set(["docs/_index.md", "docs/installation-configuration.md"]);

const read = (/** @type {string} */ file) => readFileSync(path.join(repositoryFolder, file), "utf8");

/** @typedef {{ title: string, pages: { title: string, page: string }[] }} Section */

/** Sections of llms.txt, which lists every page. @type {readonly Section[]} */
export const sections = read("llms.txt")
  .split(/^## /m)
  .slice(1)
  .map((text) => ({
    title: text.split("\n", 1).join(),
    pages: [...text.matchAll(/^- \[(.+)\]\((\S+)\): /gm)]
      .map(([, title = "", page = ""]) => ({ title: title.replaceAll("`", ""), page }))
      .filter(({ page }) => !ofTheRegistry.has(page)),
  }));

const pages = sections.flatMap((section) => section.pages.map(({ page }) => page));

/** Returns the place of a page on the site. The README.md of a folder becomes its index. @param {string} page */
export const placeOf = (page) => page.replace(/(^|\/)README\.md$/, "$1index.md");

/** Address where readers can see the code, if package.json contains the address. @type {{ homepage?: string }} */
const { homepage } = JSON.parse(read("package.json"));

export function writePages() {
  rmSync(source, { recursive: true, force: true });
  for (const page of pages) {
    const file = path.join(source, placeOf(page));
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, adapted(page));
  }
}

/** Writes texts for programs: llms.txt and each page unchanged. @param {string} folder */
export function writeTexts(folder) {
  for (const file of ["llms.txt", ...pages, ...ofTheRegistry]) {
    cpSync(path.join(repositoryFolder, file), path.join(folder, file));
  }
}

/** @param {string} page */
function adapted(page) {
  const [outside, ...blocks] = read(page).split(/^( *```)/m);
  // Odd parts are the marks of code blocks, and code follows every second mark. Only text gets links.
  const parts = blocks.map((part, index) => (index % 4 === 3 ? linked(part, page) : part));
  return [linked(outside ?? "", page), ...parts].join("");
}

/** @param {string} text @param {string} page */
function linked(text, page) {
  return text.replace(/\[([^\][]*)\]\(([^)\s]+)\)/g, (_whole, words, link) => {
    const target = linkFrom(page, link);
    return target === undefined ? words : `[${words}](${target})`;
  });
}

/**
 * Returns the target of a link. Links to pages stay on the site. Links to other files lead to the code's address, if known.
 * @param {string} page @param {string} link
 */
function linkFrom(page, link) {
  if (/^(\w+:|#)/.test(link)) return link;
  const [file = "", anchor] = link.split("#");
  const hash = anchor === undefined ? "" : `#${anchor}`;
  const target = path.posix.join(path.posix.dirname(page), file);
  const from = path.posix.dirname(placeOf(page));
  if (pages.includes(target)) return `./${path.posix.relative(from, placeOf(target))}${hash}`;
  const there = path.join(repositoryFolder, target);
  if (!existsSync(there)) throw new Error(`${page} links to ${link}, which does not exist`);
  if (/\.(svg|png)$/.test(target)) {
    cpSync(there, path.join(source, target));
    return `./${path.posix.relative(from, target)}`;
  }
  if (homepage === undefined) return undefined;
  return `${homepage}/${statSync(there).isDirectory() ? "tree" : "blob"}/main/${target}${hash}`;
}

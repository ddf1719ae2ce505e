import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Matches the folder of the last package in a path, because a package can be inside another package's folder. */
const PACKAGE = /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+/;

const LICENCE_FILE = /^(licen[cs]e|notice|copying)/i;

/** File with the notices, beside each bundle. */
export const NOTICES = "THIRD-PARTY.md";

/** File in which the build lists the packages of all bundles, such as "zod 4.6.7". */
export const BUNDLED = "dist/bundled.json";

/**
 * Returns the notices that the licences of bundled packages require, as Markdown.
 * @param {readonly string[]} inputs bundled files, as esbuild's metafile names them
 * @param {string} folder folder that these names are relative to
 */
export function thirdPartyNotices(inputs, folder) {
  const packages = foldersOf(inputs).map((place) => describe(path.resolve(folder, place)));
  const sections = packages.sort((a, b) => a.title.localeCompare(b.title, "en")).map(sectionOf);
  return `# Software by others\n\nThis program contains these packages, each under its own licence.\n\n${sections.join("\n")}`;
}

/** @param {readonly string[]} inputs @param {string} folder */
export function packagesOf(inputs, folder) {
  const manifests = foldersOf(inputs).map((place) => manifestIn(path.resolve(folder, place)));
  return manifests.map(({ name, version }) => `${name} ${version}`).sort();
}

/** @param {readonly string[]} inputs */
const foldersOf = (inputs) => [...new Set(inputs.flatMap((input) => PACKAGE.exec(input)?.[0] ?? []))];

/** @param {string} folder */
const manifestIn = (folder) => JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));

/** @param {string} folder */
function describe(folder) {
  const { name, version, license, author } = manifestIn(folder);
  const files = readdirSync(folder).filter((file) => LICENCE_FILE.test(file));
  const texts = files.map((file) => readFileSync(path.join(folder, file), "utf8").trim());
  // Some packages name this licence only in their manifest.
  if (texts.length === 0 && license === "MIT") texts.push(mitFor(author?.name ?? author ?? `the authors of ${name}`));
  if (texts.length === 0) throw new Error(`${name} ${version} has no file with its licence, and the build bundles it.`);
  return { title: `${name} ${version} (${license})`, texts };
}

/** @param {string} author */
function mitFor(author) {
  return `Copyright (c) ${author}\n\n${readFileSync(path.join(import.meta.dirname, "MIT.txt"), "utf8").trim()}`;
}

/** @param {ReturnType<typeof describe>} described */
function sectionOf({ title, texts }) {
  return `## ${title}\n\n${texts.map((text) => `\`\`\`\`text\n${text}\n\`\`\`\`\n`).join("\n")}`;
}

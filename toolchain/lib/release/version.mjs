/** Finds each version of Podwright in a page, an example or a manifest, such as `podwright-0.1.0.tgz` or `"podwright": "0.1.0"`. */
export const NAMED =
  /(podwright(?:-go|-emulator)?["@=^:\- ]*v?|<artifactId>podwright<\/artifactId>\s*<version>|export const VERSION = ")(\d+\.\d+\.\d+)/g;

/** @param {string} text @param {string} from @param {string} to */
export const renamed = (text, from, to) =>
  text.replace(NAMED, (whole, before, version) => (version === from ? `${before}${to}` : whole));

const UNRELEASED = "## [Unreleased]";

/**
 * Returns the changelog of a release. Its unreleased entries become the section of the release. Throws if there are no
 * entries.
 * @param {string} text @param {string} version @param {string} date
 */
export function released(text, version, date) {
  if (sectionOf(text, "Unreleased") === "")
    throw new Error(
      `CHANGELOG.md has nothing under "${UNRELEASED}": describe there how ${version} changes Podwright for users`,
    );
  return text.replace(UNRELEASED, `${UNRELEASED}\n\n## [${version}] - ${date}`);
}

/**
 * Returns the changelog's entries of one version, which are also the notes of the release. @param {string} text @param
 * {string} version
 */
export function sectionOf(text, version) {
  const [, ...sections] = text.split(/^## \[/m);
  const section = sections.find((candidate) => candidate.startsWith(`${version}]`)) ?? "";
  return section.slice(section.indexOf("\n") + 1).trim();
}

/** @param {string} next @param {string} current */
export function requireNewer(next, current) {
  const [a, b] = [next, current].map((version) => /^(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number));
  if (!a || !b) throw new Error(`"${next}" is not a version. Usage: npm run release -- 1.2.3 [--dry-run]`);
  const differing = a.findIndex((part, index) => part !== b[index]);
  if (differing === -1 || (a[differing] ?? 0) < (b[differing] ?? 0))
    throw new Error(`${next} is not newer than ${current}, the version in package.json`);
}

import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { isFolder, type ProjectFile } from "../stack/project-file";

/** A program in the user's working tree, and the checkout of another commit. */
export interface TwoTrees {
  readonly project: ProjectFile;
  /** The top folder of the user's working tree. */
  readonly root: string;
  /** The top folder of the checkout. */
  readonly checkout: string;
}

/**
 * The files of each language that determine the installed packages. The second list counts only if the project has no
 * file of the first list.
 */
const determining: Readonly<Record<string, readonly [readonly string[], readonly string[]]>> = {
  nodejs: [
    ["package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock", "bun.lockb"],
    ["package.json"],
  ],
  python: [["poetry.lock", "Pipfile.lock", "requirements.txt"], ["pyproject.toml"]],
};

/**
 * Lends a checkout the packages that are installed in the user's folder. Returns the file that differs if the checkout
 * needs other packages. Programs in Go, Java, .NET and YAML need no packages in the folder. uv installs packages when
 * Pulumi runs the program.
 */
export function lendPackages(trees: TwoTrees): { readonly differs: string } | undefined {
  const { project } = trees;
  const language = project.runtime === "bun" ? "nodejs" : project.runtime;
  const files = determining[language];
  const levels = foldersUpTo(trees);
  const installed =
    language === "nodejs" ? levels.filter((level) => isFolder(join(level, "node_modules"))) : virtualenvOf(project);
  if (files === undefined || installed.length === 0) return undefined;
  const [locks, declarations] = files.map((names) => foundIn(levels, names, trees));
  const differing = (locks?.length === 0 ? declarations : locks)?.find(({ isSame }) => !isSame);
  if (differing !== undefined) return { differs: differing.file };
  for (const level of installed) {
    if (language === "nodejs") lendModules(join(level, "node_modules"), trees);
    else lend(level, trees);
  }
  return undefined;
}

/** Returns the folder of the project and the folders above it in the repository. */
function foldersUpTo({ project, root }: TwoTrees): string[] {
  const parts = relative(root, realpathSync(project.folder)).split(sep);
  return parts
    .map((_, index) => join(root, ...parts.slice(0, parts.length - index)))
    .concat(parts[0] === "" ? [] : root);
}

function virtualenvOf({ folder, virtualenv = ".venv", toolchain }: ProjectFile): string[] {
  const path = resolve(realpathSync(folder), virtualenv);
  return toolchain !== "uv" && isFolder(path) ? [path] : [];
}

function foundIn(levels: readonly string[], names: readonly string[], trees: TwoTrees) {
  const paths = levels.flatMap((level) => names.map((name) => join(level, name)));
  return paths.flatMap((path) => {
    const [here, there] = [path, inCheckout(path, trees)].map(contentOf);
    if (here === undefined && there === undefined) return [];
    return [
      { file: relative(trees.root, path), isSame: here !== undefined && there !== undefined && here.equals(there) },
    ];
  });
}

function contentOf(file: string): Buffer | undefined {
  return existsSync(file) ? readFileSync(file) : undefined;
}

/**
 * Links each package. If the repository itself contains a package, the link leads to the package's code in the
 * checkout.
 */
function lendModules(modules: string, trees: TwoTrees): void {
  const target = inCheckout(modules, trees);
  if (existsSync(target)) return;
  mkdirSync(target, { recursive: true });
  for (const entry of readdirSync(modules, { withFileTypes: true })) {
    const path = join(modules, entry.name);
    if (entry.isDirectory() && entry.name.startsWith("@")) lendModules(path, trees);
    else symlinkSync(entry.isSymbolicLink() ? ownCode(path, trees) : path, join(target, entry.name), "junction");
  }
}

function ownCode(link: string, trees: TwoTrees): string {
  const real = existsSync(link) ? realpathSync(link) : link;
  const isOwn = real.startsWith(`${trees.root}${sep}`) && !real.includes(`${sep}node_modules${sep}`);
  return isOwn ? inCheckout(real, trees) : real;
}

function lend(folder: string, trees: TwoTrees): void {
  const target = inCheckout(folder, trees);
  const isInside = folder.startsWith(`${trees.root}${sep}`);
  if (isInside && !existsSync(target)) symlinkSync(folder, target, "junction");
}

function inCheckout(path: string, { root, checkout }: TwoTrees): string {
  return join(checkout, relative(root, path));
}

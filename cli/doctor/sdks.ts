import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseJson } from "../../kernel/text";
import { isRecord } from "../../kernel/values";
import { VERSION } from "../../kernel/version";
import { goModuleOf, homeOf } from "../../provider/schema/package/home";
import { manifest } from "../context/manifest";
import type { ProjectFile } from "../stack/project-file";

/** A package of Podwright that a program needs in its own language, and its installed version. */
export interface Sdk {
  /** The package, such as `podwright` or `pulumi-podwright`. */
  readonly name: string;
  /**
   * Installed version. `undefined` if the package is not installed. `""` for a package without a version, such as a
   * module from a folder.
   */
  readonly version: string | undefined;
  /** True if the package needs the provider plugin of the same version. */
  readonly usesPlugin: boolean;
  /** The command that installs the package. `CLONE` stands for the user's clone of Podwright. */
  readonly install: string;
}

/**
 * Returns the packages of Podwright for the project's program, or `undefined` for a language that Podwright does not
 * examine.
 */
export function sdksOf(project: ProjectFile): readonly Sdk[] | undefined {
  switch (project.runtime) {
    case "nodejs":
      return nodePackages(project.folder);
    case "python":
      return [pythonPackage(project)];
    case "go":
      return goModules(project.folder);
    case "yaml":
      return [];
    default:
      return undefined;
  }
}

/** Returns the version of a package that a Node program in the folder would load. */
export function nodePackage(folder: string, name: string): string | undefined {
  const installed = parseJson(text(join(folder, "node_modules", name, "package.json")));
  if (isRecord(installed) && typeof installed.version === "string") return installed.version;
  return folder === dirname(folder) ? undefined : nodePackage(dirname(folder), name);
}

type Manifest = Readonly<Record<"dependencies" | "devDependencies", Readonly<Record<string, string>> | undefined>>;

function nodePackages(folder: string): Sdk[] {
  const project = parseJson(text(join(folder, "package.json"))) as Manifest | undefined;
  const declared: Manifest["dependencies"] = { ...project?.dependencies, ...project?.devDependencies };
  const wanted = ["podwright", "pulumi-podwright"].filter((name) => declared?.[name] !== undefined);
  return wanted.map((name) => {
    const usesPlugin = name === "pulumi-podwright";
    // No registry has the package yet, so only a file in package.json lets npm install it.
    const install = declared?.[name]?.startsWith("file:")
      ? "npm install"
      : `npm install CLONE/build/${name}-${VERSION}.tgz`;
    return { name, version: nodePackage(folder, name), usesPlugin, install };
  });
}

const pythonName = "pulumi_podwright";

function pythonPackage({ folder, virtualenv }: ProjectFile): Sdk {
  const homes = [...(virtualenv === undefined ? [] : [virtualenv]), "venv", ".venv"].map((home) => join(folder, home));
  const libraries = homes.flatMap((home) => [
    ...entries(join(home, "lib")).map((version) => join(home, "lib", version, "site-packages")),
    join(home, "Lib", "site-packages"),
  ]);
  const found = libraries.flatMap((library) => entries(library)).map((name) => distribution.exec(name)?.[1]);
  const version = found.find((one) => one !== undefined);
  return { name: pythonName, version, usesPlugin: true, install: "pip install CLONE/sdk/python" };
}

const distribution = /^pulumi_podwright-(.+)\.dist-info$/;

function goModules(folder: string): Sdk[] {
  const name = goModuleOf(homeOf(manifest()));
  const line = new RegExp(`${name.replaceAll(".", "\\.")}\\s+v(\\S+)`);
  const wanted = line.exec(text(join(folder, "go.mod")))?.[1];
  if (wanted === undefined) return [];
  const version = wanted.startsWith("0.0.0") ? "" : wanted;
  return [{ name, version, usesPlugin: true, install: "go mod download" }];
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function text(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

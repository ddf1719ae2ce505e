import { readFileSync } from "node:fs";
import path from "node:path";
import { addressesOf, goModuleOf, homeOf } from "../../provider/schema/package/home";

const { version, ...manifest } = JSON.parse(readFileSync(path.resolve(__dirname, "../../package.json"), "utf8"));
const home = homeOf(manifest);
const { pluginDownloadURL } = addressesOf(home);
const go = goModuleOf(home);

const block = (words: string, ...lines: readonly string[]) => `\`\`\`${words}\n${lines.join("\n")}\n\`\`\``;
const paragraphs = (...parts: readonly string[]) => parts.join("\n\n");

/** The plugin's program is also the command line. */
const linkCommand = [
  "mkdir -p ~/.local/bin",
  `ln -sf ~/.pulumi/plugins/resource-podwright-v${version}/pulumi-resource-podwright ~/.local/bin/podwright`,
];

/**
 * Writes the installation of the plugin and of the command `podwright`. If package.json names the project's home,
 * Pulumi downloads the plugin from there.
 */
export function onAMachine(): string {
  if (pluginDownloadURL !== undefined)
    return paragraphs(
      "Pulumi fetches the plugin by itself for a package from a registry. Install it by hand for YAML and for the command `podwright`, which the npm package contains as `npx podwright`:",
      block("sh", installPlugin(version), ...linkCommand),
    );
  return paragraphs(
    "Podwright is not published yet, so you build its files in a clone. The build needs npm and Node 20 or newer. Make the clone in the folder that contains your projects:",
    block(
      "sh skip",
      "git clone <address of this repository> podwright",
      "(cd podwright && npm run setup && npm run package -- --here)   # writes the files into podwright/build",
    ),
    "In the same folder, install the plugin and the command `podwright`, which is a link to the plugin's program. A project in TypeScript needs neither: its npm package contains the command as `npx podwright`.",
    block(
      "sh",
      `pulumi plugin install resource podwright ${version} --reinstall --file podwright/build/pulumi-resource-podwright-v${version}-*.tar.gz`,
      ...linkCommand,
    ),
    "The plugin and the command need no Node. If a machine has no Node, build on another machine with the same operating system and processor type, and copy the folder `podwright`.",
    "No registry has Podwright yet. If a registry has a package or plugin named Podwright, it is not from this project.",
  );
}

const npmInstall = (archive: string) => `npm install ${archive} @pulumi/pulumi typescript @types/node`;

const packages =
  home === undefined
    ? {
        TypeScript: npmInstall(`../podwright/build/podwright-${version}.tgz`),
        Python: "python3 -m venv venv && . venv/bin/activate && pip install ../podwright/sdk/python",
        // `go get` would ask a proxy for the module, which no proxy has.
        Go: `go mod edit -replace ${go}=../podwright/sdk/go && go mod tidy`,
        Java: "mvn --file ../podwright/sdk/java install",
        "C#": "dotnet add reference ../podwright/sdk/dotnet/Podwright.RunPod.csproj",
      }
    : {
        TypeScript: npmInstall("podwright"),
        Python: "python3 -m venv venv && . venv/bin/activate && pip install pulumi_podwright",
        Go: `go get ${go}/podwright .`,
        "C#": "dotnet add package Podwright.RunPod",
      };

/** Writes the installation of each language's package. Each line ends with its language. */
export function inAProject(): string {
  const place = home === undefined ? "In your project's folder, beside the clone" : "In your project's folder";
  return paragraphs(
    `${place}, run only the line for your language. YAML needs no package${home === undefined ? ". `go mod tidy` needs a program that imports the package" : ""}:`,
    block("sh", ...Object.entries(packages).map(([language, line]) => `${line} # ${language}`)),
  );
}

/** Writes the line of TypeScript, for a page with a program. */
export const packageForTypeScript = () => block("sh", packages.TypeScript);

/** Writes the file from which `pulumi install` and pip install the package for Python. */
export const packageForPython = () =>
  block("sh", `echo ${home === undefined ? "../podwright/sdk/python" : "pulumi_podwright"} > requirements.txt`);

/** Writes the line of the plugin's own package for TypeScript. */
export const pluginPackageForTypeScript = () =>
  block(
    "sh",
    npmInstall(home === undefined ? `../podwright/build/pulumi-podwright-${version}.tgz` : "pulumi-podwright"),
  );

/** Writes the installation of the plugin, for readers of Pulumi's registry. */
export function pluginInstallation(): string {
  if (pluginDownloadURL === undefined)
    return "No registry has Podwright yet. [The README](../README.md#install) shows how to build and install the plugin and the packages.";
  return `Pulumi installs the plugin itself when a program needs it. By hand:\n\n${block("bash", installPlugin("<version>"))}`;
}

const installPlugin = (wanted: string) =>
  `pulumi plugin install resource podwright ${wanted} --server ${pluginDownloadURL}`;

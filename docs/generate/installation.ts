import { readFileSync } from "node:fs";
import path from "node:path";
import { addressesOf, goModuleOf, homeOf } from "../../provider/schema/package/home";

const { version, ...manifest } = JSON.parse(readFileSync(path.resolve(__dirname, "../../package.json"), "utf8"));
const home = homeOf(manifest);
const { pluginDownloadURL } = addressesOf(home);

/** Writes the installation from registries. Before the project has a home, no registry has its packages. */
export function fromRegistries(): string {
  if (home === undefined)
    return "No registry has Podwright yet. If a registry has a package or plugin named Podwright, it is not from this project. Install only from files.";
  const commands = [
    "npm install pulumi-podwright @pulumi/pulumi typescript @types/node # TypeScript",
    "python3 -m venv venv && . venv/bin/activate && pip install pulumi_podwright # Python",
    `go get ${goModuleOf(home)}/podwright . # Go`,
    "dotnet add package Podwright.RunPod # C#",
    ...(pluginDownloadURL === undefined ? [] : [`${installPlugin(version)} # YAML`]),
  ];
  return [
    "From the registries, where Pulumi fetches the plugin for TypeScript, Python and Go by itself:",
    `\`\`\`sh\n${commands.join("\n")}\n\`\`\``,
  ].join("\n\n");
}

/** Writes the installation of the plugin, for readers of Pulumi's registry. */
export function pluginInstallation(): string {
  if (pluginDownloadURL === undefined)
    return "No registry has Podwright yet. A clone of its repository makes the SDKs and the plugin, and its getting-started page says how.";
  return `Pulumi installs the plugin itself when a program needs it. By hand:\n\n\`\`\`bash\n${installPlugin("<version>")}\n\`\`\``;
}

const installPlugin = (wanted: string) =>
  `pulumi plugin install resource podwright ${wanted} --server ${pluginDownloadURL}`;

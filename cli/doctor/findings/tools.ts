import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { VERSION } from "../../../kernel/version";
import { isAtLeast, oldestEngine, oldestNode, oldestNodeSdk } from "../../../provider/hosts/node/versions";
import { valueIn } from "../../context/attempt";
import type { CommandContext } from "../../context/context";
import { isPluginOnPath } from "../../migrate/installation";
import type { ProjectFile } from "../../stack/project-file";
import type { Facts } from "../facts";
import { type Found, problem, unchecked, warning, well } from "../finding";
import { nodePackage, type Sdk, sdksOf } from "../sdks";

type Machine = Pick<Facts, "pulumi" | "node" | "plugins" | "project">;

/**
 * Makes findings about Node, the engine, the provider plugin and the SDKs, and about versions that do not fit each
 * other.
 */
export function toolFindings(facts: Machine, { env }: Pick<CommandContext, "env">): Found[] {
  const project = valueIn(facts.project);
  const sdks = project && sdksOf(project);
  return [
    nodeFinding(facts, project?.runtime),
    pulumiFinding(facts),
    ...pluginFindings(facts, sdks, isPluginOnPath(env.PATH ?? "")),
    ...(sdks ?? []).map((sdk) => sdkFinding(sdk, project?.runtime)),
    ...(project?.runtime === "nodejs" ? nodeSdkFinding(project.folder) : []),
  ];
}

const INSTALL_NODE = `Put Node ${oldestNode} or newer first on the PATH.`;

function nodeFinding({ node }: Machine, runtime: string | undefined): Found {
  const { bun, node: own } = process.versions;
  const here = `this command runs on ${bun === undefined ? `Node ${own}` : `Bun ${bun}`}`;
  // The executable needs no Node, so only programs for Node need one.
  if (bun !== undefined && runtime !== "nodejs")
    return well("node", `Neither the command nor the project needs Node: ${here}.`);
  if ("error" in node) {
    return problem("node", `There is no usable \`node\` on the PATH (${node.error}); ${here}.`, INSTALL_NODE);
  }
  if (!isAtLeast(node.value, oldestNode)) {
    return problem(
      "node",
      `The \`node\` on the PATH is ${node.value}, and Podwright needs ${oldestNode}.`,
      INSTALL_NODE,
    );
  }
  return well("node", `The \`node\` on the PATH is ${node.value}; ${here}.`);
}

function pulumiFinding({ pulumi }: Machine): Found {
  const install = "Install Pulumi (https://www.pulumi.com/docs/install), or put its folder on the PATH.";
  if ("error" in pulumi) return problem("pulumi", `Podwright cannot use Pulumi: ${pulumi.error}.`, install);
  if (isAtLeast(pulumi.value, oldestEngine)) return well("pulumi", `Pulumi is ${pulumi.value}.`);
  const message = `Pulumi is ${pulumi.value}. The oldest tested version is ${oldestEngine}.`;
  return warning("pulumi", message, "Install a newer Pulumi.");
}

/**
 * Makes findings about the plugin and the SDKs. `sdks` is `undefined` without a project, and for a language that
 * Podwright does not examine.
 */
function pluginFindings({ plugins, ...facts }: Machine, sdks: readonly Sdk[] | undefined, onPath: boolean): Found[] {
  const check = "plugin";
  if ("error" in plugins) {
    return [unchecked(check, `Pulumi could not list the installed plugins: ${plugins.error}.`, "Repair Pulumi first.")];
  }
  const versions = plugins.value;
  const has = versions.length === 0 ? "is not installed" : `is installed as ${versions.join(", ")}`;
  const install = (wanted: string) =>
    `\`pulumi plugin install resource podwright ${wanted} --reinstall --file ARCHIVE\` installs it.`;
  // The engine uses the plugin on the PATH, whatever the version of that plugin.
  if (onPath)
    return [well(check, "The provider plugin is on the PATH. Pulumi prefers this plugin to installed plugins.")];
  const project = valueIn(facts.project);
  if (project?.localPlugin !== undefined) return [localPluginFinding(project, project.localPlugin)];
  const wanted = sdks?.find(({ usesPlugin }) => usesPlugin);
  if (wanted?.version !== undefined && wanted.version !== "") {
    if (versions.includes(wanted.version)) return [well(check, `The provider plugin ${has}, as ${wanted.name} needs.`)];
    const message = `The provider plugin ${has}, but ${wanted.name} ${wanted.version} needs version ${wanted.version} of the plugin.`;
    return [problem(check, message, install(wanted.version))];
  }
  if (versions.length === 0) {
    const message = "The provider plugin is not installed.";
    if (wanted !== undefined || project?.runtime === "yaml") return [problem(check, message, install(VERSION))];
    return project !== undefined ? [] : [well(check, `${message} Only stacks that use the plugin need it.`)];
  }
  if (versions.includes(VERSION)) return [well(check, `The provider plugin ${has}.`)];
  return [warning(check, `The provider plugin ${has}, and this command is ${VERSION}.`, install(VERSION))];
}

/** Makes a finding about the plugin that the project file names. Pulumi accepts the program or its folder. */
function localPluginFinding({ file, folder }: ProjectFile, path: string): Found {
  const at = resolve(folder, path);
  const programs = [at, join(at, "pulumi-resource-podwright"), join(at, "pulumi-resource-podwright.exe")];
  if (programs.some((one) => statSync(one, { throwIfNoEntry: false })?.isFile() === true))
    return well("plugin", `The project takes the provider plugin from ${path}.`);
  const message = `The project takes the provider plugin from ${path}, but there is no pulumi-resource-podwright.`;
  return problem("plugin", message, `Correct \`plugins.providers\` in ${file}.`);
}

function sdkFinding({ name, version: found, install }: Sdk, runtime: string | undefined): Found {
  if (found === undefined) {
    const message = `${name} is not installed for this project`;
    const clone = install.includes("CLONE") ? ", with the path of your clone of Podwright for CLONE" : "";
    if (runtime === "python") {
      return unchecked(
        "sdk",
        `${message}'s virtual environment.`,
        `\`${install}\` installs the package${clone}. Ignore this line if the package is in another folder.`,
      );
    }
    return problem("sdk", `${message}.`, `Run \`${install}\` in its folder${clone}.`);
  }
  if (found === "") return well("sdk", `The project takes ${name} from a folder.`);
  if (found === VERSION) return well("sdk", `${name} is ${found}, the same version as this command.`);
  const message = `${name} is ${found}, and this command is ${VERSION}.`;
  return warning(
    "sdk",
    message,
    "Use the same version of both, because both read the state, and two versions write different texts into the state.",
  );
}

function nodeSdkFinding(folder: string): Found[] {
  const found = nodePackage(folder, "@pulumi/pulumi");
  const install = `Run \`npm install @pulumi/pulumi@^${oldestNodeSdk}\` in its folder.`;
  if (found === undefined) return [problem("pulumi-sdk", "@pulumi/pulumi is not installed for this project.", install)];
  if (isAtLeast(found, oldestNodeSdk)) return [well("pulumi-sdk", `@pulumi/pulumi is ${found}.`)];
  return [problem("pulumi-sdk", `@pulumi/pulumi is ${found}, and Podwright needs ${oldestNodeSdk}.`, install)];
}

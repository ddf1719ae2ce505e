import { asCalled } from "../../kernel/as-called";
import { quoted } from "../../provider/pulumi/state-commands";
import type { RunStack } from "../../provider/session/run";
import type { Environment } from "../../provider/settings/settings";
import { code } from "../output/markdown";
import type { Section } from "../output/report";

export interface StackLocation {
  /** The folder of the Pulumi project. */
  readonly cwd: string;
  /** Name of the stack. Default: the stack that Pulumi has selected in the folder. */
  readonly stack?: string | undefined;
  /** The name of the stack's project, if no folder contains it. Pulumi then runs in an empty project of this name. */
  readonly project?: string | undefined;
  /** The absolute path of the file with the stack's configuration. Default: Pulumi's own file for the stack. */
  readonly configFile?: string | undefined;
  /** A copy of the folder. If there is a copy, Pulumi runs in it. */
  readonly copy?: ProjectCopy | undefined;
}

export interface ProjectCopy {
  readonly folder: string;
  /** Variables that make Pulumi use the backend and the files of the user's folder. */
  readonly env: Environment;
}

/** Names a stack, such as `production in infra`, and omits the parts that are not necessary. */
export function placeOf({ cwd, stack }: { readonly cwd: string; readonly stack?: string | null | undefined }): string {
  return `${stack ?? "the selected stack"}${cwd === "." || cwd === "" ? "" : ` in ${cwd}`}`;
}

/** Returns the name of a stack as a heading, such as `Stack production in infra`. */
export function headingOf(place: Parameters<typeof placeOf>[0]): Required<Section>["heading"] {
  const title = place.stack == null ? placeOf(place).replace(/^t/, "T") : `Stack ${placeOf(place)}`;
  return { title, markdown: `Stack ${code(placeOf(place))}` };
}

/** Returns one sentence with the error of each failed stack of a report. */
export function failuresIn(
  stacks: readonly (Parameters<typeof placeOf>[0] & { readonly error?: string | undefined })[],
): string[] {
  return stacks.flatMap(({ error, ...place }) => (error === undefined ? [] : [`${placeOf(place)}: ${error}`]));
}

export function commandFor({ cwd, stack, configFile }: StackLocation, command: string): string {
  const takesFile = /^(podwright|pulumi (up|preview|refresh|import|destroy|config)) /.test(`${command} `);
  const flags = [
    ...(cwd === "." ? [] : ["--cwd", cwd]),
    ...(stack === undefined ? [] : ["--stack", stack]),
    ...(configFile === undefined || !takesFile ? [] : ["--config-file", configFile]),
  ];
  return [asCalled(command), ...flags.map(quoted)].join(" ");
}

/**
 * Returns the stack of a name such as `acme/shop/prod`, or `prod` for a stack of the given project. A self-managed
 * backend calls its only organization "organization".
 */
export function stackNamed(name: string, projectOfFolder = ""): RunStack {
  const parts = name.split("/");
  const [organization = "-"] = parts.length > 1 ? parts : [];
  const project = parts.length > 2 ? (parts[1] ?? "") : projectOfFolder;
  return { organization: organization === "organization" ? "-" : organization, project, stack: ownName(name) };
}

/** Returns the name by which Pulumi finds the stack in every folder. */
export function fullNameOf({ organization, project, stack }: RunStack): string {
  return `${organization === "-" ? "organization" : organization}/${project}/${stack}`;
}

/** Returns whether both are the same stack. An unknown organization matches every organization. */
export function isSameStack(a: RunStack, b: RunStack): boolean {
  const isSameOrganization = [a.organization, "-"].includes(b.organization) || a.organization === "-";
  return isSameOrganization && a.project === b.project && a.stack === b.stack;
}

/** Returns the own name of a stack, such as `prod` of `organization/project/prod`. */
export function ownName(stack: string): string {
  return stack.split("/").at(-1) ?? stack;
}

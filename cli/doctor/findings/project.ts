import { withoutPasswords } from "../../../client/http/secrets/passwords";
import { lastDeclared } from "../../drift/comparing/last-declared";
import { nameOf, pendingIn } from "../../stack/state";
import type { Facts } from "../facts";
import { type Found, problem, unchecked, warning, well } from "../finding";

/** Makes findings about the project, the login, the stack, and an unfinished run. */
export function projectFindings(facts: Facts): Found[] {
  const { project, backend, stackName } = facts;
  if (project === undefined) {
    const message = "This folder has no Pulumi project, so the command checked no stack and no configuration.";
    return [unchecked("project", message, "Run the command in a project's folder, or set --cwd to it.")];
  }
  if ("error" in project) return [problem("project", `${project.error}.`, "Correct the file: Pulumi refuses it too.")];
  const { name, runtime } = project.value;
  return [
    well("project", `The project is ${name}, a program in ${runtime}.`),
    ...(backend === undefined ? [] : [backendFinding(backend)]),
    ...(stackName === undefined ? [] : [stackFinding(stackName)]),
    ...stateFindings(facts),
  ];
}

function backendFinding(backend: NonNullable<Facts["backend"]>): Found {
  if ("value" in backend)
    return well("backend", `The stacks' states are in ${withoutPasswords(backend.value.replace(/\?.*$/s, ""))}.`);
  const message = `Pulumi cannot reach the backend that stores its states: ${backend.error}.`;
  return problem("backend", message, "Run `pulumi login`, or check PULUMI_BACKEND_URL and its credentials.");
}

function stackFinding(stackName: NonNullable<Facts["stackName"]>): Found {
  if ("value" in stackName) return well("stack", `The stack is ${stackName.value}.`);
  if (stackName.error.includes(".attrs")) {
    return problem(
      "stack",
      `Pulumi can read no stack: ${stackName.error}.`,
      "No command of Pulumi works before you solve this.",
    );
  }
  const message = `Podwright can use no stack: ${stackName.error}.`;
  return problem("stack", message, "Run `pulumi stack select <name>` or `pulumi stack init <name>`, or give --stack.");
}

function stateFindings({ state, runs, locked, stack }: Facts): Found[] {
  if (state === undefined) return [];
  const commandLine = (command: string) => stack.commandLine(command);
  if ("error" in state) {
    const message = `Podwright cannot read the stack's state: ${state.error}.`;
    return [problem("state", message, "Solve this problem first, because every command of Pulumi reads the state.")];
  }
  const pending = pendingIn(state.value).map(({ type, resource }) => `${type} ${nameOf(resource.urn)}`);
  const cancel = `\`${commandLine("pulumi cancel --yes")}\``;
  const recover = `\`${commandLine("podwright recover")}\``;
  const up = `\`${commandLine("pulumi up")}\``;
  const lock = locked
    ? [
        problem(
          "lock",
          "The stack is locked by a run that is in progress or was killed.",
          `If no run is in progress: ${cancel}.`,
        ),
      ]
    : [];
  const operations =
    pending.length === 0
      ? [well("pending-operations", "No operation is pending.")]
      : [
          problem(
            "pending-operations",
            `A run is in progress, or was killed during these operations: ${pending.join(", ")}.`,
            `If no run is in progress: ${locked ? `${cancel}, ` : ""}${recover}, then ${up}.`,
          ),
        ];
  return [...lock, ...operations, ...historyFindings({ state: state.value, runs, commandLine })];
}

interface History {
  readonly state: Parameters<typeof lastDeclared>[0]["state"];
  readonly runs: Facts["runs"];
  readonly commandLine: (command: string) => string;
}

function historyFindings({ state, runs, commandLine }: History): Found[] {
  const check = "last-update";
  const drift = `\`${commandLine("podwright drift")}\` shows the effects of the last update.`;
  if (runs === undefined || "error" in runs) {
    const why = runs === undefined ? "" : `: ${runs.error}`;
    return [unchecked(check, `Podwright cannot tell whether the last update succeeded${why}.`, drift)];
  }
  const { unfinished, interruption, lastUpdate } = lastDeclared({ state, runs: runs.value, commandLine });
  // Pending operations have a finding of their own, so this finding leaves out the interruption.
  const sentences = unfinished.filter((sentence) => pendingIn(state).length === 0 || sentence !== interruption);
  if (sentences.length > 0) return sentences.map((sentence) => warning(check, sentence, drift));
  if (lastUpdate === undefined) return [well(check, "The stack has no recorded update.")];
  return [well(check, `The last ${lastUpdate.kind} ${lastUpdate.result}.`)];
}

import type { ExportedState, PendingOperation, StateResource } from "../../../cli/stack/state";
import type { Emulator } from "../../../emulator";
import { environmentOf } from "../../support/account";
import { commandLine } from "./command-line";
import type { FakePulumi } from "./fake-pulumi";

export async function recover(
  emulator: Emulator,
  pulumi: { readonly path: string },
  env: Readonly<Record<string, string | undefined>> = {},
  ...args: string[]
) {
  return await commandLine(["recover", ...args], {
    env: { ...environmentOf(emulator), PODWRIGHT_TIME_SCALE: "0.001", PATH: pulumi.path, ...env },
  });
}

export function stateOf(...pending: PendingOperation[]): ExportedState {
  return { version: 3, deployment: { resources: [], pending_operations: pending } };
}

export function creationOf(resource: StateResource): ExportedState {
  return stateOf({ type: "creating", resource });
}

export function pod(inputs: Readonly<Record<string, unknown>>): StateResource {
  const type = dynamic("Pod");
  return { urn: `urn:pulumi:dev::app::${type}::web`, type, custom: true, inputs: { ...inputs, __provider: "code" } };
}

export function resourcesIn(pulumi: FakePulumi): readonly StateResource[] {
  return pulumi.state<ExportedState>().deployment?.resources ?? [];
}

export function dynamic(kind: string): string {
  return `pulumi-nodejs:dynamic/podwright:${kind}`;
}

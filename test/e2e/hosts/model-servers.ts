import { expect } from "vitest";
import type { Emulator } from "../../../emulator";
import type { TestStack } from "../harness/stack/stack";

interface Named {
  readonly id: string;
  readonly name: string;
}

type Output = "url" | "openaiUrl" | "endpointId" | "keyHint";

/** What an account holds for model servers, without ids, times and the random ends of names. */
export function accountOf(emulator: Emulator, isOurs: (item: Named) => boolean = () => true): unknown {
  const state = emulator.state();
  const [endpoints, templates, networkVolumes] = [
    state.endpoints.filter(isOurs),
    state.templates.filter(isOurs),
    state.networkVolumes.filter(isOurs),
  ];
  const all = [...endpoints, ...templates, ...networkVolumes].reduce(
    (text, { id, name }) => text.replaceAll(id, "<id>").replaceAll(name, name.replace(/-[^-]*$/, "")),
    JSON.stringify({ endpoints, templates, networkVolumes }, withoutTimes),
  );
  return JSON.parse(all);
}

/** The jobs of an application, and the pods of its workers, differ from run to run. */
const withoutTimes = (key: string, value: unknown) => (/At$|^(jobs|pods|workers)$/.test(key) ? undefined : value);

/** The outputs of the stack whose names begin with the text, without it. A joined program in Java also numbers its outputs. */
export function outputsOf(stack: TestStack, start = ""): Record<Output, string> {
  const { checkpoint } = JSON.parse(stack.stateText());
  const { outputs } = checkpoint.latest.resources.find(({ type }: { type: string }) => type === "pulumi:pulumi:Stack");
  const unnumbered = Object.entries(outputs).map(([name, value]) => [name.replace(/^\d+/, ""), value] as const);
  const found = unnumbered.filter(([name]) => name.startsWith(start));
  return Object.fromEntries(found.map(([name, value]) => [name.slice(start.length), value])) as Record<Output, string>;
}

/** The model server `own` has passed its protection and its time-outs to its resources. */
export function mustPassOptions(stack: TestStack): void {
  const children = stack.resources().filter(({ urn }) => /ModelServer\$.*::own/.test(urn));
  expect(children).toHaveLength(3);
  for (const child of children) expect(child).toMatchObject({ protect: true, customTimeouts: { create: 2400 } });
}

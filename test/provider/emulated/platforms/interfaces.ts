import type { EmulatorOptions } from "../../../../emulator";
import { type Interface, kinds } from "../../../e2e/harness/cases/cases";
import { isFirstServed } from "../../../e2e/harness/cases/first-described";
import type { Kind } from "../../../e2e/harness/stack/stack";

type Host = "plugin" | "dynamic";

/** An interface of RunPod under which every change must have its effect. */
export interface Served extends Interface {
  readonly title: string;
  readonly options?: EmulatorOptions;
  /** Default: all kinds. */
  readonly kinds?: readonly Kind[];
  /** Default: both hosts. */
  readonly hosts?: readonly Host[];
}

const original = { isOriginal: true, options: { strictInterface: true }, kinds: kinds.filter(isFirstServed) };
const endpoints: readonly Kind[] = ["ServerlessEndpoint"];

export const interfaces: readonly Served[] = [
  { title: "RunPod's present interface" },
  { title: "saves that reset omitted fields", options: { saveEndpoint: "replace" }, kinds: endpoints },
  { title: "endpoints over REST", transport: "rest", kinds: endpoints },
  { title: "the first version of RunPod's interface", ...original },
  {
    title: "the first version of RunPod's interface and endpoints over REST",
    ...{ ...original, transport: "rest", kinds: endpoints },
  },
  {
    title: "lists of many pages and pods that are RUNNING before their container starts",
    ...{ options: { runningAtOnce: true, pageSize: 2 }, kinds: ["Pod"], hosts: ["dynamic"] },
  },
];

/** The pairs of kind and host that one interface is tried with. */
export function triedOver({ kinds: some = kinds, hosts = ["plugin", "dynamic"] }: Served): [Kind, Host][] {
  return some.flatMap((kind) => hosts.map((host): [Kind, Host] => [kind, host]));
}

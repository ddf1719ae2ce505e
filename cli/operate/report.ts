import * as z from "zod";
import { asCalled } from "../../kernel/as-called";
import { oneLine } from "../../kernel/plain-text";
import { kindOnAccount, shownAs } from "../account/kinds";
import type { OwnedItem } from "../account/ownership";
import { sharedFields, version } from "../account/report-fields";

export const acts = ["start", "stop", "restart", "rm"] as const;
export type Act = (typeof acts)[number];

/** The output of `start`, `stop`, `restart` and `rm` with `--output json`. `version` grows with incompatible changes. */
export const actReport = z
  .object({
    version,
    act: z.enum(acts).describe("The command."),
    kind: sharedFields.kind,
    id: sharedFields.id,
    name: z.string().describe("Name on RunPod."),
    status: z.string().nullable().describe("Status of the pod after the command. `null` for a deleted resource."),
    stack: z
      .string()
      .nullable()
      .describe(
        "Stack that manages or created the resource, such as `shop/production`. `null` if Podwright knows none.",
      ),
    resource: z
      .string()
      .nullable()
      .describe("Logical name in the program of the stack. `null` if Podwright knows no stack."),
  })
  .meta({ title: "Podwright report of an act" });

export type ActReport = Readonly<z.infer<typeof actReport>>;

export function actReportOf(act: Act, { kind, id, name, owner }: OwnedItem, status: string | null): ActReport {
  const [stack, resource] = owner === null ? [null, null] : [shownAs(owner), owner.name];
  return { version: 1, act, kind, id, name, status, stack, resource };
}

/** Returns the kind, name and id of a resource, such as `pod web-1 (p1)`. */
export function shownItem({ kind, id, name }: Pick<OwnedItem, "kind" | "id" | "name">): string {
  return `${kindOnAccount(kind).word} ${oneLine(name)} (${id})`;
}

/** Explains why `rm` refuses to delete a protected resource. Pulumi would refuse this delete too. */
export function protectedSentence(item: OwnedItem): string {
  const stack = item.owner === null ? "its stack" : oneLine(shownAs(item.owner));
  return `${stack} protects ${shownItem(item)}. Remove the option protect of the resource from the program and run \`pulumi up\`. Then remove the resource from the program`;
}

/** Returns a sentence for each consequence of an act. */
export function warningsOf(act: Act, item: OwnedItem, unread: readonly string[]): string[] {
  return [
    ownership(act, item),
    ...loss(act, item),
    ...unread.map((reason) => `Podwright could not read ${reason}. That stack may manage the resource.`),
  ];
}

function ownership(act: Act, { owner }: OwnedItem): string {
  if (owner === null)
    return "The resource belongs to no stack that Podwright has read. It may belong to another person.";
  const [stack, name] = [oneLine(shownAs(owner)), oneLine(owner.name)];
  if (owner.kind === "Task") {
    const ends = act === "stop" || act === "rm";
    const run = ends ? ` ${asCalled(lostRun)}` : "";
    return `The pod belongs to a run of the task ${name} of the stack ${stack}.${run}`;
  }
  if (owner.held === true) return `The stack ${stack} manages the resource as ${name}. ${asCalled(drift[act])}`;
  const known =
    owner.held === false
      ? "the state of that stack does not contain the resource. It may be a copy, or come from a killed run"
      : "Podwright has not read the state of that stack";
  return `The mark of the resource says that the stack ${stack} created it as ${name}, and ${known}.`;
}

/** What becomes of a task after the stop of its pod. */
export const lostRun = "The run is LOST without the pod, and the next `pulumi up` starts another pod by `retries`.";

const drift: Readonly<Record<Act, string>> = {
  start: "If the program of the stack declares the pod as stopped, the stack has drift now.",
  stop: "`podwright drift` will report the pod as stopped, and `pulumi up --refresh` starts it again.",
  restart: "The stack has no drift, but the public ports in its outputs may change.",
  rm: "`podwright drift` will report the resource as gone, and `pulumi up --refresh` creates a new resource.",
};

function loss(act: Act, { kind }: OwnedItem): string[] {
  if (kind === "Pod" && act !== "start") {
    const rest = act === "rm" ? " and its persistent disk" : "";
    return [`The pod loses the files on its container disk${rest}.`];
  }
  if (act !== "rm") return [];
  if (kind === "NetworkVolume") return ["All data on the volume is lost."];
  return kind === "Cluster" ? ["RunPod also deletes all pods of the cluster."] : [];
}

import type { EngineEvent, StepEventMetadata } from "@pulumi/pulumi/automation";

export type Command = "preview" | "up" | "refresh" | "destroy";

/** One thing Pulumi says while it works, reduced to what a visitor of the tour needs. */
export type Happening =
  | {
      readonly kind: "operation";
      readonly op: string;
      readonly resource: string;
      readonly differences: string;
      /** What the state says of a pod from now on. */
      readonly status: unknown;
    }
  | { readonly kind: "progress" | "failure"; readonly text: string };

/** What an engine event says about our resources; `undefined` for all the rest. */
export function happeningOf({ diagnosticEvent, resourcePreEvent, resOutputsEvent }: EngineEvent, command: Command) {
  if (diagnosticEvent !== undefined) return diagnostic(diagnosticEvent);
  // A preview announces each step before it is taken; of a real run the visitor wants to hear when it is done.
  const step = command === "preview" ? resourcePreEvent : resOutputsEvent;
  return step === undefined ? undefined : operation(step.metadata);
}

function diagnostic(event: { message: string; severity: string }): Happening | undefined {
  const text = event.message.trim();
  if (text === "") return undefined;
  switch (event.severity) {
    case "info":
    case "info#err":
    case "warning":
      return { kind: "progress", text };
    case "error":
      return { kind: "failure", text };
    default:
      return undefined;
  }
}

function operation({ op, type, urn, detailedDiff, new: now }: StepEventMetadata): Happening | undefined {
  const kind = /^pulumi-nodejs:dynamic\/podwright:(\w+)$/.exec(type)?.[1];
  // The two halves of a replacement go with the one line that says it.
  if (kind === undefined || ["same", "create-replacement", "delete-replaced"].includes(op)) return undefined;
  return {
    kind: "operation",
    op,
    resource: `${kind} "${urn.slice(urn.lastIndexOf("::") + 2)}"`,
    differences: Object.keys(detailedDiff ?? {}).join(", "),
    status: now?.outputs.status,
  };
}

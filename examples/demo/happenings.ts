import type { EngineEvent, StepEventMetadata } from "@pulumi/pulumi/automation";

export type Command = "preview" | "up" | "refresh" | "destroy";

/** One event of Pulumi, reduced to the parts that a visitor of the tour needs. */
export type Happening =
  | {
      readonly kind: "operation";
      readonly op: string;
      readonly resource: string;
      readonly differences: string;
      /** A pod's new status in the state. */
      readonly status: unknown;
    }
  | { readonly kind: "progress" | "failure"; readonly text: string };

/** The happening in an engine event about our resources; `undefined` for all other events. */
export function happeningOf({ diagnosticEvent, resourcePreEvent, resOutputsEvent }: EngineEvent, command: Command) {
  if (diagnosticEvent !== undefined) return diagnostic(diagnosticEvent);
  // A preview announces each step before it starts. In a real run, the tour reports a step once it is done.
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
  // One line reports a replacement, so its two halves need none.
  if (kind === undefined || ["same", "create-replacement", "delete-replaced"].includes(op)) return undefined;
  return {
    kind: "operation",
    op,
    resource: `${kind} "${urn.slice(urn.lastIndexOf("::") + 2)}"`,
    differences: Object.keys(detailedDiff ?? {}).join(", "),
    status: now?.outputs.status,
  };
}

import type { EngineEvent, StepEventMetadata } from "@pulumi/pulumi/automation";

export type Command = "preview" | "up" | "refresh" | "destroy";

/** The parts of a Pulumi event that a visitor of the tour needs. */
export type Happening =
  | {
      readonly kind: "operation";
      readonly op: string;
      readonly resource: string;
      readonly differences: string;
      /** Status of a pod in the state after the event. */
      readonly status: unknown;
    }
  | { readonly kind: "progress" | "failure"; readonly text: string };

/** Reads an event of the engine. Returns `undefined` for events that are not about Podwright's resources. */
export function happeningOf({ diagnosticEvent, resourcePreEvent, resOutputsEvent }: EngineEvent, command: Command) {
  if (diagnosticEvent !== undefined) return diagnostic(diagnosticEvent);
  // A preview has an event before each step. In a real run, the tour shows a step when it is done.
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
  // The tour shows a replacement in one line, so it skips the creation and the deletion.
  if (kind === undefined || ["same", "create-replacement", "delete-replaced"].includes(op)) return undefined;
  return {
    kind: "operation",
    op,
    resource: `${kind} "${urn.slice(urn.lastIndexOf("::") + 2)}"`,
    differences: Object.keys(detailedDiff ?? {}).join(", "),
    status: now?.outputs.status,
  };
}

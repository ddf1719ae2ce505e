import { earliestOf, readEvidence } from "../../provider/ownership/evidence";
import { exportedFrom } from "../../provider/ownership/exported";
import { type Candidate, type Evidence, judge } from "../../provider/ownership/verdict";
import { markerOf } from "../../provider/planning/marker";
import type { CommandContext } from "../context/context";
import type { StackLocation } from "../stack/place";
import { kindOf } from "../stack/resource-types";
import type { Stack } from "../stack/stack";
import { type ExportedState, nameOf, type PendingOperation } from "../stack/state";
import type { Finding } from "./outcome";

/** What Pulumi knows about the resources of a stack. */
export interface StackEvidence extends Evidence {
  /** The stack's name in `holders`. */
  readonly own: string;
}

export interface EvidenceQuery {
  readonly stack: Stack;
  readonly location: StackLocation;
  readonly state: ExportedState;
  /** Times of creation of the judged resources, in RFC 3339. */
  readonly times: readonly (string | null | undefined)[];
}

/** Reads the evidence about resources that carry the stack's mark. */
export async function evidenceOf(query: EvidenceQuery, { signal }: CommandContext): Promise<StackEvidence> {
  const { stack, location, state, times } = query;
  const own = await stack.fullName();
  const witness = { pulumi: (args: readonly string[]) => stack.ask(args), fullName: own, cwd: location.cwd, signal };
  return { ...(await readEvidence(witness, exportedFrom(state.deployment ?? {}), earliestOf(times))), own };
}

/**
 * Keeps the resource that the interrupted creation made. The others carry its mark too: a later copy, or a resource that
 * another stack contains. Throws if nobody can tell which resource is the original.
 */
export function judgeFinding(operation: PendingOperation, finding: Finding, evidence: StackEvidence): Finding {
  const { urn, type, inputs = {} } = operation.resource;
  const candidates = finding.created.map(
    ({ id, createdAt }): Candidate => ({
      kind: kindOf(type) ?? type,
      id,
      name: nameOf(urn),
      marker: markerOf(inputs),
      createdAt,
    }),
  );
  const created: Finding["created"][number][] = [];
  const copies: string[] = [];
  const known: string[] = [];
  for (const [index, one] of candidates.entries()) {
    const others = candidates.filter((other) => other !== one);
    const verdict = judge(one, others, evidence);
    const found = finding.created[index];
    if (verdict.is === "not proven") {
      throw new Error(
        `Podwright cannot tell which of ${candidates.map(({ id }) => id).join(", ")} the killed run created as ${one.name}, because ${verdict.why}. Podwright wrote nothing: ` +
          "delete those that nobody needs in RunPod's console, then run this command again",
      );
    }
    if (verdict.is === "copy") copies.push(one.id);
    else if (verdict.is === "held" && verdict.holder !== evidence.own) {
      known.push(`The killed run created ${one.id}, which belongs to stack ${verdict.holder} now.`);
    } else if (found !== undefined) created.push(found);
  }
  const doubt = created.length === 0 ? (known[0] ?? finding.doubt) : finding.doubt;
  return { ...finding, created, copies, doubt };
}

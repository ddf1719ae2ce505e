import { readFile } from "node:fs/promises";
import { asCalled } from "../../provider/values/as-called";
import { messageOf } from "../../provider/values/errors";
import { sentenceOf } from "../context/attempt";
import { placeOf } from "../stack/stack";
import {
  type Against,
  type CostReport,
  costReport,
  type Rates,
  type ResourceCost,
  type StackCost,
  sumOf,
} from "./report";

/** Reads an earlier report from a file. The error says how to make such a file. */
export async function readReport(file: string): Promise<CostReport> {
  const make = `make it with \`${asCalled("podwright cost --output json")} > ${file}\``;
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    throw new Error(`${file} cannot be read: ${sentenceOf(messageOf(error))}: ${make}`);
  }
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new Error(`${file} is not JSON: ${make}`);
  }
  const parsed = costReport.safeParse(content);
  if (!parsed.success) throw new Error(`${file} is not a report of \`podwright cost\`: ${make}`);
  return parsed.data;
}

/**
 * Compares the costs of the stacks in this report with the earlier report. Ignores stacks that only the earlier report
 * contains.
 */
export function differenceFrom(earlier: CostReport, report: CostReport, file = ""): Against {
  const before = new Map(earlier.stacks.map((stack) => [placeOf(stack), stack]));
  // A resource with an unknown cost must not count as a saving.
  const stacks = report.stacks.filter(({ error }) => error === undefined);
  const same = stacks.flatMap((stack) => before.get(placeOf(stack)) ?? []);
  const missing = stacks
    .map(placeOf)
    .filter((place) => before.get(place) === undefined || before.get(place)?.error !== undefined);
  return {
    file,
    previewedAt: earlier.previewedAt,
    perHour: sumOf(same.map(({ perHour }) => perHour)),
    changes: stacks.flatMap((stack) => changesOf(stack, before.get(placeOf(stack)))),
    missing,
  };
}

function changesOf(stack: StackCost, earlier: StackCost | undefined): Against["changes"] {
  const [then, now] = [earlier?.resources ?? [], stack.resources].map(
    (resources) => new Map(resources.map((one) => [one.urn, one])),
  );
  const urns = [...new Set([...(then?.keys() ?? []), ...(now?.keys() ?? [])])];
  return urns.flatMap((urn) => {
    const [old, next] = [then?.get(urn), now?.get(urn)];
    const known = next ?? old;
    const [from, to] = [laterIn(old), laterIn(next)];
    if (known === undefined || isSame(from, to)) return [];
    const { name, kind } = known;
    return [{ stack: placeOf(stack), name, kind, urn, before: from, after: to }];
  });
}

/** Returns the costs after the update, or `null` if there is no such resource. */
function laterIn(resource: ResourceCost | undefined): Rates | null {
  return resource === undefined || resource.action === "delete" ? null : resource.perHour;
}

function isSame(from: Rates | null, to: Rates | null): boolean {
  return from?.atRest === to?.atRest && from?.atMost === to?.atMost;
}

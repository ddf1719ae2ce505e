import type { BillingQuery, Platform } from "../../client";
import { isPlatformError, substitute } from "../../client/http/answers/substitute";
import { didYouMean } from "../../kernel/nearest";
import { listAccount } from "../account/inventory";
import { ownerOf } from "../account/ownership";
import type { Question } from "./report";
import type { Source } from "./sources";

interface Known {
  readonly platform: Platform;
  readonly sources: readonly Source[];
  readonly period: BillingQuery & { readonly signal: AbortSignal };
}

/**
 * Throws if a filter matched no record and names an id that does not exist. A failed read proves nothing, because the
 * key may have permission only to read the bill.
 */
export async function refuseMistyped(question: Question, known: Known): Promise<void> {
  const { subject, gpuId, resourceId } = question;
  if (gpuId !== undefined) {
    const { catalog } = known.platform;
    const types = await substitute(catalog.gpuTypes({ signal: known.period.signal }), isPlatformError, undefined);
    const pools = subject.name === "serverless" ? (types ?? []).flatMap(({ pool }) => pool ?? []) : [];
    const names = [...(types ?? []).map(({ id }) => id), ...pools];
    if (types !== undefined && !names.includes(gpuId)) {
      throw new Error(
        `there is no GPU type${pools.length > 0 ? " or pool" : ""} "${gpuId}"${didYouMean(gpuId, names)}`,
      );
    }
  }
  if (resourceId === undefined || subject.name === "network-volume") return;
  const words = await wordsFor(subject.name, known);
  if (words === undefined || words.ids.includes(resourceId)) return;
  const { noun } = identified[subject.name];
  throw new Error(
    `the account, its bill for this time, the journal and the stacks contain no ${noun} "${resourceId}"${didYouMean(resourceId, [...words.ids, ...words.names])}`,
  );
}

const identified = {
  pods: { kind: "Pod", noun: "pod", grouping: "podId" },
  serverless: { kind: "ServerlessEndpoint", noun: "endpoint", grouping: "endpointId" },
} as const;

/** The ids and names that the user may have meant. `undefined` if the key may not list the resources. */
async function wordsFor(
  subject: keyof typeof identified,
  { platform, sources, period }: Known,
): Promise<{ readonly ids: readonly string[]; readonly names: readonly string[] } | undefined> {
  const { grouping, kind } = identified[subject];
  const { signal } = period;
  const [there, billed] = await Promise.all([
    substitute(listAccount(platform, { kinds: [kind], costs: false, signal }), isPlatformError, undefined),
    platform.billing.grouped({ ...period, subject, grouping }),
  ]);
  if (there === undefined) return undefined;
  const remembered = await Promise.all(sources.map((source) => source.idsOf(subject, signal).catch(() => [])));
  const ids = [
    ...there.map(({ id }) => id),
    ...billed.records.map(({ group }) => group),
    ...remembered.flatMap((ids) => [...ids]),
  ];
  return { ids, names: there.flatMap((item) => [item.name, ownerOf(item)?.name ?? []].flat()) };
}

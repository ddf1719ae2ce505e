import type { BillingQuery, Platform } from "../../client";
import { PlatformError } from "../../client/errors/platform-error";
import { didYouMean } from "../../client/values/nearest";
import type { Question } from "./report";
import type { Source } from "./sources";

interface Known {
  readonly platform: Platform;
  readonly sources: readonly Source[];
  readonly period: BillingQuery & { readonly signal: AbortSignal };
}

/** Throws where a filter that matched nothing names an id that does not exist. A failed read counts as no proof. */
export async function refuseMistyped(question: Question, known: Known): Promise<void> {
  const { subject, gpuId, resourceId } = question;
  if (gpuId !== undefined) {
    const types = await orUnknown(() => known.platform.catalog.gpuTypes({ signal: known.period.signal }));
    const pools = subject.name === "serverless" ? (types ?? []).flatMap(({ pool }) => pool ?? []) : [];
    const names = [...(types ?? []).map(({ id }) => id), ...pools];
    if (types !== undefined && !names.includes(gpuId)) {
      throw new Error(
        `there is no GPU type${pools.length > 0 ? " or pool" : ""} "${gpuId}"${didYouMean(gpuId, names)}`,
      );
    }
  }
  if (resourceId === undefined || subject.name === "network-volume") return;
  const ids = await idsOf(question, known);
  if (ids === undefined || ids.includes(resourceId)) return;
  const noun = subject.name === "pods" ? "pod" : "endpoint";
  throw new Error(
    `no ${noun} "${resourceId}" exists, was billed in this time or is known to have been${didYouMean(resourceId, ids)}`,
  );
}

async function idsOf({ subject }: Question, { platform, sources, period }: Known): Promise<string[] | undefined> {
  const kind = subject.name === "pods" ? "pods" : "serverless";
  const [live, billed] = await Promise.all([
    orUnknown(async () => await platform[kind === "pods" ? "pods" : "endpoints"].list({ signal: period.signal })),
    kind === "pods"
      ? platform.billing.grouped({ ...period, subject: "pods", grouping: "podId" })
      : platform.billing.grouped({ ...period, subject: "serverless", grouping: "endpointId" }),
  ]);
  if (live === undefined) return undefined;
  const remembered = await Promise.all(sources.map((source) => source.idsOf(kind, period.signal).catch(() => [])));
  return [
    ...live.map(({ id }) => id),
    ...billed.records.map(({ group }) => group),
    ...remembered.flatMap((ids) => [...ids]),
  ];
}

/** A key may read the bill and nothing else. */
async function orUnknown<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof PlatformError) return undefined;
    throw error;
  }
}

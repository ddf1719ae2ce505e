import { ENDPOINT_DEFAULTS } from "../../client";
import { parseDuration } from "../../kernel/duration";
import { formatPath, isRecord, type Path, type Values } from "../../kernel/values";
import { isMarked } from "../../provider/hosts/properties/secret-mark";
import { unknownValue } from "../../provider/hosts/properties/unknowns";
import { type Choice, choicesOf } from "../../provider/kinds/pod/placement";
import { boundOf } from "../../provider/kinds/task/cost";
import { retriesOf } from "../../provider/kinds/task/task";
import type { Bounded, Priced } from "../account/kinds";
import {
  noVolumePrice,
  noWorkerPrice,
  type Price,
  type PriceList,
  type Prices,
  times,
  volumePrice,
  type WorkerHardware,
} from "../account/prices";

/** The future cost of declared inputs, in US dollars an hour. */
export interface Estimate {
  readonly atRest: number;
  readonly atMost: number;
  /** Says which prices are missing. */
  readonly unknown?: string;
  /** Cost of a run that ends. */
  readonly once?: { readonly atMost: number; readonly inAnHour: number };
  /** Says which values the estimate assumes, because neither the program nor the state has them. */
  readonly assumed?: string;
}

type EstimateOf = (inputs: Values, prices: PriceList, kept: Values) => Estimate;

const estimates: Readonly<Record<Priced | Bounded, EstimateOf>> = {
  Pod: (inputs, { catalog }) => podEstimate(inputs, catalog),
  Cluster: (inputs, { catalog }) => clusterEstimate(inputs, catalog),
  ServerlessEndpoint: (inputs, { catalog }, kept) => endpointEstimate({ ...kept, ...inputs }, catalog),
  Task: (inputs, { catalog }) => taskEstimate(inputs, catalog),
  NetworkVolume: (inputs, { volumes }, kept) => volumeEstimate({ ...kept, ...inputs }, volumes),
};

/**
 * Estimates the cost of a resource with these inputs. Inputs may contain placeholders for values that a preview does
 * not show. `kept` contains RunPod's values of the inputs that the program leaves out.
 */
export function estimate(kind: Priced | Bounded, inputs: Values, prices: PriceList, kept: Values = {}): Estimate {
  return estimates[kind](inputs, prices, kept);
}

function podEstimate(inputs: Values, catalog: Prices): Estimate {
  const status = hiddenIn(inputs, /^desiredStatus$/);
  if (status.length > 0) return costing(0, 0, reasons(status));
  return inputs.desiredStatus === "EXITED" ? stoppedEstimate(inputs) : runningEstimate(inputs, catalog);
}

function stoppedEstimate(inputs: Values): Estimate {
  const hidden = hiddenIn(inputs, /^mounts(\.persistent)?$/);
  const kept = isRecord(inputs.mounts) && inputs.mounts.persistent !== undefined;
  const disk = hidden.length === 0 && kept ? ["the disk of a stopped pod has no price in the catalog"] : [];
  return costing(0, 0, [...reasons(hidden), ...disk]);
}

/** The inputs of a pod or a fallback that determine its price. */
const place = String.raw`(gpu(\.id|\.count)?|cpu(\.id|\.vcpuCount)?|cloud)`;
const inChoice = new RegExp(`^${place}$`);
const inAnyChoice = new RegExp(String.raw`^(fallbacks(\[\d+\])?|(fallbacks\[\d+\]\.)?${place})$`);

function runningEstimate(inputs: Values, catalog: Prices): Estimate {
  const choices = choicesOf(inputs as Partial<Choice>).map((choice) => {
    const known = hiddenIn({ ...choice }, inChoice).length === 0;
    const price = known ? choicePrice(choice, catalog) : undefined;
    return { price, lacking: known && price === undefined ? [nameOf(choice)] : [] };
  });
  const lacking = [...new Set(choices.flatMap((choice) => choice.lacking))];
  return costing(choices[0]?.price?.high ?? 0, Math.max(0, ...choices.map(({ price }) => price?.high ?? 0)), [
    ...(lacking.length === 0 ? [] : [`the catalog has no price of ${lacking.join(", ")}`]),
    ...reasons(hiddenIn(inputs, inAnyChoice)),
  ]);
}

/** Returns the most that a run may cost. `maxCost` bounds a run whose time or price is unknown. */
function taskEstimate(inputs: Values, catalog: Prices): Estimate {
  const { atMost: perHour, unknown } = runningEstimate(inputs, catalog);
  const hidden = hiddenIn(inputs, /^(timeout|maxCost|retries)$/);
  const isHidden = (input: string) => hidden.some(({ path }) => path === input);
  const maxCost = typeof inputs.maxCost === "number" ? inputs.maxCost : undefined;
  const isKnown = unknown === undefined && !isHidden("timeout") && !isHidden("retries");
  if (!isKnown && maxCost === undefined)
    return costing(0, 0, [...(unknown === undefined ? [] : [unknown]), ...reasons(hidden)]);
  const retries = retriesOf(inputs as { retries?: number });
  const atMost = isKnown
    ? boundOf(parseDuration(String(inputs.timeout)), perHour, { retries, maxCost })
    : Number(maxCost);
  return { atRest: 0, atMost: 0, once: { atMost, inAnHour: isKnown ? Math.min(perHour, atMost) : atMost } };
}

function choicePrice({ gpu, cpu, cloud }: Choice, catalog: Prices): Price | undefined {
  if (isRecord(gpu)) return catalog.gpuPod(gpu, cloud ?? "SECURE");
  return isRecord(cpu) ? catalog.cpuPod(cpu) : undefined;
}

function nameOf({ gpu, cpu, cloud }: Choice): string {
  const id = gpu?.id ?? cpu?.id ?? "hardware without a name";
  return cloud === "COMMUNITY" ? `${id} in the COMMUNITY cloud` : id;
}

/** Returns the price of the same number of GPUs in pods, because the catalog has no price for a cluster's network. */
function clusterEstimate(inputs: Values, catalog: Prices): Estimate {
  const hidden = hiddenIn(inputs, /^compute(\.\w+)?$/);
  if (hidden.length > 0 || !isRecord(inputs.compute)) return costing(0, 0, reasons(hidden));
  const { gpuTypeId: id, gpuCountPerPod, podCount } = inputs.compute;
  const price = catalog.gpuPod({ id: String(id), count: Number(gpuCountPerPod) * Number(podCount) }, "SECURE");
  return price === undefined ? costing(0, 0, [`the catalog has no price of ${id}`]) : costing(price.high, price.high);
}

function endpointEstimate(inputs: Values, catalog: Prices): Estimate {
  const hidden = hiddenIn(inputs, /^(gpuIds|gpuCount|cpu(\[\d+\](\.id|\.vcpuCount)?)?|workersMin|workersMax)$/);
  const isHidden = (input: string) => hidden.some(({ path }) => path === input);
  if (hidden.some(({ path }) => !path.startsWith("workers"))) return costing(0, 0, reasons(hidden));
  const hardware = inputs as WorkerHardware;
  const price = catalog.worker(hardware);
  if (price === undefined) return costing(0, 0, [noWorkerPrice(hardware)]);
  const lacking = catalog.unpriced(hardware).map((name) => `the catalog has no serverless price of ${name}`);
  const workers = (input: "workersMin" | "workersMax") =>
    isHidden(input) ? 0 : Number(inputs[input] ?? ENDPOINT_DEFAULTS[input]);
  const [least, most] = [times(price, workers("workersMin")).high, times(price, workers("workersMax")).high];
  const leftOut = (["workersMin", "workersMax"] as const).filter((input) => inputs[input] === undefined);
  return { ...costing(least, most, [...lacking, ...reasons(hidden)]), ...assuming(leftOut) };
}

/** Describes the assumed values. RunPod chooses the real values when it creates the endpoint. */
function assuming(leftOut: readonly ("workersMin" | "workersMax")[]): Pick<Estimate, "assumed"> {
  if (leftOut.length === 0) return {};
  const values = leftOut.map((input) => `${input} ${ENDPOINT_DEFAULTS[input]}`).join(" and ");
  return { assumed: `assumes ${values}, which the program leaves to RunPod` };
}

function volumeEstimate(inputs: Values, volumes: PriceList["volumes"]): Estimate {
  const hidden = hiddenIn(inputs, /^(size|type)$/);
  if (hidden.length > 0) return costing(0, 0, reasons(hidden));
  const type = inputs.type === undefined ? "STANDARD" : String(inputs.type);
  const perHour = volumePrice(type, volumes);
  if (perHour === undefined) return costing(0, 0, [noVolumePrice(type)]);
  const cost = Number(inputs.size) * perHour;
  return costing(cost, cost);
}

function reasons(hidden: readonly Hidden[]): string[] {
  return hidden.map(({ why }) => why);
}

function costing(atRest: number, atMost: number, unknown: readonly string[] = []): Estimate {
  return { atRest, atMost, ...(unknown.length === 0 ? {} : { unknown: unknown.join("; ") }) };
}

/** An input that a preview does not show. */
interface Hidden {
  /** The path of the input, such as `gpu.count`. */
  readonly path: string;
  /** The reason as a text that names the input. */
  readonly why: string;
}

/** Returns the inputs, at any depth, that are unknown before the update or that the engine masks as secrets. */
function hiddenIn(inputs: Values, matters: RegExp): Hidden[] {
  return search(inputs, []).filter(({ path }) => matters.test(path));
}

function search(value: unknown, path: Path): Hidden[] {
  const name = formatPath(path);
  if (value === unknownValue) return [{ path: name, why: `${name} is not known before the update` }];
  if (isMarked(value)) return [{ path: name, why: `${name} is secret, and a preview does not show secrets` }];
  if (Array.isArray(value)) return value.flatMap((item, index) => search(item, [...path, index]));
  return isRecord(value) ? Object.entries(value).flatMap(([key, inner]) => search(inner, [...path, key])) : [];
}

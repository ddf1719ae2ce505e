import { unknownValue } from "../../provider/host/unknowns";
import { serverlessEndpoint } from "../../provider/resources";
import { type Choice, choicesOf } from "../../provider/resources/pod/placement";
import { isRecord, type Values } from "../../provider/resources/values";
import { type Price, type Prices, times } from "../prices";
import { hoursPerMonth } from "./report";

/** What declared inputs will cost, US dollars an hour. */
export interface Estimate {
  readonly atRest: number;
  readonly atMost: number;
  /** What of it has no price, in words. */
  readonly unknown?: string;
}

export interface PriceList {
  readonly catalog: Prices;
  /** US dollars per GB and month by volume type: the catalog has none. */
  readonly volumes: Readonly<Record<string, number>>;
}

/** What a resource with these inputs costs; inputs may hold placeholders for what is not known before the update. */
export function estimate(kind: string, inputs: Values, prices: PriceList): Estimate | undefined {
  switch (kind) {
    case "Pod":
      return podEstimate(inputs, prices.catalog);
    case "ServerlessEndpoint":
      return endpointEstimate(inputs, prices.catalog);
    case "NetworkVolume":
      return volumeEstimate(inputs, prices);
    default:
      return undefined;
  }
}

function podEstimate(inputs: Values, catalog: Prices): Estimate {
  if (inputs.desiredStatus === "EXITED") {
    const kept = isRecord(inputs.mounts) && inputs.mounts.persistent !== undefined;
    return free(kept ? "the disk of a stopped pod has no price in the catalog" : undefined);
  }
  const choices = choicesOf(inputs as Partial<Choice>);
  const found = choices.map((choice) => choicePrice(choice, catalog));
  const known = found.filter((price) => price !== undefined);
  const [first] = found;
  const missing = choices.filter((_, index) => found[index] === undefined).map(nameOf);
  return {
    atRest: first?.high ?? 0,
    atMost: Math.max(0, ...known.map(({ high }) => high)),
    ...(missing.length === 0 ? {} : { unknown: `the catalog has no price of ${[...new Set(missing)].join(", ")}` }),
  };
}

function choicePrice({ gpu, cpu, cloud }: Choice, catalog: Prices): Price | undefined {
  if (isRecord(gpu)) return catalog.gpuPod(gpu, cloud ?? "SECURE");
  return isRecord(cpu) ? catalog.cpuPod(cpu) : undefined;
}

function nameOf({ gpu, cpu, cloud }: Choice): string {
  const id = isRecord(gpu) ? gpu.id : isRecord(cpu) ? cpu.id : unknownValue;
  if (id === unknownValue) return "hardware that is not known before the update";
  return cloud === "COMMUNITY" ? `${id} in the COMMUNITY cloud` : id;
}

function endpointEstimate(inputs: Values, catalog: Prices): Estimate {
  const price = catalog.worker(String(inputs.gpuIds));
  const workers = (input: "workersMin" | "workersMax") => Number(inputs[input] ?? unsetOf(input));
  if (price === undefined) return free(`the catalog has no serverless price of ${inputs.gpuIds}`);
  return { atRest: times(price, workers("workersMin")).high, atMost: times(price, workers("workersMax")).high };
}

/** What the platform takes for an input that is left out. */
function unsetOf(input: string): unknown {
  return serverlessEndpoint.changes.rows.find(({ path }) => path === input)?.unset;
}

function volumeEstimate({ size, type }: Values, { volumes }: PriceList): Estimate {
  const kind = type === undefined ? "STANDARD" : String(type);
  const perMonth = volumes[kind];
  if (perMonth === undefined) {
    return free(`the catalog has no price of a ${kind} volume: give yours as --volume-price ${kind}=USD_PER_GB_MONTH`);
  }
  const perHour = (Number(size) * perMonth) / hoursPerMonth;
  return { atRest: perHour, atMost: perHour };
}

function free(unknown: string | undefined): Estimate {
  return { atRest: 0, atMost: 0, ...(unknown === undefined ? {} : { unknown }) };
}

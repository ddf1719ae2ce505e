import { isRecord, type Values } from "../../../kernel/values";
import type { Catalogs } from "../../planning/catalogs";
import { type Choice, choicesOf } from "./placement";

/** Returns the price of a pod with this hardware in US dollars per hour, or `undefined` if the catalog lacks it. */
export async function priceOf({ gpu, cpu, cloud }: Choice, catalogs: Catalogs): Promise<number | undefined> {
  if (gpu !== undefined) {
    const price = (await catalogs.gpus())?.find(({ id }) => id === gpu.id)?.price;
    const one = cloud === "COMMUNITY" ? price?.community : price?.secure;
    return one === undefined ? undefined : one * (gpu.count ?? 1);
  }
  const flavor = cpu && (await catalogs.cpus())?.find(({ id }) => id === cpu.id);
  return flavor === undefined ? undefined : flavor.price.securePerVcpu * (cpu?.vcpuCount ?? 0);
}

/**
 * Returns the price of a new pod if all hardware that the program accepts has the same price. The inputs may contain
 * placeholders for unknown values.
 */
export async function foreseenCost(inputs: Values, catalogs: Catalogs): Promise<number | undefined> {
  const { fallbacks = [], desiredStatus = "RUNNING" } = inputs;
  if (desiredStatus !== "RUNNING" || !Array.isArray(fallbacks) || !fallbacks.every(isRecord)) return undefined;
  const choices = choicesOf({ ...inputs, fallbacks });
  if (!choices.every(({ cloud = "SECURE" }) => cloud === "SECURE" || cloud === "COMMUNITY")) return undefined;
  const prices = new Set(await Promise.all(choices.map((choice) => priceOf(choice, catalogs))));
  const [price] = prices;
  return prices.size === 1 && Number.isFinite(price) ? price : undefined;
}

import { describe, expect, test } from "vitest";
import type { EmulatorOptions } from "../../../emulator";
import { type Reply, startWorld, type World } from "./harness";

/** Sets the other options against RunPod's first API description, which must override them. */
const strict = {
  strictInterface: true,
  streamShape: "object",
  streamHold: 5_000,
  pageSize: 1,
  saveEndpoint: "replace",
  runningAtOnce: true,
  stoppedCost: true,
  gpuCountRequired: true,
  now: () => Date.UTC(2026, 5, 1, 12),
} as const satisfies EmulatorOptions;

interface Fact {
  /** Sends one or more requests, and returns the relevant part of the last response. */
  readonly asks: (it: World) => Promise<unknown>;
  readonly gets: unknown;
}

/** Facts of an area, by a sentence that states the fact. */
export type Facts = Readonly<Record<string, Fact>>;

export const fact = (asks: Fact["asks"], gets: unknown): Fact => ({ asks, gets });

/** Compares each fact with an emulator of RunPod's first API description. */
export function holds(facts: Facts): void {
  describe("the first version of RunPod's interface", () => {
    test.each(Object.entries(facts))("%s", async (_, { asks, gets }) => {
      expect(await asks(await startWorld(strict))).toEqual(gets);
    });
  });
}

export const keys = (body: object) => Object.keys(body).sort();

/** Returns the status of a refusal and its reason. */
export async function refusal(reply: Promise<Reply>): Promise<unknown> {
  const { status, body } = await reply;
  return [status, body?.errors ?? body?.detail];
}

/** Returns the refusal of properties that the API does not have. */
export const unknown = (place: string, ...names: string[]) =>
  `${place}: additional properties ${names.map((name) => `'${name}'`).join(", ")} not allowed`;

export const anEndpoint = (it: World) => it.endpoint({ type: "QB", workersMax: 1 });

import { expect, test } from "vitest";
import { PlatformError } from "../../client";
import { client, serve } from "../client/support/local-server";
import { type Recording, readingOf, recordings, replyOf, transportOf } from "./recordings";

const read = recordings.filter(
  ([, { expect: expected, response }]) => "value" in expected && response.text === undefined,
);

test.each(read)("the client reads the response %s with unknown fields as before", async (_, recording) => {
  const value = "value" in recording.expect ? recording.expect.value : undefined;
  expect(await outcomeOf(recording, withMore(recording.response.body))).toMatchObject(Object(value));
});

test.each(read)(
  "a field of the response %s in another form gives a value or an error of the client",
  async (_, recording) => {
    const raw: string[] = [];
    for (const [path, value] of partsOf(recording.response.body)) {
      for (const other of [null, undefined, typeof value === "object" ? "text" : {}]) {
        const outcome = await outcomeOf(recording, withPart(recording.response.body, path, other));
        const isTyped = !(outcome instanceof Error) || outcome instanceof PlatformError;
        if (!isTyped) raw.push(`${path.join(".")}: ${JSON.stringify(other)}: ${String(outcome)}`);
      }
    }
    expect(raw).toEqual([]);
  },
);

async function outcomeOf(recording: Recording, body: unknown): Promise<unknown> {
  const { url } = await serve(replyOf({ ...recording.response, body }));
  return readingOf(recording, client(url, { endpointTransport: transportOf(recording) })).catch((error) => error);
}

type Path = readonly (string | number)[];

/** Returns each part of a value with its path. A list counts with its first item. */
function partsOf(value: unknown, path: Path = []): [Path, unknown][] {
  if (typeof value !== "object" || value === null) return [];
  const entries = Array.isArray(value) ? [...value.entries()].slice(0, 1) : Object.entries(value);
  return entries.flatMap(([key, inner]) => [[[...path, key], inner], ...partsOf(inner, [...path, key])]);
}

/** Returns the value with another part. `undefined` removes a field. */
function withPart(value: unknown, [key, ...rest]: Path, part: unknown): unknown {
  if (key === undefined) return part;
  const inner = withPart((value as Record<string | number, unknown>)[key], rest, part);
  if (Array.isArray(value)) return value.map((item, index) => (index === key ? inner : item));
  return { ...(value as object), [key]: inner };
}

/** Fields whose keys belong to the user. */
const ofTheUser = ["env", "input", "output"];

/** Adds a field that the client does not know to each object of RunPod. */
function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, ofTheUser.includes(key) ? inner : withMore(inner)]);
  return { ...Object.fromEntries(entries), quantum: { qubits: [3] } };
}

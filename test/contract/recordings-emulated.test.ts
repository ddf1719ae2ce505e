import { expect, test } from "vitest";
import { client, failure, serve } from "../client/support/local-server";
import { startWorld, type World } from "../emulator/support/harness";
import { askedIn, type Ids, type Recording, readingOf, recordings, replyOf, transportOf } from "./recordings";
import { situationOf } from "./situations";

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly text: string;
}

test.each(recordings.filter(([, { emulator }]) => emulator?.unanswered === undefined))(
  "the emulator responds to the request in the recording %s as RunPod did",
  async (_, recording) => {
    expect(await differences(recording, await answerTo(recording))).toEqual([]);
  },
);

test.each(recordings.filter(([, { emulator }]) => emulator?.unanswered !== undefined))(
  "the emulator's response differs from the recording %s for a reason that the recording states",
  async (_, recording) => {
    expect(await differences(recording, await answerTo(recording))).not.toEqual([]);
  },
);

/** The emulator's answer in the recording's situation. For a webhook, the emulator sends the request. */
async function answerTo(recording: Recording): Promise<Answer> {
  const { options, reach, authorization } = situationOf(recording);
  const it = await startWorld({ now: () => Date.UTC(2026, 7, 20), ...options });
  const ids = (await reach?.(it, recording)) ?? {};
  const fault = recording.emulator?.fault;
  if (fault !== undefined) it.emulator.addFault({ operation: "*", effect: fault });
  if (recording.surface === "webhook") return webhookFor(it, recording, ids);
  return it.whileTimePasses(send(it, recording, { ids, authorization }));
}

async function webhookFor(it: World, { request, response }: Recording, { endpoint = "" }: Ids): Promise<Answer> {
  const { input } = request.body as { input: object };
  await it.run(endpoint, { input, webhook: "https://receiver.invalid/" });
  it.advance(1000);
  const [delivery] = it.emulator.webhooks();
  return { status: delivery?.status ?? response.status, body: delivery?.body, text: "" };
}

/** Requests of today's REST in place of recorded REST v1 requests. */
const TODAY: Readonly<Record<string, readonly [path: string, body: object]>> = {
  "POST /v1/pods": ["/v2/pods", { name: "x", image: "i", gpu: { id: "NVIDIA L4", count: 1 } }],
  "POST /v1/endpoints": ["/v2/serverless", {}],
};

async function send(
  it: World,
  recording: Recording,
  { ids, authorization }: { readonly ids: Ids; readonly authorization: string | undefined },
): Promise<Answer> {
  const { method, path, body } = recording.request;
  const asked = askedIn(recording);
  const filled = { ...asked?.ids, ...ids };
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (name, id) => filled[id] ?? name);
  const [, query = ""] = path.split(/(?=\?)/);
  const [url, sent] = TODAY[`${method} ${path}`] ?? [`${fill(asked?.path ?? path)}${query}`, body];
  const headers = authorization === undefined ? {} : { authorization };
  return it.send(method, url, sent === undefined ? undefined : fill(JSON.stringify(sent)), headers);
}

/** Differences in status, keys, and the client's reading. */
async function differences(recording: Recording, answer: Answer): Promise<string[]> {
  const recorded = recording.surface === "webhook" ? recording.request.body : recording.response.body;
  const [expected, given] = [keysOf(recorded), keysOf(answer.body)];
  const { adds = {} } = recording.emulator ?? {};
  const isAllowed = (key: string) => recording.provenance === "trimmed" || key in adds;
  const added = [...given].filter((key) => !expected.has(key));
  return [
    ...unlessEqual("status", recording.response.status, answer.status),
    ...unlessEqual("state", stateIn(recorded), stateIn(answer.body)),
    ...[...expected].filter((key) => !given.has(key)).map((key) => `lacks ${key}`),
    ...added.filter((key) => !isAllowed(key)).map((key) => `adds ${key}`),
    ...Object.keys(adds)
      .filter((key) => !added.includes(key))
      .map((key) => `does not add ${key}`),
    ...(await otherReading(recording, answer)),
  ];
}

function unlessEqual(name: string, recorded: unknown, given: unknown): string[] {
  return recorded === given ? [] : [`${name} ${String(given)} instead of ${String(recorded)}`];
}

/** The status of a pod or job; in a problem document the status code. */
function stateIn(body: unknown): unknown {
  return Object(body).status;
}

/** Keys of all objects in a list count together. */
function keysOf(value: unknown, path = ""): Set<string> {
  if (typeof value !== "object" || value === null) return new Set();
  const inside = Array.isArray(value)
    ? value.map((item) => keysOf(item, `${path}[]`))
    : Object.entries(value).map(([key, item]) => {
        const at = path === "" ? key : `${path}.${key}`;
        return new Set([at, ...keysOf(item, at)]);
      });
  return new Set(inside.flatMap((keys) => [...keys]));
}

/** Empty if the client reads both answers as the same error or as a value. */
async function otherReading(recording: Recording, answer: Answer): Promise<string[]> {
  if ("unread" in recording.expect) return [];
  const { url } = await serve(replyOf({ ...answer }));
  const reading = readingOf(recording, client(url, { endpointTransport: transportOf(recording) }));
  const error = await failure(reading).catch(() => undefined);
  const expected = "error" in recording.expect ? recording.expect.error : undefined;
  if (expected === undefined) return error === undefined ? [] : [`is read as ${String(error)}`];
  try {
    expect(error).toMatchObject(expected);
    return [];
  } catch {
    return [`is read as ${JSON.stringify(error)} instead of ${JSON.stringify(expected)}`];
  }
}

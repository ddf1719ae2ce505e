import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { CapacityError, PlatformError } from "../../../client";
import { client, failure, json, KEY, problem, type Reply, serve } from "../support/local-server";

const CREATE = { name: "trainer", image: "ubuntu", gpu: { id: "NVIDIA L4" } };

const NO_ROOM =
  "There are no longer any instances available with the requested specifications. Please refresh and try again.";

async function errorOf(reply: Reply, body: Parameters<ReturnType<typeof client>["pods"]["create"]>[0] = CREATE) {
  const server = await serve(reply);
  const error = await failure(client(server.url).pods.create(body));
  expect(error).toBeInstanceOf(PlatformError);
  return error as PlatformError;
}

describe("secrets", () => {
  test.each(["instances", "available"])(
    "do not change the kind of an error if a secret is the word %j",
    async (word) => {
      const error = await errorOf(problem(400, NO_ROOM), { ...CREATE, env: { WORD: word } });
      expect(error).toBeInstanceOf(CapacityError);
      expect(error.message).not.toContain(` ${word} `);
      const limited = await errorOf(
        problem(429, "rate limit exceeded for the hour window", undefined, { "retry-after": "3000" }),
        { ...CREATE, env: { WORD: "hour" } },
      );
      expect(limited).toMatchObject({ window: "hour" });
    },
  );

  const ENV = {
    TOKEN: "canary-env-a81",
    CERT: "line-one-canary\nline-two-canary",
    QUOTED: 'can"ary-quoted',
    FLAG: "on",
  };
  const leaks = /canary|can"ary|can\\"ary/;

  test.each([
    [
      "a refusal that echoes the environment",
      problem(422, `bad env ${JSON.stringify(ENV)}`, [`$.env.TOKEN: '${ENV.TOKEN}' is odd`, "$.env.FLAG: 'on' is odd"]),
    ],
    ["a refusal that echoes the key", problem(401, `token ${KEY} is expired (Bearer ${KEY}, api_key=${KEY}&x)`)],
    [
      "plain text that echoes all secrets",
      (response) => response.writeHead(500).end(`${KEY} ${ENV.TOKEN} ${encodeURIComponent(ENV.QUOTED)}`),
    ],
    ["a successful response that the client cannot read", json(201, { env: ENV, key: KEY })],
    [
      "a web page that contains the key",
      (response) => response.writeHead(400, { "content-type": "text/html" }).end(`<html>${KEY}</html>`),
    ],
  ] satisfies [string, Reply][])("do not appear in the error after %s", async (_name, reply) => {
    const error = await errorOf(reply, { ...CREATE, env: ENV });
    for (const shown of [
      error.message,
      inspect(error, { depth: 9, showHidden: true }),
      JSON.stringify(error),
      String(error.stack),
    ]) {
      expect(shown).not.toMatch(leaks);
      expect(shown).not.toContain("'on'");
    }
  });

  test("do not appear when a program prints the client", () => {
    const platform = client("http://127.0.0.1:9");
    expect(inspect(platform, { depth: 12, showHidden: true })).not.toContain(KEY);
    expect(JSON.stringify(platform)).not.toContain(KEY);
  });

  test("do not appear in network errors", async () => {
    const platform = client("http://127.0.0.1:1");
    const error = await failure(platform.endpoints.list());
    expect(inspect(error, { depth: 12, showHidden: true })).not.toContain(KEY);
    expect(inspect(platform, { depth: 12, showHidden: true })).not.toContain(KEY);
  });
});

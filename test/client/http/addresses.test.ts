import { describe, expect, test } from "vitest";
import { ConfigurationError, connect, UnexpectedAnswerError } from "../../../client";
import { SETTING_NAMES } from "../../../client/http/configuration";
import { version as packageVersion } from "../../../package.json";
import { client, failure, json, KEY, type LocalServer, POD, serve } from "../support/local-server";

describe("a request of the client", () => {
  test("contains the API key as a bearer token in each of RunPod's APIs", async () => {
    const managing = await serve((response, { url }) => {
      response.end(JSON.stringify(url.startsWith("/graphql") ? { data: { myself: { endpoints: [] } } } : { pods: [] }));
    });
    const jobs = await serve(json(200, { id: "j", status: "IN_QUEUE" }));
    const platform = client(managing.url, { serverlessUrl: jobs.url });
    await platform.pods.list();
    await platform.jobs.status("ep1", "j");
    await platform.publicEndpoints.status("flux", "j");
    await platform.endpoints.list();
    const seen = (server: LocalServer) => server.seen.map(({ url, headers }) => [url, headers.authorization]);
    expect(seen(managing)).toEqual([
      ["/v2/pods", `Bearer ${KEY}`],
      ["/graphql", `Bearer ${KEY}`],
    ]);
    expect(seen(jobs)).toEqual([
      ["/v2/ep1/status/j", `Bearer ${KEY}`],
      ["/v2/flux/status/j", `Bearer ${KEY}`],
    ]);
  });

  test("fails without an API key and tells the user where to set the key", async () => {
    const error = await failure(connect({ apiKey: undefined }).pods.list());
    expect(error).toBeInstanceOf(ConfigurationError);
    expect((error as Error).message).toBe("listPods needs an API key, and no key is set. Pass apiKey to connect.");
    const keyHints = { missing: "Look under the mat.", refused: "" };
    expect(await failure(connect({ apiKey: "", keyHints }).pods.list())).toMatchObject({ hint: "Look under the mat." });
  });

  test("names Podwright's version in the user-agent header", async () => {
    const server = await serve(json(200, { pods: [] }));
    await client(server.url).pods.list();
    expect(server.seen[0]?.headers["user-agent"]).toBe(`podwright/${packageVersion}`);
  });

  test("fails without showing the API key if the API key contains a line break", async () => {
    const error = await failure(connect({ apiKey: "abc\nsecond" }).pods.list());
    expect(error).toBeInstanceOf(ConfigurationError);
    expect((error as Error).message).not.toMatch(/abc|second/);
  });
});

test("the error about an unknown transport names the valid transports", async () => {
  const error = await failure(connect({ apiKey: KEY, endpointTransport: "soap" }).pods.list());
  expect(error).toBeInstanceOf(ConfigurationError);
  expect((error as Error).message).toMatch(/"soap", but must be graphql or rest\. Set it to graphql/);
});

describe("the address of RunPod", () => {
  test.each([
    ["http://pods.example.com", "plain http to pods.example.com"],
    ["ftp://pods.example.com", 'baseUrl is "ftp://pods.example.com", which is not an http or https URL'],
    ["pods.example.com", 'baseUrl is "pods.example.com", which is not an http or https URL'],
    ["ftp://user:hunter2@pods.example.com?key=hunter2", 'baseUrl is "ftp://…@pods.example.com", which is not'],
    ["me:hunter2@pods.example.com", 'baseUrl is "…@pods.example.com", which is not'],
    ["rpa_hunter2hunter2hunter2", "baseUrl is a text of 25 characters, which is not"],
    ["https://user:hunter2@pods.example.com", "more than a host and a path"],
    ["https://pods.example.com/?api_key=hunter2", "more than a host and a path"],
  ])("cannot be %s", async (baseUrl, sentence) => {
    const error = await failure(connect({ apiKey: KEY, baseUrl }).pods.list());
    expect(error).toBeInstanceOf(ConfigurationError);
    expect((error as Error).message).toContain(sentence);
    expect((error as Error).message).not.toContain("hunter2");
  });

  test("with plain http causes an error that names the setting to change", async () => {
    const settingNames = { ...SETTING_NAMES, baseUrl: "SOME_URL", allowInsecureUrl: "SOME_SWITCH" };
    const options = { apiKey: KEY, baseUrl: "http://pods.example.com", settingNames };
    expect(((await failure(connect(options).pods.list())) as Error).message).toBe(
      "SOME_URL is plain http to pods.example.com, which would send the API key unencrypted. Use https, or set SOME_SWITCH to true if you accept this risk.",
    );
  });

  test.each(["", "/", "/v2", "/v2/"])("works with %j at the end", async (end) => {
    const server = await serve(json(200, { pods: [] }));
    await client(`${server.url}${end}`).pods.list();
    expect(server.seen[0]?.url).toBe("/v2/pods");
  });

  test("can contain a path", async () => {
    const server = await serve(json(200, { pods: [] }));
    await client(`${server.url}/gateway/`).pods.list();
    expect(server.seen[0]?.url).toBe("/gateway/v2/pods");
  });

  test("causes an error, not a missing resource, if it returns a web page", async () => {
    const server = await serve((response) =>
      response.writeHead(404, { "content-type": "text/html" }).end("<html>Not Found</html>"),
    );
    const error = await failure(client(server.url).pods.get(POD.id));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect((error as Error).message).toContain(
      "HTML instead of JSON (status 404). A proxy or firewall may have sent the answer. Check that baseUrl is RunPod's address.",
    );
  });
});

describe("the id of a resource", () => {
  test("is percent-encoded in a URL", async () => {
    const server = await serve(json(200, POD));
    await client(server.url).pods.get("a/b c?d");
    expect(server.seen[0]?.url).toBe("/v2/pods/a%2Fb%20c%3Fd");
  });

  test.each(["", ".", ".."])("cannot be %j, which would address the whole list", async (id) => {
    const server = await serve(json(200, POD));
    expect(await failure(client(server.url).pods.delete(id))).toBeInstanceOf(ConfigurationError);
    expect(server.seen).toHaveLength(0);
  });
});

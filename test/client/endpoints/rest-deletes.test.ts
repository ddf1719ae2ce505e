import { describe, expect, test } from "vitest";
import { NotFoundError, RuleError } from "../../../client";
import { client, failure, json, problem } from "../support/local-server";
import { called, graphqlKnows, platformWith, RECORD, rest, TEMPLATE } from "./rest-platform";

const AT_REST = { ...RECORD, workers: { ...RECORD.workers, min: 0, max: 0 } };

describe("the renewal of a template copy", () => {
  const copy = { ...RECORD, env: { ...RECORD.env, PODWRIGHT_TEMPLATE_ID: "tpl1" }, image: "worker:0" };
  const replies = {
    "GET /v2/serverless": json(200, { endpoints: [copy] }),
    "GET /v2/serverless/ep1": json(200, copy),
    "PATCH /v2/serverless/ep1": json(200, RECORD),
    "GET /v2/templates/tpl1": json(200, TEMPLATE),
    "POST /graphql": graphqlKnows("hidden1"),
  };

  test.each(["graphql", "rest"])(
    "discards the cached lists of a client that manages endpoints over %s",
    async (endpointTransport) => {
      const server = await platformWith(replies);
      const { endpoints, templates } = client(server.url, { endpointTransport });
      const look = async () => {
        const found = await endpoints.find("ep1", { maxAgeMs: 60_000 });
        if (found !== undefined && endpointTransport === "rest") await endpoints.complete(found);
      };
      await look();
      expect(await endpoints.renewCopy("ep1", await templates.get("tpl1"))).toBe(true);
      const before = called(server).length;
      await look();
      expect(called(server).slice(before)).toContain("POST /graphql");
    },
  );

  test("never overwrites a template of the account, even if the template looks like a copy", async () => {
    const server = await platformWith({ ...replies, "POST /graphql": graphqlKnows("tpl1") });
    const { endpoints, templates } = client(server.url, { endpointTransport: "rest" });
    expect(await endpoints.renewCopy("ep1", await templates.get("tpl1"))).toBe(false);
    expect(called(server)).not.toContain("PATCH /v2/serverless/ep1");
  });
});

describe("the delete of an endpoint over REST", () => {
  const live = { "GET /v2/serverless/ep1": json(200, AT_REST), "DELETE /v2/serverless/ep1": json(204, undefined) };
  const owned = { "GET /v2/templates/tpl1": json(200, TEMPLATE) };

  test("is refused while the endpoint may have workers", async () => {
    const server = await platformWith({ ...live, "GET /v2/serverless/ep1": json(200, RECORD) });
    expect(await failure(rest(server).delete("ep1"))).toBeInstanceOf(RuleError);
    expect(called(server)).toEqual(["GET /v2/serverless/ep1"]);
  });

  test("switches to GraphQL if the endpoint uses a template of the account", async () => {
    const server = await platformWith({ ...live, ...owned, "POST /graphql": graphqlKnows("tpl1") });
    await rest(server).delete("ep1");
    expect(called(server)).not.toContain("DELETE /v2/serverless/ep1");
    expect(server.seen.at(-1)?.body).toContain("deleteEndpoint");
  });

  test("also deletes a hidden template copy that only this endpoint uses", async () => {
    const server = await platformWith({ ...live, "POST /graphql": graphqlKnows("hidden1") });
    await rest(server).delete("ep1");
    expect(called(server).at(-1)).toBe("DELETE /v2/serverless/ep1");
  });

  test("is not sent during a temporary failure of GraphQL", async () => {
    const hiccup = json(200, {
      errors: [{ message: "oops", extensions: { code: "INTERNAL_SERVER_ERROR" } }],
      data: null,
    });
    const server = await platformWith({ ...live, "POST /graphql": hiccup });
    expect(await failure(rest(server).delete("ep1"))).toMatchObject({ code: "SERVER", retryable: true });
    expect(called(server)).not.toContain("DELETE /v2/serverless/ep1");
  });

  test("is refused without GraphQL if RunPod could also delete a template of the account", async () => {
    const server = await platformWith({ ...live, "GET /v2/templates": json(200, { templates: [TEMPLATE] }) });
    const error = await failure(rest(server).delete("ep1"));
    expect(error).toBeInstanceOf(RuleError);
    expect(String(error)).toContain("template");
    expect(called(server)).not.toContain("DELETE /v2/serverless/ep1");
  });

  test("works without GraphQL if the account has no serverless template", async () => {
    const forPods = { ...TEMPLATE, serverless: false };
    const server = await platformWith({ ...live, "GET /v2/templates": json(200, { templates: [forPods] }) });
    await rest(server).delete("ep1");
    expect(called(server).at(-1)).toBe("DELETE /v2/serverless/ep1");
  });

  test("works without GraphQL if the endpoint uses none of the account's templates", async () => {
    const templates = { "GET /v2/templates": json(200, { templates: [TEMPLATE] }) };
    for (const other of [{ image: "foreign:1" }, { env: { PODWRIGHT_TEMPLATE_ID: "tpl1" } }]) {
      const endpoint = { "GET /v2/serverless/ep1": json(200, { ...AT_REST, ...other }) };
      const server = await platformWith({ ...live, ...templates, ...endpoint });
      await rest(server).delete("ep1");
      expect(called(server).at(-1)).toBe("DELETE /v2/serverless/ep1");
    }
  });

  test.each([
    ["has no image in RunPod's response", { image: "" }, TEMPLATE],
    [
      "has the same copy variable as its template",
      { env: { PODWRIGHT_TEMPLATE_ID: "tpl0" } },
      { ...TEMPLATE, env: { PODWRIGHT_TEMPLATE_ID: "tpl0" } },
    ],
  ])("is refused without GraphQL if the endpoint %s", async (_, other, template) => {
    const endpoint = { "GET /v2/serverless/ep1": json(200, { ...AT_REST, ...other }) };
    const templates = { "GET /v2/templates": json(200, { templates: [template] }) };
    const server = await platformWith({ ...live, ...templates, ...endpoint });
    expect(await failure(rest(server).delete("ep1"))).toBeInstanceOf(RuleError);
    expect(called(server)).not.toContain("DELETE /v2/serverless/ep1");
  });

  test("fails if RunPod denies the read of the template", async () => {
    const server = await platformWith({
      ...live,
      "POST /graphql": graphqlKnows("tpl1"),
      "GET /v2/templates/tpl1": problem(403, "access denied"),
    });
    expect(await failure(rest(server).delete("ep1"))).toMatchObject({ code: "PERMISSION" });
    expect(called(server)).not.toContain("DELETE /v2/serverless/ep1");
  });

  test("throws NotFoundError if the endpoint is already deleted", async () => {
    expect(await failure(rest(await platformWith({})).delete("ep1"))).toBeInstanceOf(NotFoundError);
  });
});

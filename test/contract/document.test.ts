import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { useEmulator } from "../emulator/support/harness";
import { ContractDocument, type Violation } from "./document";
import { contract, exceptions, pagedLists } from "./exceptions";
import { takeViolations } from "./exchanges";

interface Content {
  readonly "application/json"?: { readonly examples?: Readonly<Record<string, { readonly value: unknown }>> };
}
interface Published {
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}
const { paths } = JSON.parse(readFileSync(join(__dirname, "openapi.json"), "utf8")) as {
  paths: Record<string, Record<string, Published>>;
};

/** The document's violations of itself in its own examples. */
function violationsOfExamples(held: ContractDocument, operations = held.operations): Violation[] {
  const bodiesOf = (content: Content = {}) =>
    Object.values(content["application/json"]?.examples ?? {}).map(({ value }) => JSON.stringify(value));
  return operations.flatMap((operation) => {
    const { requestBody, responses } = paths[operation.path]![operation.method.toLowerCase()]!;
    const requests = bodiesOf(requestBody?.content).flatMap((body) => held.violationsOfRequest(operation, body));
    const type = "application/json";
    const replies = Object.entries(responses).flatMap(([status, { content }]) =>
      bodiesOf(content).flatMap((body) => held.violationsOfResponse(operation, { status: Number(status), type, body })),
    );
    return [...requests, ...replies];
  });
}

describe("RunPod's OpenAPI document", () => {
  test("accepts its own examples after the listed corrections", () => {
    expect(violationsOfExamples(new ContractDocument(exceptions))).toEqual([]);
  });

  test("requires pagination in each list, although its own examples have none", () => {
    const required = { part: "200", pointer: "", message: "must have required property 'pagination'" };
    expect(violationsOfExamples(new ContractDocument(exceptions, pagedLists))).toContainEqual(required);
    const list = contract.operationAt("GET", "/v2/templates")!;
    expect(contract.violationsOfQuery(list, new URLSearchParams("cursor=c&limit=7"))).toEqual([]);
    expect(contract.violationsOfQuery(list, new URLSearchParams("limit=0"))).toHaveLength(1);
    expect(() => new ContractDocument(exceptions, [...pagedLists, ...pagedLists])).toThrow("has its pages itself");
  });

  test("cannot be extended with a value that contradicts RunPod's value", () => {
    const create = contract.operationAt("POST", "/v2/pods")!;
    const body = JSON.stringify({ name: "p", image: "nginx", gpu: { id: "g", minRamPerGpu: 8 } });
    expect(contract.violationsOfRequest(create, body)).toEqual([]);
    expect(new ContractDocument(exceptions).violationsOfRequest(create, body)).not.toEqual([]);
    const otherwise = { source: "", adds: { openapi: "2.0" } };
    expect(() => new ContractDocument(exceptions, [], [otherwise])).toThrow("says already openapi");
    const noItem = { source: "", adds: { components: { schemas: { Pod: { allOf: { 7: {} } } } } } };
    expect(() => new ContractDocument(exceptions, [], [noItem])).toThrow("has no item 7");
  });

  test.each(exceptions)("rejects one of its own examples without the correction at $pointer", (exception) => {
    const held = new ContractDocument(exceptions.filter((one) => one !== exception));
    const operations = held.operations.filter(({ name }) => name === exception.neededBy);
    expect(violationsOfExamples(held, operations)).not.toEqual([]);
  });

  test("cannot be loaded if RunPod has changed a text that a correction replaces", () => {
    const [exception] = exceptions;
    const stale = { ...exception!, published: { format: "uri-reference" } };
    expect(() => new ContractDocument([stale])).toThrow("no longer says format uri-reference");
  });
});

describe("the contract check in tests", () => {
  const { send } = useEmulator();
  const ofClient = { "user-agent": "podwright/test" };
  const secret = { name: "p", image: "nginx", env: { TOKEN: 5 }, extra: "hidden" };

  test("names the place and the rule of each violation without printing the value", async () => {
    expect((await send("POST", "/v2/pods?tail=hidden", secret, ofClient)).status).toBe(422);
    expect(takeViolations()).toEqual([
      "POST /v2/pods, request/env/TOKEN: must be string",
      "POST /v2/pods, request/extra: must NOT have unevaluated properties",
      "POST /v2/pods, query/tail: must NOT have additional properties",
    ]);
  });

  test("ignores bad requests that a test sends without Podwright's client", async () => {
    expect((await send("POST", "/v2/pods", secret)).status).toBe(422);
    expect(takeViolations()).toEqual([]);
  });

  test("checks the status, the content type and the body of each response", () => {
    const operation = contract.operationAt("DELETE", "/v2/pods/{id}")!;
    const list = contract.operationAt("GET", "/v2/network-volumes")!;
    const type = "application/json";
    const response = (status: number, body: string, of = list) =>
      contract
        .violationsOfResponse(of, { status, type, body })
        .map(({ part, pointer, message }) => `${part}${pointer}: ${message}`);
    expect(response(200, '{"networkVolumes":[{"id":"v"}]}')).toContain(
      "200/networkVolumes/0: must have required property 'name'",
    );
    expect(response(200, "{")).toEqual(["200: must be JSON"]);
    expect(response(202, "{}")).toEqual(["202: is no documented status"]);
    expect(response(404, "{}")).toEqual(["404: is application/json, want application/problem+json"]);
    expect(response(204, "{}", operation)).toEqual(["204: must have no body"]);
  });
});

import { hash } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { afterAll, afterEach } from "vitest";
import { bytesOf, contextOf, type RequestContext } from "../../emulator/server/request-context";
import type { ContractDocument, Violation } from "./document";
import { contract as current, original } from "./exceptions";

// Runs before every test file of the emulator, and checks each REST request and response of a test's emulators against the
// published document. A violation fails its test.

const found = new Set<string>();

subscribe("fastify.initialization", watch);
afterEach(report);
afterAll(() => {
  unsubscribe("fastify.initialization", watch);
  report();
});

function watch(message: unknown): void {
  const { fastify } = message as { readonly fastify: FastifyInstance };
  // Runs before the emulator's own hook, which damages responses for faults.
  fastify.addHook("onSend", async (request, reply, payload) => {
    const context = contextOf(request);
    if (context?.surface === "rest") hold(context, request, reply, payload);
    return payload;
  });
}

function hold(context: RequestContext, request: FastifyRequest, reply: FastifyReply, payload: unknown): void {
  const { entry, effect, query, strictInterface } = context;
  const contract = strictInterface ? original : current;
  if (entry.operation === "unknown") return;
  const path = (request.routeOptions.url ?? "").replace(/:(\w+)/g, "{$1}");
  const operation = contract.operationAt(request.method, path);
  if (operation?.name !== entry.operation) {
    found.add(`${request.method} ${path}, ${entry.operation}: is no documented operation`);
    return;
  }
  const { statusCode: status } = reply;
  const type = reply.getHeader("content-type")?.toString();
  const text = typeof payload === "string" ? payload : undefined;
  const body = bytesOf(request)?.toString();
  const isClient = request.headers["user-agent"]?.startsWith("podwright/") === true;
  // A test may plan a response that RunPod would not send.
  const isPlanned = effect !== undefined && ("status" in effect || "interface" in effect);
  const violations = [
    // Tests send bad requests on purpose. The emulator may also refuse a request before it reads the body.
    ...(status < 300 || (isClient && body !== undefined) ? contract.violationsOfRequest(operation, body) : []),
    // The emulator ignores unknown queries.
    ...(isClient ? contract.violationsOfQuery(operation, query) : []),
    ...(isPlanned ? [] : violationsOfResponse(contract, operation, { status, type, body: text })),
  ];
  // The original interface has fewer pod fields than its published document.
  const isNewer = (message: string) => strictInterface && /required property '(ssh|cudaVersion)'/.test(message);
  for (const { part, pointer, message } of violations.filter((violation) => !isNewer(violation.message)))
    found.add(`${request.method} ${path}, ${part}${pointer}: ${message}`);
}

/** Digests of valid responses: catalogs and refusals are frequent, and a check takes milliseconds. */
const allowed = new Set<string>();

function violationsOfResponse(
  contract: ContractDocument,
  ...[operation, response]: Parameters<ContractDocument["violationsOfResponse"]>
): Violation[] {
  const facts = [contract === original, operation.name, response.status, response.type, response.body];
  const digest = hash("sha1", JSON.stringify(facts), "base64");
  if (allowed.has(digest)) return [];
  const violations = contract.violationsOfResponse(operation, response);
  if (violations.length === 0) allowed.add(digest);
  return violations;
}

/** The violations since the last call. They then no longer fail the test. */
export function takeViolations(): string[] {
  const lines = [...found];
  found.clear();
  return lines;
}

function report(): void {
  const lines = takeViolations();
  if (lines.length === 0) return;
  const advice =
    "What a newer document adds goes into test/contract/overlay/; where this one errs, into exceptions.ts.";
  throw new Error(`The published document does not allow:\n${lines.join("\n")}\n${advice}`);
}

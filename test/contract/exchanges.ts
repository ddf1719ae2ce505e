import { hash } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { afterAll, afterEach } from "vitest";
import { bytesOf, contextOf, type RequestContext } from "../../emulator/http/request-context";
import type { ContractDocument, Violation } from "./document";
import { contract as current, original } from "./exceptions";

// Runs before every test file of the emulator: holds each REST request and response of every emulator that a test starts
// against the published document. A test that causes a violation fails with it.

const found = new Set<string>();

subscribe("fastify.initialization", watch);
afterEach(report);
afterAll(() => {
  unsubscribe("fastify.initialization", watch);
  report();
});

function watch(message: unknown): void {
  const { fastify } = message as { readonly fastify: FastifyInstance };
  // Before the emulator's own hook of that name, which damages responses where a fault wants it.
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
  // A test may plan a response that the platform would not give.
  const isPlanned = effect !== undefined && "status" in effect;
  const violations = [
    // Tests send bad requests on purpose. A request may also be refused before its body is read.
    ...(status < 300 || (isClient && body !== undefined) ? contract.violationsOfRequest(operation, body) : []),
    // The emulator ignores queries that it does not know.
    ...(isClient ? contract.violationsOfQuery(operation, query) : []),
    ...(isPlanned ? [] : violationsOfResponse(contract, operation, { status, type, body: text })),
  ];
  // The first interface names fewer fields of a pod than the document that is published for it.
  const isNewer = (message: string) => strictInterface && /required property '(ssh|cudaVersion)'/.test(message);
  for (const { part, pointer, message } of violations.filter((violation) => !isNewer(violation.message)))
    found.add(`${request.method} ${path}, ${part}${pointer}: ${message}`);
}

/** Digests of responses that the document allows: catalogs and refusals come often, and a check takes milliseconds. */
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

/** The violations since the last call. A test that takes them does not fail with them. */
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

import { afterAll, expect, test } from "vitest";
import { contract } from "../../contract/exceptions";
import { fc, runs } from "../../support/property";
import { type AnyRequest, anyRequest, opening } from "../support/any-request";
import { type Answered, Machine } from "../support/machine";

const machine = new Machine({ provision: 100, start: 100 });
afterAll(() => machine.server.close());

/** The proxy of pods answers as the programs in the pods do, and its gateway errors are no JSON. */
const isProxied = ({ path }: { readonly path: string }) => path.startsWith("/_emulator/proxy/");
const routes = machine.routes.filter((route) => !isProxied(route));
const rows = runs(25);
const inARow = 100;

test("no random request gets a 500 or a response in a wrong format", async () => {
  const served = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(anyRequest(routes), { minLength: inARow, maxLength: inARow }), async (wild) => {
      machine.reset();
      for (const request of [...opening, ...wild]) {
        const answered = await machine.send(request);
        machine.platform.faults.clear();
        if (answered.status < 400) served.add(`${request.method} ${request.path}`);
        const mistake = mistakeIn(answered, request);
        if (mistake !== "none") throw new Error(`${mistake}: ${JSON.stringify({ request, answered })}`);
      }
    }),
    { numRuns: rows, seed: 20261121, endOnFailure: true },
  );
  // In as many runs as `.ci/run` makes, every operation succeeds at least once. So the valid half of the requests really is valid.
  const never = routes.map(({ method, path }) => `${method} ${path}`).filter((route) => !served.has(route));
  if (rows >= 100) expect(never).toEqual([]);
}, 600_000);

/** Returns the mistake in an answer to any request. */
function mistakeIn({ status, type, text }: Answered, { method, path }: AnyRequest): string {
  if (status >= 500 || status < 200) return "status";
  if (method === "HEAD" || status === 204) return text === "" ? "none" : "a body where none belongs";
  if (status < 400)
    return /^(application\/json|text\/|image\/svg)/.test(type ?? "") || status === 307 || status === 308
      ? "none"
      : "type";
  return envelopesFor(path).some((envelope) => isEnvelope[envelope](objectIn(text), status, type ?? ""))
    ? "none"
    : "envelope";
}

type Envelope = "problem" | "graphql" | "error";

/** Returns the error formats for a path. Each surface has its own format, and an unknown path may get either. */
function envelopesFor(path: string): readonly Envelope[] {
  const [root, area = ""] = path.split("/").slice(1);
  if (path === "/graphql") return ["graphql"];
  if (root === "_emulator") return ["error"];
  if (root === "v2" && restAreas.has(area)) return ["problem"];
  return ["problem", "error"];
}

const restAreas = new Set(contract.operations.map(({ path }) => path.split("/")[2]));

type Look = (body: Record<string, unknown>, status: number, type: string) => boolean;
const isJson = (type: string) => /^application\/json/.test(type);
const isEnvelope: Readonly<Record<Envelope, Look>> = {
  problem: (body, status, type) =>
    /^application\/problem\+json/.test(type) &&
    body.status === status &&
    typeof body.title === "string" &&
    typeof body.detail === "string" &&
    Object.keys(body).every((key) => ["title", "status", "detail", "errors"].includes(key)),
  graphql: (body, _status, type) => isJson(type) && Array.isArray(body.errors) && body.data === null,
  // A failed job has further fields.
  error: (body, _status, type) => isJson(type) && typeof body.error === "string",
};

function objectIn(text: string): Record<string, unknown> {
  const body: unknown = JSON.parse(text);
  return typeof body === "object" && body !== null ? { ...body } : {};
}

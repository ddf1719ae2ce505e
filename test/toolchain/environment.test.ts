import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { credentials, Server, ServerCredentials } from "@grpc/grpc-js";
import { EngineClient, EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogRequest } from "@pulumi/pulumi/proto/engine_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { expect, onTestFinished, test, vi } from "vitest";
import { settle } from "../support/vitest/environment";

/** The remaining variables of an environment. */
const left = (environment: Record<string, string>) => {
  settle(environment);
  const { no_proxy, NO_PROXY, ...rest } = environment;
  return rest;
};

test.each([
  "CI",
  "GITHUB_ACTIONS",
  "RUNNER_OS",
  "TF_BUILD",
  "FORCE_COLOR",
  "COLUMNS",
  "LANG",
  "LC_ALL",
  "NODE_OPTIONS",
  "GOFLAGS",
  "PULUMI_ACCESS_TOKEN",
  "PODWRIGHT_API_KEY",
  "PODWRIGHT_ENDPOINT_TRANSPORT",
  "RUNPOD_API_KEY",
  "AWS_PROFILE",
  "PGHOST",
])("no test sees the environment variable %s", (name) => {
  expect(left({ [name]: "x", HOME: "/home/ada" })).toEqual({ HOME: "/home/ada" });
});

test.each(["PATH", "GOPROXY", "PIP_INDEX_URL", "https_proxy", "PODWRIGHT_ENGINE_DIR", "PODWRIGHT_KILL_ROUNDS"])(
  "tests see the environment variable %s, because a test tool may need the variable",
  (name) => {
    expect(left({ [name]: "x" })).toEqual({ [name]: "x" });
  },
);

test("each variable that a test tool reads reaches the tests", () => {
  const folder = join(__dirname, "../e2e");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const text = files.map((file) => readFileSync(join(folder, file), "utf8")).join();
  const read = [...text.matchAll(/process\.env\.(PODWRIGHT_\w+)/g)].map(([, name = ""]) => [name, "x"] as const);
  expect(read).not.toEqual([]);
  expect(left(Object.fromEntries(read))).toEqual(Object.fromEntries(read));
});

test("requests in tests also bypass the proxy for the addresses in NO_PROXY", () => {
  for (const name of ["no_proxy", "NO_PROXY"]) {
    const environment: NodeJS.ProcessEnv = { [name]: "registry.example" };
    settle(environment);
    expect(environment.no_proxy).toBe("registry.example,127.0.0.1,localhost,::1");
    expect(environment.NO_PROXY).toBe(environment.no_proxy);
  }
});

test("a request to this machine does not use the proxy that an environment variable names", async () => {
  for (const name of ["http_proxy", "https_proxy", "grpc_proxy"]) vi.stubEnv(name, "http://127.0.0.1:9");
  const server = new Server();
  server.addService(EngineService, {
    log: (_call: unknown, answer: (error: null, empty: Empty) => void) => answer(null, new Empty()),
  });
  const port = await new Promise<number>((found, failed) =>
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? found(bound) : failed(error),
    ),
  );
  const client = new EngineClient(`127.0.0.1:${port}`, credentials.createInsecure());
  onTestFinished(() => {
    client.close();
    server.forceShutdown();
  });
  const outcome = await new Promise((done) => client.log(new LogRequest(), (error) => done(error)));
  expect(outcome).toBeNull();
});

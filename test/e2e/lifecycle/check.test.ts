import { expect, test } from "vitest";
import { emulated } from "../harness/emulated";
import type { EngineRun } from "../harness/engine";
import { nameOf } from "../harness/steps";

const canary = "canary-5f1e7d-secret";

test("a pod is refused at preview: all its problems at once, no secret, no request", async () => {
  const { emulator, stack } = await emulated();
  const args = {
    image: "nginx",
    gpu: { id: "NVIDIA L4" },
    cpu: { id: "cpu3c", vcpuCount: 3 },
    mounts: { persistent: { size: 5, path: "/data" }, network: [{ volumeId: "someid", path: "/data" }] },
    ports: ["80/http", "8888", "53/udp", "70000/tcp"],
    env: { TOKEN: canary },
  };
  stack.declare([{ kind: "Pod", name: "wrong", args }]);

  const preview = await stack.preview();

  expect(preview.ok).toBe(false);
  const [failure, ...more] = failuresOf(preview, "wrong");
  expect(more).toEqual([]);
  expect(linesOf(failure).toSorted()).toEqual(
    [
      "ports[1]: must be <port>/<protocol>, such as 8888/http",
      "ports[3]: must name a port from 1 to 65535",
      "mounts.persistent.size: must be at least 10",
      "cpu.vcpuCount: must be a power of two: 2, 4, 8, 16, …",
      "cpu: cannot be given together with `gpu`: a pod has one or the other",
      "mounts: `persistent` and `network` exclude each other: a pod has one kind of mount",
      "mounts.persistent: CPU pods have no persistent mount: use `network`",
    ].toSorted(),
  );
  expect(preview.text + JSON.stringify(preview.events)).not.toContain(canary);
  expect(emulator.requests()).toEqual([]);
});

test("names that the platform does not have are refused at preview, with the nearest, for one request a catalog", async () => {
  const { emulator, stack } = await emulated({}, { env: { PODWRIGHT_CHECK_CATALOG: "true" } });
  const gpu = { id: "NVIDIA GeForce RTX 4080 TI" };
  const args = { image: "nginx", gpu, dataCenterIds: ["EU-RO-11"], fallbacks: [{ gpu: { id: "NVIDIA L4" } }, { gpu }] };
  stack.declare([{ kind: "Pod", name: "wrong", args }]);

  const preview = await stack.preview();

  expect(preview.ok).toBe(false);
  expect(failuresOf(preview, "wrong").flatMap(linesOf).toSorted()).toEqual([
    expect.stringMatching(/^dataCenterIds\[0\]: is no data center of the platform; did you mean .*EU-RO-1/),
    expect.stringMatching(/^fallbacks\[1\]\.gpu\.id: is no GPU type of the platform; did you mean NVIDIA GeForce RTX/),
    expect.stringMatching(/^gpu\.id: is no GPU type of the platform; did you mean NVIDIA GeForce RTX/),
  ]);
  expect(preview.text).toContain("set podwright:checkCatalog to false");
  expect(emulator.counts()).toEqual({ listGpuTypes: 1, listDataCenters: 1 });
});

test("a credential whose types are wrong is refused at preview: no secret, no request", async () => {
  const { emulator, stack } = await emulated();
  stack.declare([{ kind: "RegistryCredential", name: "wrong", args: { name: "", password: [canary] } }]);

  const preview = await stack.preview();

  expect(preview.ok).toBe(false);
  if (stack.host === "plugin") {
    // YAML finds this in the plugin's schema before it asks the plugin.
    expect(preview.text).toContain("podwright:index:RegistryCredential is not assignable from");
  } else {
    expect(failuresOf(preview, "wrong").flatMap(linesOf).toSorted()).toEqual([
      "name: must be at least 1 character long",
      "password: must be a string, not a list",
      "username: is required",
    ]);
  }
  expect(preview.text + JSON.stringify(preview.events)).not.toContain(canary);
  expect(emulator.requests()).toEqual([]);
});

/** What the engine reported against one resource. */
function failuresOf(run: EngineRun, name: string): string[] {
  return run.events.flatMap(({ diagnosticEvent }) =>
    diagnosticEvent?.severity === "error" && nameOf(diagnosticEvent.urn ?? "") === name
      ? [diagnosticEvent.message]
      : [],
  );
}

/** The lines of a failure that name a path: the engine writes its own words before the first. */
function linesOf(failure = ""): string[] {
  return failure
    .replace(/<\{%.*?%\}>/g, "")
    .split("\n")
    .map((line) => line.replace(/^.*has a problem: /, "").trim())
    .filter((line) => line !== "");
}

import { expect, test } from "vitest";
import { emulated } from "../harness/emulated";
import type { EngineRun } from "../harness/stack/engine";
import { mustFail, nameOf } from "../harness/stack/steps";

const canary = "canary-5f1e7d-secret";

test("a preview reports all problems of a pod in one run", async () => {
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

  const preview = await mustFail(stack.preview());
  const [failure, ...more] = failuresOf(preview, "wrong");
  expect(more).toEqual([]);
  // The unit tests cover every problem.
  expect(linesOf(failure)).toHaveLength(8);
  expect(linesOf(failure)).toContain("cpu: cannot be given together with `gpu`: a pod has one or the other");
  expect(preview.text + JSON.stringify(preview.events)).not.toContain(canary);
  expect(emulator.requests()).toEqual([]);
});

test("a preview refuses unknown names and suggests the nearest known names", async () => {
  const { emulator, stack } = await emulated({}, { env: { PODWRIGHT_CHECK_CATALOG: "true" } });
  const gpu = { id: "NVIDIA GeForce RTX 4080 TI" };
  const args = { image: "nginx", gpu, dataCenterIds: ["EU-RO-11"], fallbacks: [{ gpu: { id: "NVIDIA L4" } }, { gpu }] };
  stack.declare([{ kind: "Pod", name: "wrong", args }]);

  const preview = await mustFail(stack.preview());
  expect(failuresOf(preview, "wrong").flatMap(linesOf).toSorted()).toEqual([
    expect.stringMatching(/^dataCenterIds\[0\]: "EU-RO-11" is no data center of RunPod; did you mean .*EU-RO-1/),
    expect.stringMatching(
      /^fallbacks\[1\]\.gpu\.id: "NVIDIA GeForce RTX 4080 TI" is no GPU type of RunPod; did you mean NVIDIA GeForce RTX/,
    ),
    expect.stringMatching(
      /^gpu\.id: "NVIDIA GeForce RTX 4080 TI" is no GPU type of RunPod; did you mean NVIDIA GeForce RTX/,
    ),
  ]);
  expect(preview.text).toContain("set PODWRIGHT_CHECK_CATALOG to false");
  expect(emulator.counts()).toEqual({ listGpuTypes: 1, listDataCenters: 1 });
});

/** The engine's errors of a resource. */
function failuresOf(run: EngineRun, name: string): string[] {
  return run.events.flatMap(({ diagnosticEvent }) =>
    diagnosticEvent?.severity === "error" && nameOf(diagnosticEvent.urn ?? "") === name
      ? [diagnosticEvent.message]
      : [],
  );
}

/** The lines of a failure that contain a path. The engine writes its own words before the first path. */
function linesOf(failure = ""): string[] {
  return failure
    .replace(/<\{%.*?%\}>/g, "")
    .split("\n")
    .map((line) => line.replace(/^.*has a problem: /, "").trim())
    .filter((line) => line !== "");
}

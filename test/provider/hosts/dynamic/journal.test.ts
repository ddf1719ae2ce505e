import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { startEmulator } from "../../../../emulator";
import { callCommandsWith } from "../../../../kernel/as-called";
import { configure, create, delete as remove } from "../../../../provider/hosts/dynamic/host";
import { readEntries } from "../../../../provider/hosts/journal/journal";

// The tests' runner is not the engine, so its end must not end this process.
vi.mock("../../../../provider/hosts/engine/lifeline", () => ({
  watchEngine: () => ({ signal: new AbortController().signal, hold: (work: unknown) => work }),
}));

test("the error about a resource of a later Podwright version names the resource that this version lacks", async () => {
  await expect((async () => create("Toaster", {}))()).rejects.toThrow(
    "this version of podwright has no resource Toaster",
  );
});

test("the dynamic host writes the hardware of pods into the journal that PODWRIGHT_JOURNAL names", async () => {
  const folder = mkdtempSync(join(tmpdir(), "podwright-journal-"));
  const emulator = await startEmulator({ provision: 1, start: 1, strict: true });
  onTestFinished(async () => {
    callCommandsWith(() => "podwright");
    rmSync(folder, { recursive: true });
    await emulator.close();
  });
  vi.stubEnv("PODWRIGHT_JOURNAL", folder);
  vi.stubEnv("PODWRIGHT_TIME_SCALE", "0.01");
  const settings: Record<string, string> = { apiKey: emulator.apiKey, baseUrl: emulator.url };
  configure({ get: (key) => settings[key.replace("podwright:", "")] });
  const inputs = { name: "web-1", __autoname: "web-1", __logicalName: "web", image: "nginx", gpu: { id: "NVIDIA L4" } };

  const { id, outs } = await create("Pod", inputs);
  await remove("Pod", id, outs ?? {});

  expect(readEntries(folder)).toMatchObject([
    { event: "created", kind: "Pod", id, gpu: "NVIDIA L4", name: "web" },
    { event: "deleted", kind: "Pod", id, gpu: "NVIDIA L4", name: "web" },
  ]);
});

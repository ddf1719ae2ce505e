import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Recording } from "../../../cli/doctor/recording/recording";
import { recordingsIn } from "../../contract/recording-form";
import { newEndpoint, newPod, send } from "../../support/account";
import { temporaryFolder } from "../../support/temporary-folder";
import { asked, contents, doctor, emulated, only } from "../support/doctor-live";

const newFile = () => join(temporaryFolder("recordings"), "seen.json");
const readAll = (file: string): readonly Recording[] => recordingsIn(readFileSync(file, "utf8"));

test("podwright doctor --live --record writes no data of the user's own resources", async () => {
  const emulator = await emulated({ start: 300, runningAtOnce: true });
  const own = { name: "merger", image: "registry.example.com/acme:7", env: { TOKEN: "hf_plainsecret" } };
  const ids = [
    await newPod(emulator, own),
    await newEndpoint(emulator, "acme-inference"),
    (
      await send(emulator, "POST", "/v2/registries", {
        name: "acme-hub",
        username: "lovelace",
        password: "hub-password",
      })
    ).id,
    (await send(emulator, "POST", "/v2/account/secrets", { name: "acme-secret", value: "acme-value" })).id,
  ];
  const file = newFile();
  const chosen = only(
    "graphql-serves",
    "cursor-malformed",
    "list-lag",
    "template-binding",
    "running-pod",
    "stopped-pod",
  );
  const { exitCode, err } = await doctor(emulator, [...asked, ...chosen, "--record", file]);
  const recordings = readAll(file);
  expect({ exitCode, err }).toEqual({
    exitCode: 8,
    err: `${file} holds ${recordings.length} recordings: check the file before you send it.\n`,
  });
  const secrets = ["merger", "acme", "hf_plainsecret", "lovelace", "hub-password", emulator.apiKey, emulator.url];
  for (const secret of [...ids, ...secrets]) expect(readFileSync(file, "utf8")).not.toContain(secret);
  const statuses = recordings.flatMap(({ surface, request: { method, path }, response: { body } }) => {
    const { status, runtime, cost } = (body ?? {}) as { status?: string; runtime?: unknown; cost?: number };
    const isPod =
      surface === "rest-v2" && method === "GET" && /^\/v2\/pods\/id-\d+$/.test(path) && runtime !== undefined;
    return isPod ? [[status, runtime === null, cost]] : [];
  });
  expect(statuses).toEqual([
    ["RUNNING", true, 0.06],
    ["RUNNING", false, 0.06],
  ]);
  expect(recordings).toContainEqual(
    expect.objectContaining({
      response: expect.objectContaining({ body: expect.objectContaining({ status: "EXITED", cost: 0 }) }),
    }),
  );
  expect(new Set(recordings.map(({ source }) => source))).toEqual(
    new Set([expect.stringMatching(/^podwright doctor --live \S+, on another server$/)]),
  );
  // Only the few requests that the probes needed.
  expect(recordings.length).toBeLessThan(40);
  expect(statSync(file).mode & 0o777).toBe(0o600);
}, 60_000);

test("podwright doctor --live --record writes the recordings even after Ctrl-C", async () => {
  const emulator = await emulated();
  emulator.addFault({ operation: "createPod", effect: { delayMs: 300 } });
  const file = newFile();
  const stop = new AbortController();
  const running = doctor(emulator, [...asked, ...only("template-name", "running-pod"), "--record", file], {
    signal: stop.signal,
  });
  await expect.poll(() => emulator.counts().createPod).toBe(1);
  stop.abort(new Error("interrupted"));
  await running;
  expect(readAll(file).map(({ request: { method, path } }) => `${method} ${path}`)).toContain("POST /v2/templates");
  expect(await contents(emulator)).toEqual([]);
}, 60_000);

test.each([
  ["an existing file", (folder: string) => join(folder, "kept.json"), "exists already: give --record another name"],
  ["a missing folder", (folder: string) => join(folder, "no", "seen.json"), "name a file in a folder that you may"],
])("podwright doctor refuses --record with %s before a probe creates a resource", async (_, fileIn, words) => {
  const emulator = await emulated();
  const folder = temporaryFolder("recordings");
  writeFileSync(join(folder, "kept.json"), "mine");
  const { exitCode, err } = await doctor(emulator, [...asked, "--probe", "template-name", "--record", fileIn(folder)]);
  expect(exitCode).toBe(1);
  expect(err).toContain(words);
  expect(emulator.counts().createTemplate).toBeUndefined();
  expect(readFileSync(join(folder, "kept.json"), "utf8")).toBe("mine");
});

test("podwright doctor refuses --record without --live", async () => {
  const file = newFile();
  const { exitCode, err } = await doctor(await emulated(), ["--record", file]);
  expect({ exitCode, made: existsSync(file) }).toEqual({ exitCode: 64, made: false });
  expect(err).toContain("--record needs --live");
});

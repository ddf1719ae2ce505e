import { appendFileSync, chmodSync, existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { journalFolder, readEntries, writeEntry } from "../../../provider/hosts/journal/journal";
import type { RememberedResource } from "../../../provider/session/run";
import { temporaryFolder } from "../../support/temporary-folder";

const entry: RememberedResource = {
  at: "2026-11-22T10:00:00Z",
  event: "created",
  kind: "Pod",
  id: "p1",
  gpu: "NVIDIA L4",
  name: "web",
};

test("Podwright keeps the billing journal in files that only the user can read", () => {
  const folder = join(temporaryFolder("journal"), "deep", "journal");
  writeEntry(folder, entry);
  writeEntry(folder, { ...entry, id: "p2", gpu: null });
  expect(readEntries(folder)).toEqual([entry, { ...entry, id: "p2", gpu: null }]);
  const [file = ""] = readdirSync(folder);
  expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test("Podwright reads every complete line of a billing journal with a truncated line", () => {
  const folder = temporaryFolder("journal");
  writeEntry(folder, entry);
  appendFileSync(join(folder, "resources-2026-11.jsonl"), '{"kind":"Pod","id"\n\nnull\n');
  writeEntry(folder, { ...entry, id: "p2" });
  expect(readEntries(folder).map(({ id }) => id)).toEqual(["p1", "p2"]);
});

test("Podwright deletes files of the billing journal that are older than a year", () => {
  const folder = temporaryFolder("journal");
  for (const name of ["resources-2025-10.jsonl", "resources-2025-11.jsonl", "mine.jsonl"])
    writeFileSync(join(folder, name), "");
  writeEntry(folder, entry);
  expect(readdirSync(folder).sort()).toEqual(["mine.jsonl", "resources-2025-11.jsonl", "resources-2026-11.jsonl"]);
});

test("a monthly file of the billing journal stops growing at 4 MB", () => {
  const folder = temporaryFolder("journal");
  const file = join(folder, "resources-2026-11.jsonl");
  writeFileSync(file, " ".repeat(4_000_001));
  writeEntry(folder, entry);
  expect(statSync(file).size).toBe(4_000_001);
});

test("a billing journal that Podwright cannot write causes no error", () => {
  const file = join(temporaryFolder("journal"), "a-file");
  writeFileSync(file, "");
  chmodSync(file, 0o400);
  expect(() => writeEntry(join(file, "below"), entry)).not.toThrow();
  expect(existsSync(join(file, "below"))).toBe(false);
  expect(readEntries(join(file, "below"))).toEqual([]);
});

const remote = "https://api.example.com";
const home = "/home/me";

test.each([
  ["PODWRIGHT_JOURNAL=off", { PODWRIGHT_JOURNAL: "off" }, remote, "linux", undefined],
  ["a folder that the user sets", { PODWRIGHT_JOURNAL: "/data/j" }, "http://127.0.0.1:1", "linux", "/data/j"],
  ["an emulator", {}, "http://127.0.0.1:4010", "linux", undefined],
  ["an emulator under a host name", {}, "http://localhost:4010", "linux", undefined],
  ["Linux", {}, undefined, "linux", "/home/me/.local/state/podwright"],
  ["Linux with XDG_STATE_HOME", { XDG_STATE_HOME: "/state" }, remote, "linux", "/state/podwright"],
  [
    "Linux with a relative XDG_STATE_HOME",
    { XDG_STATE_HOME: "state" },
    remote,
    "linux",
    "/home/me/.local/state/podwright",
  ],
  ["macOS", {}, remote, "darwin", "/home/me/Library/Application Support/podwright"],
] as const)("Podwright chooses the folder of the billing journal for %s", (_, env, url, platform, folder) => {
  expect(journalFolder(env, url, { platform, home })).toBe(folder);
});

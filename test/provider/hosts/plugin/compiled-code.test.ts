import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { folderForCompiledCode } from "../../../../provider/hosts/plugin/compiled-code";

const uid = process.geteuid?.();
/** The user id of Linux's user "nobody". */
const other = 65534;

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "podwright-home-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
});

const folderOf = (more: Partial<Parameters<typeof folderForCompiledCode>[0]> = {}) =>
  folderForCompiledCode({ environment: {}, platform: "linux", home, uid, ...more });

test.each([
  ["linux", {}, ".cache/podwright/compiled"],
  ["linux", { XDG_CACHE_HOME: "relative" }, ".cache/podwright/compiled"],
  ["darwin", {}, "Library/Caches/podwright/compiled"],
  ["win32", {}, "AppData/Local/podwright/compiled"],
] as const)("the cache is the user's own: on %s with %j it is in %s", (platform, environment, folder) => {
  expect(folderOf({ platform, environment })).toBe(join(home, folder));
});

test("XDG_CACHE_HOME moves the cache", () => {
  expect(folderOf({ environment: { XDG_CACHE_HOME: join(home, "elsewhere") } })).toBe(
    join(home, "elsewhere/podwright/compiled"),
  );
});

describe.skipIf(uid === undefined)("compiled code that another user could change is never run", () => {
  test("a new folder is closed to other users", () => {
    expect(statSync(folderOf() ?? "").mode & 0o777).toBe(0o700);
  });

  test.each([0o770, 0o755, 0o707])("a folder with the mode %o is not used", (mode) => {
    const folder = folderOf() ?? "";
    chmodSync(folder, mode);
    expect(folderOf()).toBeUndefined();
  });

  test("a link in place of the folder is not followed", () => {
    mkdirSync(join(home, ".cache/podwright"), { recursive: true });
    mkdirSync(join(home, "prepared"), { mode: 0o700 });
    symlinkSync(join(home, "prepared"), join(home, ".cache/podwright/compiled"));
    expect(folderOf()).toBeUndefined();
  });

  test("a folder is not used where others may rename it, and is used below a shared folder that forbids that", () => {
    mkdirSync(join(home, ".cache"));
    chmodSync(join(home, ".cache"), 0o777);
    expect(folderOf()).toBeUndefined();
    chmodSync(join(home, ".cache"), 0o1777);
    expect(folderOf()).toBe(join(home, ".cache/podwright/compiled"));
  });

  test("a home that is no folder has no cache", () => {
    expect(folderOf({ home: "/dev/null" })).toBeUndefined();
    expect(existsSync("/dev/null/.cache")).toBe(false);
  });

  test.skipIf(uid !== 0).each([".cache", ".cache/podwright", ".cache/podwright/compiled"])(
    "another user's %s is not used",
    (folder) => {
      mkdirSync(join(home, ".cache/podwright/compiled"), { recursive: true, mode: 0o700 });
      chownSync(join(home, folder), other, other);
      expect(folderOf()).toBeUndefined();
    },
  );
});

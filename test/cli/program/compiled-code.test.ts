import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { folderForCompiledCode } from "../../../cli/program/compiled-code";

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
] as const)(
  "the plugin caches compiled code in the user's home: on %s with %j in %s",
  (platform, environment, folder) => {
    expect(folderOf({ platform, environment })).toBe(join(home, folder));
  },
);

test("XDG_CACHE_HOME moves the cache of compiled code", () => {
  expect(folderOf({ environment: { XDG_CACHE_HOME: join(home, "elsewhere") } })).toBe(
    join(home, "elsewhere/podwright/compiled"),
  );
});

test.each(["linux", "darwin", "win32"] as const)(
  "a user without a home folder has no cache of compiled code on %s",
  (platform) => {
    expect(folderOf({ platform, home: undefined })).toBeUndefined();
  },
);

describe.skipIf(uid === undefined)("the cache of compiled code", () => {
  test("is a folder that is closed to other users", () => {
    expect(statSync(folderOf() ?? "").mode & 0o777).toBe(0o700);
  });

  test.each([0o770, 0o755, 0o707])("is never in a folder with the mode %o", (mode) => {
    const folder = folderOf() ?? "";
    chmodSync(folder, mode);
    expect(folderOf()).toBeUndefined();
  });

  test("is never a symbolic link", () => {
    mkdirSync(join(home, ".cache/podwright"), { recursive: true });
    mkdirSync(join(home, "prepared"), { mode: 0o700 });
    symlinkSync(join(home, "prepared"), join(home, ".cache/podwright/compiled"));
    expect(folderOf()).toBeUndefined();
  });

  test("is never in a folder that other users may rename", () => {
    mkdirSync(join(home, ".cache"));
    chmodSync(join(home, ".cache"), 0o777);
    expect(folderOf()).toBeUndefined();
    chmodSync(join(home, ".cache"), 0o1777);
    expect(folderOf()).toBe(join(home, ".cache/podwright/compiled"));
  });

  test("does not exist if the home is not a folder", () => {
    expect(folderOf({ home: "/dev/null" })).toBeUndefined();
    expect(existsSync("/dev/null/.cache")).toBe(false);
  });

  test.skipIf(uid !== 0).each([".cache", ".cache/podwright", ".cache/podwright/compiled"])(
    "is never in another user's %s",
    (folder) => {
      mkdirSync(join(home, ".cache/podwright/compiled"), { recursive: true, mode: 0o700 });
      chownSync(join(home, folder), other, other);
      expect(folderOf()).toBeUndefined();
    },
  );
});

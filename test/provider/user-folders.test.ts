import { expect, test, vi } from "vitest";
import { homeFolder, userFolder } from "../../provider/machine/user-folders";

test("a user id that the system does not know has no home folder, and no command fails for it", () => {
  const ask = () => {
    throw new Error("uv_os_homedir returned ENOENT");
  };
  expect(homeFolder(ask)).toBeUndefined();
});

test("an empty HOME is no home folder, because Podwright would write its files into the working folder", () => {
  vi.stubEnv("HOME", "");
  vi.stubEnv("USERPROFILE", "");
  expect(homeFolder()).toBeUndefined();
});

test.each([
  ["linux", {}, "/home/me/.cache", "/home/me/.local/state"],
  ["linux", { XDG_CACHE_HOME: "relative", XDG_STATE_HOME: "" }, "/home/me/.cache", "/home/me/.local/state"],
  ["linux", { XDG_CACHE_HOME: "/cache", XDG_STATE_HOME: "/state" }, "/cache", "/state"],
  ["darwin", { XDG_CACHE_HOME: "/cache" }, "/home/me/Library/Caches", "/home/me/Library/Application Support"],
  ["win32", {}, "/home/me/AppData/Local", "/home/me/AppData/Local"],
  ["win32", { LOCALAPPDATA: "C:\\Local" }, "C:\\Local", "C:\\Local"],
] as const)(
  "on %s with %j, the user's folders are %s for caches and %s for notes",
  (platform, environment, cache, state) => {
    const machine = { platform, environment, home: "/home/me" };
    expect([userFolder("cache", machine), userFolder("state", machine)]).toEqual([cache, state]);
  },
);

test.each(["linux", "darwin", "win32"] as const)("a user without a home folder has no folders on %s", (platform) => {
  const machine = { platform, environment: {}, home: undefined };
  expect([userFolder("cache", machine), userFolder("state", machine)]).toEqual([undefined, undefined]);
});

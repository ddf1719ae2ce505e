import { expect, test } from "vitest";
import { userCacheFolder } from "../../toolchain/lib/machine.mjs";

test.each([
  ["linux", {}, "/home/ada/.cache"],
  ["linux", { XDG_CACHE_HOME: "/big/cache" }, "/big/cache"],
  ["linux", { XDG_CACHE_HOME: "relative/cache" }, "/home/ada/.cache"],
  ["linux", { XDG_CACHE_HOME: "" }, "/home/ada/.cache"],
  ["darwin", {}, "/home/ada/Library/Caches"],
  ["darwin", { XDG_CACHE_HOME: "/big/cache" }, "/big/cache"],
] as const)("the toolchain's cache folder on %s with %j is %s", (platform, env, folder) => {
  expect(userCacheFolder({ platform, env, home: "/home/ada" })).toBe(folder);
});

test("the toolchain's cache folder on Windows is LOCALAPPDATA or, without LOCALAPPDATA, the default folder", () => {
  const home = "C:\\Users\\ada";
  const named = userCacheFolder({ platform: "win32", env: { LOCALAPPDATA: "D:\\Local" }, home });
  expect(named).toBe("D:\\Local");
  expect(userCacheFolder({ platform: "win32", env: {}, home })).toBe("C:\\Users\\ada\\AppData\\Local");
});

import { expect, test } from "vitest";
import { s3Server, sdkPython } from "../../toolchain/lib/test-tools/tools.mjs";
import { executable, FakeMachine, no, yes } from "./fake-machine.js";

test("a server that tests need is built once and found again in the cache folder", async () => {
  const machine = new FakeMachine();
  expect(s3Server.find(machine.context)).toBeUndefined();
  expect(await s3Server.make(machine.context)).toBe("there is no Go on this machine");
  machine.installGo();
  expect(await s3Server.make(machine.context)).toBe("");
  expect(s3Server.find(machine.context)).toContain(machine.context.cacheFolder);
  expect(machine.built).toEqual(["versitygw"]);
});

test("a Python whose packages could not be installed is made again, and one that is whole is not", async () => {
  const machine = new FakeMachine();
  let pip = no("no matching distribution");
  const context: typeof machine.context = {
    ...machine.context,
    run: async (_command, args) => {
      if (args[1] === "venv") executable(`${args.at(-1)}/bin/python`);
      return args[1] === "pip" ? pip : yes();
    },
  };
  expect(await sdkPython.make(context)).toBe("there is no Python on this machine");
  executable(`${machine.bin}/python3`);
  expect(await sdkPython.make(context)).toBe("no matching distribution");
  expect(sdkPython.find(context)).toBeUndefined();
  pip = yes();
  expect(await sdkPython.make(context)).toBe("");
  expect(sdkPython.find(context)).toContain(context.cacheFolder);
});

import path from "node:path";
import { expect, test } from "vitest";
import { ensurePython } from "../../../toolchain/lib/python/ensure.mjs";
import { clientPython, findPython, sdkPython } from "../../../toolchain/lib/python/find.mjs";
import { executable, FakeMachine, no, yes } from "./fake-machine.js";

/** A machine with a Python, whose environments run for as long as `whole` says so. */
class PythonMachine extends FakeMachine {
  readonly ran: string[] = [];
  whole = false;
  onInstall = () => {
    this.whole = true;
    return yes();
  };

  constructor(readonly usable = true) {
    super();
    executable(path.join(this.bin, "python3"));
    this.context.run = async (command, args) => {
      if (args[0] === "-c" && command.startsWith(this.context.cacheFolder)) return this.whole ? yes() : no("dangling");
      if (args[0] === "-c") return this.usable ? yes() : no("No module named ensurepip");
      this.ran.push(args.slice(1, 3).join(" "));
      return args.includes("pip") ? this.onInstall() : yes();
    };
  }
}

test("an environment that runs is used, and nothing is made", async () => {
  const machine = new PythonMachine();
  machine.whole = true;
  const python = path.join(sdkPython.folder(machine.context), "bin/python");
  expect(await ensurePython(machine.context, sdkPython)).toBe(python);
  expect(machine.ran).toEqual([]);
});

test("one that is not there, or no longer runs, is made from nothing, once", async () => {
  const machine = new PythonMachine();
  const python = path.join(clientPython.folder(machine.context), "bin/python");
  expect(await findPython(machine.context, clientPython)).toBeUndefined();
  expect(await ensurePython(machine.context, clientPython)).toBe(python);
  expect(await ensurePython(machine.context, clientPython)).toBe(python);
  expect(machine.ran).toEqual(["venv --clear", "pip install"]);
});

test("several at once make one", async () => {
  const machine = new PythonMachine();
  await Promise.all([1, 2, 3].map(() => ensurePython(machine.context, clientPython)));
  expect(machine.ran).toEqual(["venv --clear", "pip install"]);
});

test.each([
  ["has no part that makes environments", () => new PythonMachine(false), /cannot make virtual environments/],
  ["reaches no package index", offline, /Could not find a version/],
])("a machine that %s is told so, and what to do", async (_, machine, problem) => {
  const failure = await ensurePython(machine().context, clientPython).catch(String);
  expect(failure).toMatch(problem);
  expect(failure).toMatch(/install Python 3\.10 .* or set PODWRIGHT_CLIENT_PYTHON/);
});

function offline(): PythonMachine {
  const machine = new PythonMachine();
  machine.onInstall = () => no("ERROR: Could not find a version that satisfies the requirement");
  return machine;
}

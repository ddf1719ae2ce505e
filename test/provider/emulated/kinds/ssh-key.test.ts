import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sshKeyIn } from "../../../../client/account/ssh-key";
import { sshKey } from "../../../../provider/kinds/ssh-key/lifecycle";
import { problemsOf, withDefaults } from "../../../../provider/planning/check";
import { publicKeys } from "../../../samples";
import { send } from "../../../support/account";
import { declaring } from "../../../support/engine";
import { failure, useLifecycles } from "../harness";

const [mine, other, third, fourth] = publicKeys;
const idOf = (line: string) => sshKeyIn(line)?.id ?? "";
const options = ["no-port-forwarding", "of an old program"].join(" ");
/** RunPod accepts this line, although it contains no key that OpenSSH would read. */
const odd = `ssh-unknown AAAA ${options}`;

describe("an SSH key", () => {
  const world = useLifecycles();
  const aStack = () => world.stackOf(sshKey);
  const lines = () => world.emulator.state().sshKeys;
  const others = (...keys: string[]) => send(world.emulator, "PUT", "/v2/account/ssh-keys", { keys });

  test("has the fingerprint that ssh-keygen prints as its id", async () => {
    const dir = mkdtempSync(join(tmpdir(), "podwright-key-"));
    writeFileSync(join(dir, "key.pub"), `${mine}\n`);
    const printed = execFileSync("ssh-keygen", ["-lf", join(dir, "key.pub")]).toString();
    rmSync(dir, { recursive: true });
    const stack = await aStack().up({ publicKey: mine });
    expect(printed).toContain(` ${stack.id} one@example.com `);
    expect(stack.outputs).toMatchObject({ publicKey: mine, fingerprint: stack.id, comment: "one@example.com" });
  });

  test("leaves every other line of the account as it is, through its whole life", async () => {
    await others(odd, `${other}  `, other);
    const stack = await aStack().up({ publicKey: mine });
    expect(lines()).toEqual([odd, `${other}  `, other, mine]);
    await stack.up({ publicKey: mine.replace("one", "first") });
    expect(lines()).toEqual([odd, `${other}  `, other, mine.replace("one", "first")]);
    await stack.up({ publicKey: third });
    expect(lines()).toEqual([odd, `${other}  `, other, third]);
    await stack.destroy();
    expect(lines()).toEqual([odd, `${other}  `, other]);
  });

  test("stays the same key if only its comment changes", async () => {
    const stack = await aStack().up({ publicKey: mine });
    const before = stack.id;
    const [type, blob] = mine.split(" ");
    await stack.up({ publicKey: `${type} ${blob}` });
    expect(stack.id).toBe(before);
    expect(stack.outputs).toMatchObject({ comment: "" });
    expect((await stack.preview({ publicKey: other })).step).toBe("replace");
  });

  test("is not sent again if nothing changes", async () => {
    const stack = await aStack().up({ publicKey: mine });
    world.emulator.clearRequests();
    await stack.up({ publicKey: `${mine}\n` });
    await stack.refresh();
    expect(world.emulator.counts().updateSshKeys).toBeUndefined();
  });

  test("can be read from a file with a line end, but not from a private key, which no message quotes", () => {
    const problems = (publicKey: string) => {
      const { inputs } = sshKey;
      return problemsOf(inputs, withDefaults(inputs, { publicKey })).map(({ message }) => message);
    };
    expect(problems(`${mine}\r\n`)).toEqual([]);
    const secret = ["-----BEGIN OPENSSH PRIVATE", "KEY-----\ncanary\n-----END OPENSSH PRIVATE KEY-----"].join(" ");
    expect(problems(secret)).toEqual([expect.stringContaining("is a private key")]);
    expect(problems(`${mine}\n${other}`)).toEqual([expect.stringContaining("declare an SshKey for each key")]);
    const wrong = ["canary", "ssh-ed25519 canary", mine.slice(0, 40), mine.replace("ssh-ed25519", "ssh-rsa"), ""];
    for (const one of [...wrong, `restrict ${mine}`]) {
      expect(problems(one)).toEqual([expect.stringContaining("must be a public SSH key in one line")]);
    }
    expect(problems(secret).join()).not.toContain("canary");
  });

  test("that the account already has is not taken over, and the error names the ways out", async () => {
    await others(mine.replace("one", "me"), other);
    const stack = aStack();
    const { message } = await failure(stack.up({ publicKey: mine }));
    expect(message).toContain(
      `SSH key ${idOf(mine)} (me@example.com) was not added, because the account already has it`,
    );
    expect(message).toContain("Podwright cannot prove that this stack added it");
    expect(stack.isRecorded).toBe(false);
    expect(lines()).toEqual([mine.replace("one", "me"), other]);
    expect(world.emulator.counts().updateSshKeys).toBe(1);
  });

  test("that the same program declares twice is refused, and the second destroy does not remove it", async () => {
    const engine = world.engine();
    const aKey = declaring(sshKey)({ publicKey: mine });
    await engine.up({ one: aKey });
    const { message } = await failure(engine.up({ one: aKey, two: aKey }));
    expect(message).toContain("The state of this stack contains it. Declare each key once.");
    expect(lines()).toEqual([mine]);
  });

  test("is imported by its fingerprint or by its line, with the fingerprint as its id", async () => {
    await others(other, mine);
    for (const id of [idOf(mine), mine, `${mine.split(" ").slice(0, 2).join(" ")} somebody`]) {
      const stack = await aStack().import(id);
      expect(stack.id).toBe(idOf(mine));
      expect(stack.inputs).toMatchObject({ publicKey: mine });
    }
    const stack = await aStack().import(idOf(mine));
    await stack.up({ publicKey: mine });
    await stack.destroy();
    expect(lines()).toEqual([other]);
  });

  test("shows an outside change of its comment, and a removal, as drift that the next update corrects", async () => {
    const stack = await aStack().up({ publicKey: mine });
    await others(other, mine.replace("one", "renamed"));
    await stack.refresh();
    expect(stack.outputs).toMatchObject({ comment: "renamed@example.com" });
    await stack.up({ publicKey: mine });
    expect(lines()).toEqual([other, mine]);
    await others(other);
    expect(await stack.refresh()).toBe(false);
    await stack.up({ publicKey: mine });
    expect(lines()).toEqual([other, mine]);
  });

  test("is not sent if RunPod would refuse another line of the list, because that line would be lost", async () => {
    // Only an older interface could have stored such a line.
    world.emulator.addFault({
      operation: "getSshKeys",
      times: 9,
      effect: { status: 200, body: { keys: ["# laptop", "", other] } },
    });
    const { message } = await failure(aStack().up({ publicKey: mine }));
    expect(message).toContain("line 1 of the account's SSH keys is not a public key");
    expect(message).toContain("Podwright sent nothing");
    expect(world.emulator.counts().updateSshKeys).toBeUndefined();
  });

  test("joins other keys of the same program that are added and removed at the same time", async () => {
    const key = (publicKey: string) => declaring(sshKey)({ publicKey });
    const engine = world.engine();
    await others(other);
    await engine.up({ one: key(mine), two: key(third), three: key(fourth) }, { isParallel: true });
    expect([...lines()].sort()).toEqual([mine, other, third, fourth].sort());
    await engine.up({ two: key(third) }, { isParallel: true });
    expect(lines()).toEqual([other, third]);
    expect(engine.lines.join("\n")).not.toContain("another program");
  });
});

describe("an SSH key beside another program that writes the whole list", () => {
  const world = useLifecycles();
  const lines = () => world.emulator.state().sshKeys;
  const others = (...keys: string[]) => send(world.emulator, "PUT", "/v2/account/ssh-keys", { keys });

  /** After each write of Podwright, the other program writes the next of these lists. Returns the number of Podwright's writes. */
  function overwriting(...lists: (readonly string[])[]): () => number {
    const { sshKeys } = world.platform;
    const change = sshKeys.change.bind(sshKeys);
    let writes = 0;
    sshKeys.change = async (...args) => {
      const changed = await change(...args);
      if (changed.written === undefined) return changed;
      writes += 1;
      const next = lists.shift();
      if (next !== undefined) await others(...next);
      return changed;
    };
    return () => writes;
  }

  test("is added again if the other program undoes the change", async () => {
    await others(other);
    const writes = overwriting([other, third]);
    const stack = await world.stackOf(sshKey).up({ publicKey: mine });
    expect(lines()).toEqual([other, third, mine]);
    expect(writes()).toBe(2);
    expect(stack.lines).toEqual([]);
  });

  test("is deleted again if the other program brings it back", async () => {
    const stack = await world.stackOf(sshKey).up({ publicKey: mine });
    overwriting([mine, other]);
    await stack.destroy();
    expect(lines()).toEqual([other]);
  });

  test("does not bring back another key that vanishes meanwhile, and names it", async () => {
    await others(other, third);
    overwriting([third, mine]);
    const stack = await world.stackOf(sshKey).up({ publicKey: mine });
    expect(lines()).toEqual([third, mine]);
    expect(stack.lines).toEqual([
      expect.stringContaining(
        `another program removed ${idOf(other)} (two@example.com). Somebody may have deleted them`,
      ),
    ]);
  });

  test("gives up after five writes, and then the state does not contain it", async () => {
    const writes = overwriting([], [], [], [], []);
    const stack = world.stackOf(sshKey);
    const { message } = await failure(stack.up({ publicKey: mine }));
    expect(message).toContain("another program wrote the account's whole list of SSH keys");
    expect(writes()).toBe(5);
    expect(stack.isRecorded).toBe(false);
    expect(lines()).toEqual([]);
  });
});

import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator } from "../../../../emulator";
import { StandIns } from "../platform/stand-ins";
import { quickEmulator } from "../quick-emulator";
import { pluginCommands } from "../repository";
import { TestStack } from "../stack/stack";
import { mustSucceed } from "../stack/steps";
import { accountOn, differences, idsOn, likenessOf } from "./account";
import { type Front, openFront } from "./front";
import { killBy } from "./kill-by";
import { type Point, type Setting, type Step, steps } from "./point";
import { type Programs, programsOf } from "./program";
import { finish } from "./user";

/** What a step did without a kill. */
interface Learned {
  /** Folder with the state of the emulator and of the stack before the step. */
  readonly before: string;
  readonly changes: readonly string[];
  /** The account after the step. */
  readonly right: readonly string[];
}

export interface Outcome {
  /** What is wrong at the end. */
  readonly wrong: readonly string[];
  /** The commands that messages named, besides `pulumi cancel` and the repeated command. */
  readonly commands: readonly string[];
  /** The items that the user deleted, because a message left the decision to the user. */
  readonly deleted: readonly string[];
  readonly story: readonly string[];
}

interface Stage {
  readonly emulator: Emulator;
  readonly front: Front;
  readonly stack: TestStack;
  /** The state of the emulator. */
  readonly file: string;
}

/** The steps of one program in a setting. Each case begins with copies of what the steps before it left. */
export class Scene {
  readonly #setting: Setting;
  readonly #dir = mkdtempSync(join(tmpdir(), "podwright-kills-"));
  readonly #learned = new Map<Step, Learned>();
  #programs: Programs | undefined;
  #standIns: ReadonlySet<string> = new Set();

  private constructor(setting: Setting) {
    this.#setting = setting;
  }

  /** Runs every step once without a kill. */
  static async learn(setting: Setting, newStack: string): Promise<Scene> {
    const scene = new Scene(setting);
    await scene.#learn(newStack);
    return scene;
  }

  changes(step: Step): readonly string[] {
    return this.#of(step).changes;
  }

  /** Kills at a point, lets the user finish the step, and compares account and state. */
  async run(point: Point): Promise<Outcome> {
    const { before, right, changes } = this.#of(point.step);
    const stage = await this.#stage(before);
    const { emulator, front, stack } = stage;
    try {
      this.#declare(stack, point.step);
      const command = commandOf(point.step);
      const process = stack.start(command, "--parallel", "1");
      const killed = killBy(point.victim, process);
      front.arm({ number: point.number, moment: point.moment, freeze: killed.freeze, kill: killed.kill });
      await killed.over;
      if (!front.hasStruck)
        return {
          ...nothing,
          wrong: [`request ${point.number} of ${changes.length} never came`],
          story: [process.text()],
        };
      const remove = (id: string) => removeFrom(emulator, id);
      const { ok, commands, deleted, story } = await finish(stack, command, { read: process.text(), remove });
      const wrong = differences(stack, accountOn(emulator, this.#standIns), right);
      if (front.runsAtOnce > 1) wrong.push("two pods of the task existed at once");
      return {
        wrong: [...(ok ? [] : ["no message helped to finish the command"]), ...wrong],
        commands,
        deleted,
        story,
      };
    } finally {
      await end(stage);
    }
  }

  dispose(): void {
    rmSync(this.#dir, { recursive: true, force: true });
  }

  async #learn(newStack: string): Promise<void> {
    const stage = await this.#stage(undefined, newStack);
    const { emulator, stack } = stage;
    this.#programs = await programsOf(this.#setting, await StandIns.on(emulator));
    if (this.#setting.transport === "rest") await stack.configure("podwright:endpointTransport", "rest");
    this.#standIns = idsOn(emulator);
    let last = await this.#keep("create", stage);
    for (const [index, step] of steps.entries()) {
      const next = await this.#stage(last);
      this.#declare(next.stack, step);
      next.front.arm();
      await mustSucceed(next.stack.start(commandOf(step), "--parallel", "1").finished);
      const right = likenessOf(accountOn(next.emulator, this.#standIns));
      this.#learned.set(step, { before: last, changes: next.front.changes, right });
      const following = steps[index + 1];
      if (following === undefined) await end(next);
      else last = await this.#keep(following, next);
    }
  }

  /** Ends a stage and keeps its emulator and stack for the cases of a step. */
  async #keep(step: Step, stage: Stage): Promise<string> {
    const kept = join(this.#dir, step);
    mkdirSync(kept);
    cpSync(join(stage.stack.dir, "backend"), join(kept, "backend"), { recursive: true });
    copyFileSync(join(stage.stack.dir, "Pulumi.test.yaml"), join(kept, "Pulumi.test.yaml"));
    await end(stage);
    copyFileSync(stage.file, join(kept, "emulator.json"));
    return kept;
  }

  async #stage(before: string | undefined, newStack = before ?? ""): Promise<Stage> {
    const file = join(mkdtempSync(join(this.#dir, "stage-")), "emulator.json");
    if (before !== undefined) copyFileSync(join(before, "emulator.json"), file);
    const emulator = await quickEmulator({ state: file });
    const front = await openFront(emulator);
    const { host } = this.#setting;
    const stack = new TestStack({ url: front.url, host: host === "dynamic" ? host : "plugin", attach: false });
    if (host !== "dynamic") stack.installPlugin(pluginCommands[host]);
    await stack.initAs(newStack);
    return { emulator, front, stack, file };
  }

  #declare(stack: TestStack, step: Step): void {
    if (step === "destroy") this.#programs?.replace(stack);
    else this.#programs?.[step](stack);
  }

  #of(step: Step): Learned {
    const learned = this.#learned.get(step);
    if (learned === undefined) throw new Error(`the scene has not learned the step ${step}`);
    return learned;
  }
}

const nothing = { commands: [], deleted: [] } as const;

/** Deletes an item as a person in RunPod's console does. */
async function removeFrom(emulator: Emulator, id: string): Promise<void> {
  // Over REST, a deleted endpoint takes its template along.
  if (emulator.state().endpoints.some((one) => one.id === id)) return emulator.changeEndpoint(id, { deleted: true });
  const headers = { authorization: `Bearer ${emulator.apiKey}` };
  for (const area of ["pods", "clusters", "network-volumes", "templates", "registries", "account/secrets"]) {
    const { statusCode } = await emulator.inject({ method: "DELETE", url: `/v2/${area}/${id}`, headers });
    if (statusCode < 300) return;
  }
  throw new Error(`the account has no item ${id}`);
}

const commandOf = (step: Step) => (step === "destroy" ? "destroy" : "up");

async function end({ emulator, front, stack }: Stage): Promise<void> {
  front.close();
  await emulator.close();
  stack.dispose();
}

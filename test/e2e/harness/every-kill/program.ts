import { isDeepStrictEqual } from "node:util";
import { parsePath, type Values } from "../../../../kernel/values";
import { type Case, casesOf, isKnownOver, kinds, withValue } from "../cases/cases";
import type { StandIns } from "../platform/stand-ins";
import type { Declared, Kind, TestStack } from "../stack/stack";
import type { Setting, Step } from "./point";

/** Writes the program of each step that runs one. */
export type Programs = Readonly<Record<Exclude<Step, "destroy">, (stack: TestStack) => void>>;

export function programsOf(setting: Setting, standIns: StandIns): Promise<Programs> {
  return setting.isComponent ? Promise.resolve(componentPrograms) : kindPrograms(setting, standIns);
}

/**
 * One resource of every kind. The declarations and their samples give the inputs, a change in place, and a change that
 * replaces, so that a new kind joins by its declaration.
 */
async function kindPrograms({ transport }: Setting, standIns: StandIns): Promise<Programs> {
  await standIns.pairOfEndpoints();
  const forEndpoint = await standIns.pairOfTemplates("serving");
  const at = (step: Exclude<Step, "destroy">) => {
    const resources = kinds.map((kind, index): Declared => {
      const args = argsOfSteps(kind, transport)[step];
      const own = kind === "ServerlessEndpoint" ? forEndpoint : {};
      // Each resource waits for the one before it, so that the order of the requests is the same in each run.
      const before = kinds.slice(Math.max(0, index - 1), index).map(nameOf);
      return { kind, name: nameOf(kind), args: standIns.resolve(args, own), options: { dependsOn: before } };
    });
    return (stack: TestStack) => stack.declare(resources);
  };
  return { create: at("create"), update: at("update"), replace: at("replace") };
}

/** The inputs of a kind in each step. */
export function argsOfSteps(
  kind: Kind,
  transport: Setting["transport"],
): Readonly<Record<Exclude<Step, "destroy">, Values>> {
  const changes = changesOf(kind, transport);
  return {
    create: argsOf(changes, false, false),
    update: argsOf(changes, true, false),
    replace: argsOf(changes, true, true),
  };
}

const nameOf = (kind: Kind) => kind.toLowerCase();

interface Changes {
  readonly base: Values;
  readonly update: Case | undefined;
  readonly replace: Case | undefined;
}

/** The changes of a kind with the shortest inputs. A kind may lack a change in place, or one that replaces. */
function changesOf(kind: Kind, transport: Setting["transport"]): Changes {
  const cases = casesOf(kind).filter(
    (one) => one.operation === "change" && one.path !== "name" && isKnownOver(transport, one) && !namesSecond(one),
  );
  const updates = cases.filter(({ effect }) => effect.kind === "update" && effect.impact !== "recorded");
  const replaces = cases.filter(({ effect }) => effect.kind === "replace");
  const pairs = (updates.length === 0 ? [undefined] : updates).flatMap((update) =>
    (replaces.length === 0 ? [undefined] : replaces)
      .filter((replace) => update === undefined || replace === undefined || agree(update, replace))
      .map((replace): Changes => ({ base: { ...update?.sample.base, ...replace?.sample.base }, update, replace })),
  );
  // A kind with a single input has no two changes that fit together.
  if (pairs.length === 0)
    pairs.push(...replaces.map((replace) => ({ base: replace.sample.base, update: undefined, replace })));
  const lengthOf = ({ base }: Changes) => JSON.stringify(base).length;
  const [first] = pairs.sort((one, other) => lengthOf(one) - lengthOf(other));
  if (first === undefined)
    throw new Error(`test/samples.ts has no two changes of ${kind} that fit together: add a sample`);
  return first;
}

/** The program would need a second resource for such a change. */
function namesSecond({ sample }: Case): boolean {
  return /"(volume|registry|template|endpoint)-b"/.test(JSON.stringify(sample.values));
}

function agree(one: Case, other: Case): boolean {
  const [first, second] = [one.sample.base, other.sample.base];
  const isShared = Object.keys(first).every((key) => !(key in second) || isDeepStrictEqual(first[key], second[key]));
  return isShared && parsePath(one.path)[0] !== parsePath(other.path)[0];
}

function argsOf({ base, update, replace }: Changes, isUpdated: boolean, isReplaced: boolean): Values {
  const set = (args: Values, one: Case | undefined, isChanged: boolean) =>
    one === undefined ? args : withValue(args, parsePath(one.path), one.sample.values[isChanged ? 1 : 0]);
  return set(set(base, update, isUpdated), replace, isReplaced);
}

const server = {
  ...{ image: "server:1", gpuIds: "AMPERE_16", workersMin: 1 },
  cache: { size: 20, dataCenter: "EU-RO-1" },
  smokeTest: { input: { prompt: "hello" } },
};

/** A component with all of its children. Another pool of GPUs replaces the endpoint and its template. */
const componentPrograms: Programs = {
  create: modelServer(server),
  update: modelServer({ ...server, image: "server:2" }),
  replace: modelServer({ ...server, image: "server:2", gpuIds: "AMPERE_24" }),
};

function modelServer(properties: object): (stack: TestStack) => void {
  const text = `const { ModelServer } = require("podwright/components");
    new ModelServer("chat", ${JSON.stringify(properties)});`;
  return (stack) =>
    stack.host === "dynamic"
      ? stack.writeProgram("index.js", text)
      : stack.writeYaml({ resources: { chat: { type: "podwright:index:ModelServer", properties } } });
}

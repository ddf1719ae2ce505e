import { isDeepStrictEqual } from "node:util";
import { isRecord, type Values } from "../../../../kernel/values";
import type { Effect } from "../../../../provider/planning/rules";
import { resourceOf } from "../../../e2e/harness/cases/cases";
import { isShown, liveValue, namedIn, recordOf } from "../../../e2e/harness/cases/live";
import { type Stop, type Walk, walksOf } from "../../../e2e/harness/cases/walks";
import { StandIns } from "../../../e2e/harness/platform/stand-ins";
import type { Kind } from "../../../e2e/harness/stack/stack";
import { declaring, type Engine, type EngineOptions, type Program, type Step } from "../../../support/engine";
import type { useLifecycles } from "../harness";
import type { Served } from "./interfaces";

type World = Pick<ReturnType<typeof useLifecycles>, "emulator" | "engine">;

/** Steps that Podwright refuses, because a volume that it replaced would be empty. */
const refusedSteps = ["NetworkVolume size: 40 -> 20"];

/** A step of one resource in the present round, with RunPod's value before it. */
interface Move {
  readonly walk: Walk;
  readonly from: Stop;
  readonly to: Stop;
  readonly before: unknown;
}

export interface Outcome {
  readonly faults: readonly string[];
  readonly refused: readonly string[];
  readonly steps: number;
}

/**
 * Leads one resource for each walk through its values. In each round, all resources take one step together. `chosen` selects
 * some of the walks.
 */
export async function walked(
  world: World,
  kind: Kind,
  served: Served,
  { host, chosen = (all) => all }: Pick<EngineOptions, "host"> & { chosen?: (walks: Walk[]) => readonly Walk[] },
): Promise<Outcome> {
  const { emulator } = world;
  const walks = chosen(await walksOf(kind, await StandIns.on(emulator), served));
  const tour = new Tour(world, walks, served, world.engine(host === undefined ? {} : { host }));
  const scarce = new Set(walks.flatMap(({ sample }) => sample.outOfStock ?? []));
  for (const gpu of scarce) emulator.setStock({ gpu, count: 0 });
  await tour.begin();
  for (const gpu of scarce) emulator.setStock({ gpu, count: 8 });
  const rounds = Math.max(0, ...walks.map(({ stops }) => stops.length));
  for (let round = 1; round < rounds; round++) await tour.go(round);
  return tour;
}

class Tour implements Outcome {
  readonly faults: string[] = [];
  readonly refused: string[] = [];
  steps = 0;
  readonly #world: World;
  readonly #walks: readonly Walk[];
  readonly #served: Served;
  readonly #engine: Engine;
  readonly #at: Map<string, Stop>;
  #moves = new Map<string, Move>();

  constructor(world: World, walks: readonly Walk[], served: Served, engine: Engine) {
    this.#world = world;
    this.#walks = walks;
    this.#served = served;
    this.#engine = engine;
    this.#at = new Map(walks.map(({ name, stops }) => [name, stops[0] as Stop]));
  }

  async begin(): Promise<void> {
    await this.#engine.up(this.#program(), { isParallel: true });
  }

  async go(round: number): Promise<void> {
    this.#moves = new Map(this.#walks.flatMap((walk) => this.#move(walk, walk.stops[round])));
    // RunPod shows a start in whole seconds, so a new start needs another second.
    this.#world.emulator.advance(1_000);
    const foreseen = await this.#foresee();
    this.steps += this.#moves.size;
    for (const step of await this.#engine.up(this.#program(), { isParallel: true })) {
      const { name } = step;
      if (foreseen.get(name) !== step.step) this.#fault(name, `preview shows ${foreseen.get(name)}, up ${step.step}`);
      this.#checkLive(step);
    }
    await this.#mustBeSame("a second preview");
    for (const [name, paths] of Object.entries(await this.#engine.refresh()))
      if (paths.length > 0) this.#fault(name, `a refresh finds ${String(paths)}`);
    await this.#mustBeSame("a preview after the refresh");
  }

  #move(walk: Walk, to: Stop | undefined): [string, Move][] {
    const { name } = walk;
    if (to === undefined) return [];
    const from = this.#at.get(name) as Stop;
    this.#at.set(name, to);
    return [[name, { walk, from, to, before: this.#live(walk) }]];
  }

  /** Returns the steps of the previews. A resource whose step is refused stays where it is. */
  async #foresee(): Promise<ReadonlyMap<string, Step["step"]>> {
    const steps = new Map<string, Step["step"]>();
    for (const name of this.#at.keys()) {
      try {
        const [step] = await this.#engine.preview(this.#program(), { target: [name] });
        if (step !== undefined) steps.set(name, step.step);
      } catch (error) {
        const title = this.#title(name);
        if (refusedSteps.includes(title)) this.refused.push(title);
        else this.#fault(name, (error as Error).message);
        const move = this.#moves.get(name);
        if (move === undefined) throw error;
        this.#at.set(name, move.from);
        this.#moves.delete(name);
        steps.set(name, "same");
      }
    }
    return steps;
  }

  #checkLive({ name, plan }: Step): void {
    const move = this.#moves.get(name);
    if (move === undefined || !this.#isComparable(move.walk)) return;
    const effects = (plan?.differences ?? []).map(({ effect }) => effect);
    const wanted = effects.some(reachesRunPod) ? this.#wanted(move) : move.before;
    const live = this.#live(move.walk);
    if (!isDeepStrictEqual(filled(live), filled(wanted)))
      this.#fault(name, `RunPod has ${JSON.stringify(live)}, not ${JSON.stringify(wanted)}`);
  }

  #wanted({ walk: { name, path, row }, to }: Move): unknown {
    if (to.given !== undefined) return to.given.value;
    return path === "name" ? this.#engine.get(name).inputs.__autoname : (row.removed ?? row.unset);
  }

  /** Over REST, an endpoint has a copy of its template, and data centers in place of locations. */
  #isComparable({ kind, path }: Walk): boolean {
    return isShown(kind, path) && !(this.#served.transport === "rest" && /^(templateId|locations)$/.test(path));
  }

  #live({ kind, name, path, sample }: Walk): unknown {
    const record = recordOf(this.#world.emulator, kind, this.#engine.get(name).id);
    return namedIn(sample.values, liveValue(kind, record, path));
  }

  async #mustBeSame(when: string): Promise<void> {
    for (const { name, step, changed } of await this.#engine.preview(this.#program()))
      if (step !== "same") this.#fault(name, `${when} shows: ${step} ${changed.join(", ")}`);
  }

  #program(): Program {
    return Object.fromEntries(
      this.#walks.map(({ kind, name }) => [name, declaring(resourceOf(kind))((this.#at.get(name) as Stop).inputs)]),
    );
  }

  #fault(name: string, text: string): void {
    this.faults.push(`${this.#title(name)}: ${text}`);
  }

  #title(name: string): string {
    const [kind, move] = [this.#walks[0]?.kind, this.#moves.get(name)];
    return `${kind} ${name}${move === undefined ? "" : `: ${shown(move.from)} -> ${shown(move.to)}`}`;
  }
}

const reachesRunPod = (effect: Effect) =>
  effect.kind === "replace" || (effect.kind === "update" && effect.impact !== "recorded");

/** RunPod shows "none" of a value in several forms. */
function filled(value: unknown): unknown {
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) return undefined;
  return isRecord(value) && Object.keys(value as Values).length === 0 ? undefined : value;
}

const shown = ({ given }: Stop) => (given === undefined ? "absent" : JSON.stringify(given.value));

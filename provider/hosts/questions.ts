import type { Values } from "../../kernel/values";
import { droppedIn } from "../planning/dropped";
import { withDeadline } from "../pulumi/deadline";
import type { DeleteRequest, Resource, UpdateRequest } from "../session/resource";
import type { Run } from "../session/run";
import { isUnknown } from "./properties/unknowns";
import type { Sides } from "./records";

/** Longest time that a preview waits for facts from RunPod. */
const patienceMs = 5_000;

type RunOf = () => Run | Promise<Run>;

/**
 * The questions of a preview to RunPod about resources of one kind. A preview must work without a key or a network, so a
 * failure changes nothing.
 */
export class Questions {
  readonly #resource: Resource<Values>;
  /** Questions that RunPod did not answer in time. Podwright does not ask them again. */
  readonly #unanswered = new Set<"lookAgain" | "foreseeDelete">();

  constructor(resource: Resource<Values>) {
    this.#resource = resource;
  }

  /** Returns facts that the state does not contain. */
  async facts(runOf: RunOf, request: UpdateRequest<Values>): Promise<Values> {
    const { lookAgain } = this.#resource;
    if (lookAgain === undefined || this.#unanswered.has("lookAgain")) return {};
    try {
      return await soon(await runOf(), (run) => lookAgain(run, request));
    } catch {
      this.#unanswered.add("lookAgain");
      return {};
    }
  }

  /** Returns further warnings about an update. */
  async warnings(runOf: RunOf, request: UpdateRequest<Values>): Promise<readonly string[]> {
    const { foresee } = this.#resource;
    return foresee === undefined
      ? []
      : await answered(runOf, [], (run) => foresee(run, { ...request, news: known(request.news) }));
  }

  /** Returns warnings about a new resource. */
  async creationWarnings(runOf: RunOf, inputs: Values): Promise<readonly string[]> {
    const { foreseeCreate } = this.#resource;
    return foreseeCreate === undefined ? [] : await answered(runOf, [], (run) => foreseeCreate(run, known(inputs)));
  }

  /** Returns outputs of a new resource that a preview already knows. */
  async outputs(runOf: RunOf, inputs: Values): Promise<Values> {
    const { foreseeOutputs } = this.#resource;
    return foreseeOutputs === undefined ? {} : await answered(runOf, {}, (run) => foreseeOutputs(run, inputs));
  }

  /** Returns warnings about what the new resource of a replacement lacks, and about the old resource's delete. */
  async losses(runOf: RunOf, sides: Sides): Promise<readonly string[]> {
    return [...(await answered(runOf, [], (run) => this.#dropped(run, sides))), ...(await this.#lost(runOf, sides))];
  }

  async #dropped(run: Run, { id, inputs, state, outputs, news }: Sides): Promise<readonly string[]> {
    const { kind, changes, filled } = this.#resource;
    if (changes.observed.length === 0) return [];
    const silent = { ...run, warn: () => undefined, report: () => undefined };
    const found = await this.#resource.read(silent, { id, declared: inputs, state });
    if (found === undefined) return [];
    const fillers = Object.keys(filled).filter((name) => news[name] !== undefined);
    const sides = { outputs, live: found.outputs, news, filled: fillers.flatMap((name) => filled[name] ?? []) };
    const dropped = droppedIn(changes, sides);
    if (dropped.length === 0) return [];
    const [names, them] = [dropped.join(", "), dropped.length === 1 ? "it" : "them"];
    return [
      `the replacement drops ${names} of ${kind} ${id}: the program leaves ${them} out, so the new ${kind} does not get ${them}. To keep ${them}, declare ${them} in the program`,
    ];
  }

  async #lost(runOf: RunOf, request: DeleteRequest<Values>): Promise<readonly string[]> {
    const { foreseeDelete } = this.#resource;
    if (foreseeDelete === undefined) return [];
    try {
      if (!this.#unanswered.has("foreseeDelete"))
        return await soon(await runOf(), (run) => foreseeDelete(run, request));
    } catch {
      this.#unanswered.add("foreseeDelete");
    }
    return await foreseeDelete(undefined, request);
  }
}

/** Returns RunPod's answer, or `otherwise` if RunPod does not answer in time. */
async function answered<T>(runOf: RunOf, otherwise: T, work: (run: Run) => Promise<T>): Promise<T> {
  try {
    return await soon(await runOf(), work);
  } catch {
    return otherwise;
  }
}

function known(inputs: Values): Values {
  return Object.fromEntries(Object.entries(inputs).filter(([, value]) => !isUnknown(value)));
}

function soon<T>(run: Run, work: (run: Run) => Promise<T>): Promise<T> {
  return withDeadline(run.clock, patienceMs, (expiry) =>
    work({ ...run, signal: AbortSignal.any([run.signal, expiry]) }),
  );
}

import { NetworkError, RuleError } from "../../../client";
import { Creation, type CreationLookup } from "../../../provider/creating/creation";
import type { TestRun } from "../../support/test-run";
import type { VirtualClock } from "../../support/virtual-clock";

export interface Thing {
  readonly id: string;
  readonly createdAt?: string;
}

export const facts = { operation: "createPod" };

export const lost = () => new NetworkError({ ...facts, sentence: "The connection was lost", outcomeUnknown: true });

export const refused = () => new RuleError({ ...facts, sentence: "RunPod refused", detail: "the template is taken" });

/** A separate platform. Each request makes `send` play the next entry of `answers`. */
export class Shop {
  readonly made: Thing[] = [];
  readonly discarded: string[] = [];
  posts = 0;
  lookUps = 0;
  answers: ((make: () => Thing) => Thing)[] = [];
  /** The number of lookups that do not show a new pod yet. */
  hiddenFor = 0;

  readonly send = async (): Promise<Thing> => {
    this.posts += 1;
    const make = () => {
      const number = this.made.length + 1;
      const thing = { id: `pod${number}`, createdAt: new Date(number * 1_000).toISOString() };
      this.made.push(thing);
      return thing;
    };
    return (this.answers.shift() ?? ((create) => create()))(make);
  };

  readonly lookup: CreationLookup<Thing> = {
    what: 'pod "web"',
    marker: "web-1234567",
    get: async (id) => this.made.find((thing) => thing.id === id),
    search: async (signal) => {
      signal.throwIfAborted();
      this.lookUps += 1;
      return this.lookUps > this.hiddenFor ? this.made.filter(({ id }) => !this.discarded.includes(id)) : [];
    },
    delete: async (id) => {
      // The deletion takes some time, and must end before the creation returns.
      await new Promise((done) => setImmediate(done));
      this.discarded.push(id);
    },
  };

  /** Runs a creation to its end, in virtual time. */
  create(run: TestRun, lookup: CreationLookup<Thing>): Promise<Thing> {
    return (run.clock as VirtualClock).run(new Creation(run, lookup).create(this.send));
  }
}

export const lostAfterWork = (make: () => Thing): Thing => {
  make();
  throw lost();
};

export const lostBeforeWork = (): Thing => {
  throw lost();
};

import type { Emulator } from "../../../../emulator";
import { send } from "../../../support/account";

/** Creates resources that no program declares, and returns their ids. */
export class StandIns {
  readonly #emulator: Emulator;
  readonly #ids: Record<string, string> = {};

  private constructor(emulator: Emulator) {
    this.#emulator = emulator;
  }

  static empty(emulator: Emulator): StandIns {
    return new StandIns(emulator);
  }

  /** Creates the samples' stand-ins: two volumes, two registry credentials, two pod templates. */
  static async on(emulator: Emulator): Promise<StandIns> {
    const made = new StandIns(emulator);
    for (const letter of ["a", "b"]) {
      await made.make(`volume-${letter}`, "/v2/network-volumes", { size: 10, dataCenter: "US-TX-3" });
      await made.make(`registry-${letter}`, "/v2/registries", { username: "robot", password: "none" });
      await made.make(`template-${letter}`, "/v2/templates", { image: "nginx:1.27" });
    }
    return made;
  }

  async make(name: string, url: string, body: object): Promise<string> {
    const { id } = await send(this.#emulator, "POST", url, { name, ...body });
    this.#ids[name] = id;
    return id;
  }

  /** A serverless template serves only one endpoint at a time, so each endpoint needs its own pair of templates. */
  async pairOfTemplates(owner: string): Promise<Readonly<Record<string, string>>> {
    const image = "runpod/serverless-hello-world:latest";
    const make = (letter: string) => this.make(`${owner}-${letter}`, "/v2/templates", { image, serverless: true });
    return { "template-a": await make("a"), "template-b": await make("b") };
  }

  /** Endpoints with a worker, whose jobs return their input. */
  async pairOfEndpoints(): Promise<void> {
    const settings = {
      type: "QUEUE",
      image: "worker",
      gpu: { pools: ["AMPERE_16"] },
      workers: { min: 1, max: 3 },
      scaling: { type: "QUEUE_DELAY", queueDelay: 4 },
    };
    for (const letter of ["a", "b"]) await this.make(`endpoint-${letter}`, "/v2/serverless", settings);
  }

  /** The same values with ids in place of the stand-ins. */
  resolve<T>(value: T, own: Readonly<Record<string, string>> = {}): T {
    const ids = { ...this.#ids, ...own };
    const text = JSON.stringify(value, (_key, inner) =>
      typeof inner === "string" && Object.hasOwn(ids, inner) ? ids[inner] : inner,
    );
    return text === undefined ? value : (JSON.parse(text) as T);
  }
}

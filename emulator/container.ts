import { problems } from "./http/problem";

/** Container settings as the platform keeps them: everything filled in. */
export interface Container {
  image: string;
  args: string;
  disk: number;
  ports: readonly string[];
  env: Readonly<Record<string, string>>;
  registry: string | null;
}

/** Container settings as a request brings them: only what was sent. */
export interface ContainerInput {
  readonly image?: string | undefined;
  readonly args?: string | undefined;
  readonly disk?: number | undefined;
  readonly ports?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly registry?: string | null | undefined;
}

export interface PersistentMount {
  readonly size: number;
  readonly path: string;
}

/** What the request says, over what was there. */
export function containerOf(input: ContainerInput, base: Container): Container {
  return {
    image: input.image ?? base.image,
    args: input.args ?? base.args,
    disk: input.disk ?? base.disk,
    ports: input.ports ?? base.ports,
    env: input.env ?? base.env,
    registry: input.registry === undefined ? base.registry : input.registry,
  };
}

interface Registries {
  readonly registries: ReadonlyMap<string, unknown>;
}

/** Rules a schema cannot express (contract 3.2): all 400. */
export function checkContainer({ registries }: Registries, input: ContainerInput): void {
  if (input.image === "") throw problems.rule("image must not be empty");
  for (const port of input.ports ?? [])
    if (!isPort(port)) throw problems.rule(`port '${port}' is not <port>/<protocol>`);
  if (typeof input.registry === "string" && !registries.has(input.registry))
    throw problems.rule("registry credential not found");
}

function isPort(port: string): boolean {
  const match = /^(\d{1,5})\/(http|tcp)$/.exec(port);
  const number = Number(match?.[1]);
  return match !== null && number >= 1 && number <= 65_535;
}

import { problems } from "../http/problem";

/** Container settings as the platform stores them: complete. */
export interface Container {
  image: string;
  args: string;
  disk: number;
  ports: readonly string[];
  env: Readonly<Record<string, string>>;
  registry: string | null;
}

/** What a pod gets where neither the request nor a template says otherwise. */
export const podContainer: Container = { image: "", args: "", disk: 50, ports: [], env: {}, registry: null };
/** The same for serverless workers. */
export const workerContainer: Container = { ...podContainer, disk: 20 };

/** Container settings as a request has them: only what was sent. */
export type ContainerInput = { readonly [Key in keyof Container]?: Container[Key] | undefined };

/** The properties that have a value, which are those that a request sent. */
export function defined<T extends object>(object: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof T]?: Exclude<T[Key], undefined> };
}

export interface PersistentMount {
  readonly size: number;
  readonly path: string;
}

/** The base with the request's settings over it. */
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

/** Rules that a schema cannot express: all 400. */
export function checkContainer(
  { registries }: { readonly registries: ReadonlyMap<string, unknown> },
  input: ContainerInput,
): void {
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

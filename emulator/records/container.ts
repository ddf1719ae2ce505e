import * as z from "zod";
import { ifNewer, type Serving } from "../http/newer";
import { problems } from "../http/problem";
import { composedRequest, type Missing } from "../http/validation";
import { fits } from "../scripts/pod-scripts";
import { argsAfter, type CommandInput, checkCommand, commandLists, commandOf } from "./command";

/** Environment variables. zod ignores a key `__proto__`, so the refinement checks that key itself. */
const environment = z
  .unknown()
  .refine(
    (env) => Object.entries(env ?? {}).every(([key, value]) => key !== "__proto__" || typeof value === "string"),
    {
      path: ["__proto__"],
      message: "want string",
    },
  )
  .pipe(z.record(z.string(), z.string()));

/** Container settings as the platform stores them, all with a value. */
export const containerSettings = {
  image: z.string(),
  args: z.string(),
  disk: z.number(),
  ports: z.array(z.string()).readonly(),
  env: environment,
  registry: z.string().nullable(),
};
export type Container = z.infer<z.ZodObject<typeof containerSettings>>;

export const persistentMount = z.strictObject({ size: z.number(), path: z.string() });
export const cudaVersion = z.string().regex(/^\d+\.\d+$/);

/** Container settings of a request, all optional. */
export const containerShape = z.object({ ...containerSettings, ...commandLists, disk: z.int().min(1) }).partial().shape;
export const persistentMountRequest = persistentMount.extend({ size: z.int().min(10) }).optional();

/** Returns the schema of a body with container settings and the resource's own settings. */
export function containerRequest<S extends z.core.$ZodShape>(own: S, missing?: Missing) {
  return composedRequest(containerShape, own, missing);
}

/** Requires an image or a template, because a container needs an image. */
export const missingImage: Missing = (body) =>
  Object.hasOwn(body, "image") || Object.hasOwn(body, "templateId") ? [] : ["image"];

/** Settings of a pod's container, if neither the request nor a template sets them. */
export const podContainer: Container = { image: "", args: "", disk: 50, ports: [], env: {}, registry: null };
/** Settings of a worker's container, if the template does not set them. */
export const workerContainer: Container = { ...podContainer, disk: 20 };

/** Container settings of a request, with only the properties that the client sent. */
export type ContainerInput = { readonly [Key in keyof Container]?: Container[Key] | undefined } & CommandInput;

/** Returns the properties with a value, which are the properties that the request sent. */
export function defined<T extends object>(object: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof T]?: Exclude<T[Key], undefined> };
}

/** Returns the base settings, overridden by the request's settings. */
export function containerOf(input: ContainerInput, base: Container): Container {
  return {
    image: input.image ?? base.image,
    args: argsAfter(input, base.args),
    disk: input.disk ?? base.disk,
    ports: input.ports ?? base.ports,
    env: input.env ?? base.env,
    registry: input.registry === undefined ? base.registry : input.registry,
  };
}

/** Returns container settings as responses show them. */
export function containerShown(platform: Serving, container: Container) {
  return { ...containerOf({}, container), ...ifNewer(platform, commandOf(container.args)) };
}

interface Rules {
  readonly registries: ReadonlyMap<string, unknown>;
  readonly settings: { readonly missingImages: readonly string[] };
}

/** Checks the rules that a schema cannot express. A broken rule is a 400, and an image that no registry has is a 422. */
export function checkContainer({ registries, settings }: Rules, input: ContainerInput): void {
  const { image } = input;
  if (image === "") throw problems.rule("image must not be empty");
  if (image !== undefined && settings.missingImages.some((pattern) => fits(pattern, image)))
    throw problems.wrongKind(`image ${image} was not found in its registry`);
  checkCommand(input);
  for (const port of input.ports ?? [])
    if (!isPort(port)) throw problems.rule(`port '${port}' is not <port>/<protocol>`);
  if (typeof input.registry === "string" && !registries.has(input.registry))
    throw problems.rule("registry credential not found");
}

function isPort(port: string): boolean {
  const match = /^(\d{1,5})\/(http|tcp)$/.exec(port);
  const number = Number(match?.[1]);
  const isSymmetric = number > 70_000 && match?.[2] === "tcp";
  return match !== null && number >= 1 && (number <= 65_535 || isSymmetric);
}

import * as z from "zod";
import type { Pod } from "../../client";
import { isRecord, type Values } from "../../kernel/values";
import type { CrossRule } from "../planning/check";
import { type PropertyFacts, property } from "../planning/declaration";
import { type Effect, ignored } from "../planning/rules";
import { asCommand, commandInputs, contradicts, onCommand } from "./command";

/** Description of the input `name` for most kinds. */
export const generatedName = "Name on RunPod. Default: the resource's name with a random suffix.";

export const cudaVersion = z.string().regex(/^\d+\.\d+$/, "must be a version such as 12.4");

/** RunPod's proxy serves at most this number of ports of a pod. */
const mostHttpPorts = 10;

/** Container settings that pods and templates share. */
export const containerSchemas = {
  image: z.string().min(1).describe("Container image."),
  args: z
    .string()
    .optional()
    .describe(
      "Arguments for the entrypoint as one text, as in a shell. Alternative to `cmd`. Default: the image's command.",
    ),
  entrypoint: z
    .array(z.string())
    .optional()
    .describe("Program that the container starts, with its first arguments. Default: the image's entrypoint."),
  cmd: z
    .array(z.string())
    .optional()
    .describe("Arguments for the entrypoint as a list. Alternative to `args`. Default: the image's command."),
  disk: z
    .int()
    .min(1)
    .optional()
    .describe("Size of the container disk in GB. A restart erases the disk. Default: RunPod chooses."),
  ports: z
    .array(
      z
        .string()
        .regex(/^([1-9]\d{0,4})\/(http|tcp)$/, "must be <port>/<protocol>, such as 8888/http or 22/tcp")
        .refine(isPortNumber, "must name a port from 1 to 65535, or for tcp a number above 70000"),
    )
    .refine((ports) => ports.filter((port) => port.endsWith("/http")).length <= mostHttpPorts, {
      message: `must have at most ${mostHttpPorts} ports with the protocol http`,
    })
    .optional()
    .describe(
      "Ports to expose, such as `8888/http` or `22/tcp`. A number above 70000, such as `70001/tcp`, asks for a port with the same number inside and outside, and the variable `RUNPOD_TCP_PORT_70001` then contains this number. Default: none.",
    ),
  env: z
    .record(z.string().regex(/^[^=]+$/), z.string())
    .optional()
    .describe("Environment variables of the container. Pulumi encrypts them in the state. Default: none."),
  registry: z.string().min(1).nullish().describe("Id of the registry credential for a private image. Default: none."),
};

/** Declares the container settings as properties. Each setting gets this `effect` of a difference and these `facts`. */
export function containerProperties(effect: Effect, facts: Pick<PropertyFacts, "wire" | "alsoChanges">) {
  const { image, args, entrypoint, cmd, disk, ports, env, registry } = containerSchemas;
  const runs = { ...facts, consequential: true } as const;
  return {
    image: property(image, { on: effect, ...runs }),
    args: property(args, { on: onCommand(effect), unset: "", compare: asCommand, ...runs }),
    entrypoint: property(entrypoint, { on: onCommand(effect), unset: [], ...runs }),
    cmd: property(cmd, { on: onCommand(effect), unset: [], ...runs }),
    disk: property(disk, { on: { add: effect, change: effect, remove: ignored("the disk stays as it is") }, ...runs }),
    ports: property(ports, { on: effect, unset: [], compare: "set", ...runs }),
    env: property(env, { on: effect, unset: {}, platformKeys, ...runs, secret: true }),
    registry: property(registry, { on: effect, unset: null, ids: { "": "registry credential" }, ...facts }),
  };
}

/** The two forms of a container's command must not contradict each other. */
export const commandRule: CrossRule = {
  touches: commandInputs,
  judge: (inputs) =>
    contradicts(inputs)
      ? { path: ["args"], message: "contradicts `entrypoint` and `cmd`: give the command in only one form" }
      : undefined,
};

/** Environment variables that RunPod and Podwright add. A program must not declare them. */
export const platformKeys = /^(RUNPOD_\w*|PUBLIC_KEY|JUPYTER_PASSWORD|PODWRIGHT_\w*)$/;

/** Returns the environment without these variables. */
export function ownKeys(env: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([key]) => !platformKeys.test(key)));
}

/** Deprecation of persistent mounts. */
export const persistentDeprecation = {
  deprecation:
    "RunPod deprecates persistent mounts, because their data is lost if the host fails. Use a network volume.",
};

/** Schema of a disk on the pod's host. `size` is the description of the property `size`. */
export function persistentMount(size: string) {
  return z.strictObject({
    size: z.int().min(10).describe(size),
    path: z.string().min(1).describe("Path of the mount in the container."),
  });
}

/**
 * Removes an empty list of network volumes, and empty mounts. RunPod rejects such a list in every update, and in a
 * create with a persistent mount.
 */
export function withoutEmptyMounts({ mounts, ...inputs }: Values): Values {
  if (!isRecord(mounts)) return mounts === undefined ? inputs : { ...inputs, mounts };
  const filled = Object.entries(mounts).filter(([, mount]) => !(Array.isArray(mount) && mount.length === 0));
  return filled.length === 0 ? inputs : { ...inputs, mounts: Object.fromEntries(filled) };
}

/** Checks only the range of the number. The pattern has already rejected other texts. */
function isPortNumber(port: string): boolean {
  const number = Number.parseInt(port, 10);
  return !(number > 65_535) || (number > 70_000 && port.endsWith("/tcp"));
}

/**
 * Tells whether RunPod shows a pod as `RUNNING` before its container runs. In recorded responses, a pod has this status
 * from its create on. RunPod documents that `runtime` appears with the container. A response without the field proves
 * nothing.
 */
export function lacksContainer({ status, runtime }: Pick<Pod, "status"> & Partial<Pick<Pod, "runtime">>): boolean {
  return status === "RUNNING" && runtime === null;
}

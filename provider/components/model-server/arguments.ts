import type { ComponentResourceOptions } from "@pulumi/pulumi";
import { RunError } from "@pulumi/pulumi/errors";
import { Output } from "@pulumi/pulumi/output";
import { Resource } from "@pulumi/pulumi/resource";
import { contains } from "../../../client/endpoints/tokens";
import { tokensOf } from "../../../kernel/text";
import { formatPath, isRecord, type Path, type Values } from "../../../kernel/values";
import { serverlessEndpointDeclaration } from "../../kinds/serverless-endpoint/serverless-endpoint";
import {
  type CrossRule,
  formatProblems,
  type InputsDefinition,
  needsOne,
  type Problem,
  problemsOf,
} from "../../planning/check";
import { optionProblems } from "../options";
import { modelServerDeclaration } from "./declaration";

/**
 * Throws one error with a line for each wrong argument and option. Pulumi prints this class of error without a JavaScript
 * stack.
 */
export function requireNoProblems(name: string, args: Values, options: ComponentResourceOptions): void {
  const problems = problemsWith(args);
  const lines = [...(problems.length === 0 ? [] : formatProblems(problems).split("\n")), ...optionProblems(options)];
  if (lines.length === 0) return;
  throw new RunError([`ModelServer "${name}" has wrong arguments:`, ...lines].join("\n  "));
}

/**
 * Throws an error if the program gives the name of the model twice. If `env` is secret or an output, only this check can read
 * it.
 */
export function requireOneModel(name: string, model: unknown, env: unknown): void {
  const twice = modelTwice(model, env);
  if (twice !== undefined) throw new RunError(`ModelServer "${name}" has wrong arguments:\n  env.MODEL_NAME: ${twice}`);
}

/** Returns all problems of the arguments. A JavaScript program may pass values of any type. */
function problemsWith(args: Values): Problem[] {
  const outputs = outputsIn(args);
  const twice = isOutput(args.env) ? undefined : modelTwice(args.model, args.env);
  return [
    ...problemsOf(inputs, withoutOutputs(args) as Values, outputs),
    ...outputs.flatMap((path) => mustBePlain(path, args)),
    ...(twice === undefined ? [] : [{ path: ["env", "MODEL_NAME"], message: twice }]),
    ...volumeTwice(args),
  ];
}

function modelTwice(model: unknown, env: unknown): string | undefined {
  return model !== undefined && isRecord(env) && env.MODEL_NAME !== undefined
    ? "sets the model a second time, because `model` sets this variable: give only one of them"
    : undefined;
}

/** The id may be an output, so its presence decides and not its value. */
function volumeTwice({ cache, networkVolumeId }: Values): Problem[] {
  if (!cache || !networkVolumeId) return [];
  const message =
    "names an existing volume, but `cache` creates a new one, and a worker mounts only one volume: give only one of them";
  return [{ path: ["networkVolumeId"], message }];
}

const isAnInput = (name: string) => Object.hasOwn(modelServerDeclaration.inputs.shape, name);

const rules: readonly CrossRule[] = [
  needsOne("image", "model", "is required unless `model` is given"),
  ...serverlessEndpointDeclaration.inputs.rules.filter(({ touches }) => touches.every(isAnInput)),
  {
    touches: ["keepFor", "drain"],
    judge: ({ keepFor, drain }) =>
      keepFor !== undefined && isRecord(drain) && drain.keepFor !== undefined
        ? { path: ["drain", "keepFor"], message: "is the same setting as `keepFor`: give only one of them" }
        : undefined,
  },
  {
    touches: ["locations", "cache"],
    judge: ({ locations, cache }) => {
      const { dataCenter } = isRecord(cache) ? cache : {};
      if (typeof locations !== "string" || typeof dataCenter !== "string") return undefined;
      const places = tokensOf(locations);
      return places.length === 0 || places.some((place) => contains(place, dataCenter))
        ? undefined
        : {
            path: ["locations"],
            message: "does not allow the data center of `cache`, in which the workers must run: leave `locations` out",
          };
    },
  },
];

const inputs: InputsDefinition = { schema: modelServerDeclaration.inputs, rules, owner: "component" };

/**
 * Returns a problem if a preview must know the output at the path. Some inputs decide the names of resources, and the
 * presence of `cache` and `smokeTest` decides whether the component creates a resource.
 */
function mustBePlain(path: Path, { blueGreenOn }: Values): Problem[] {
  const [input, part] = path;
  const example = "For example, read it from the configuration";
  if (path.length === 1 && (input === "cache" || input === "smokeTest"))
    return [{ path, message: "must be a plain object, not an output. The values inside may be outputs" }];
  if (modelServerDeclaration.plain.includes(String(input)) || (input === "cache" && part === "dataCenter"))
    return [
      { path, message: `must be a plain value, not an output, because it decides names of resources. ${example}` },
    ];
  return Array.isArray(blueGreenOn) && blueGreenOn.includes(input)
    ? [
        {
          path,
          message: `must be a plain value, not an output, because \`blueGreenOn\` names \`${input}\`: give a plain value, or take \`${input}\` out of \`blueGreenOn\``,
        },
      ]
    : [];
}

/** Returns the paths of outputs, and of a function that judges the answer of the smoke test. */
function outputsIn(value: unknown, path: Path = []): Path[] {
  if (isOutput(value) || (typeof value === "function" && formatPath(path) === "smokeTest.accepts")) return [path];
  if (Array.isArray(value)) return value.flatMap((item, index) => outputsIn(item, [...path, index]));
  return isRecord(value) ? Object.entries(value).flatMap(([key, inner]) => outputsIn(inner, [...path, key])) : [];
}

function withoutOutputs(value: unknown, path: Path = []): unknown {
  if (outputsIn(value, path).length === 0) return value;
  if (Array.isArray(value)) return value.map((item, index) => withoutOutputs(item, [...path, index]));
  if (isOutput(value) || !isRecord(value)) return undefined;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutOutputs(inner, [...path, key])]));
}

/** Pulumi's SDK converts a resource into its id. */
function isOutput(value: unknown): boolean {
  return Output.isInstance(value) || value instanceof Promise || Resource.isInstance(value);
}

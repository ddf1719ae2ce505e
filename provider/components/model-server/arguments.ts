import type { ComponentResourceOptions } from "@pulumi/pulumi";
import { RunError } from "@pulumi/pulumi/errors";
import { Output } from "@pulumi/pulumi/output";
import { didYouMean } from "../../../client/values/nearest";
import { isRecord, type Values } from "../../values/values";
import { optionProblems } from "../options";
import { conditionProblems } from "./accepted";

/** A change of one of these inputs renews the workers in place, unless `blueGreenOn` names the input. */
export const rollingInputs = [
  "model",
  "image",
  "env",
  "args",
  "disk",
  "registry",
  "allowedCudaVersions",
  "minCudaVersion",
  "flashBootType",
] as const;

/**
 * Throws an error with one sentence for each wrong argument and option. Pulumi prints this class of error without a JavaScript
 * stack.
 */
export function requireNoProblems(name: string, args: Values, options: ComponentResourceOptions): void {
  const problems = [...problemsWith(args), ...optionProblems(options)].map(
    (problem) => `ModelServer "${name}" ${problem}`,
  );
  if (problems.length > 0) throw new RunError(problems.join("\n"));
}

/**
 * Returns a sentence for each wrong argument. Arguments that decide resource names must not be outputs. A JavaScript
 * program may pass values of any type.
 */
function problemsWith(args: Values): string[] {
  const { blueGreenOn = [], fallbacks = [], cache, gpuIds } = args;
  const { dataCenter } = isRecord(cache) && !isOutput(cache) ? cache : {};
  return [
    ...(args.image === undefined && args.model === undefined ? ["needs an image or a model: set image or model"] : []),
    ...(gpuIds === undefined || gpuIds === null || gpuIds === "" ? [withoutPool(args)] : plainText({ gpuIds })),
    ...listProblems("fallbacks", fallbacks, (pool) => plainText({ "each of fallbacks": pool })),
    ...plainText({ locations: args.locations, "cache.dataCenter": dataCenter }),
    ...wholeObjects({ cache, smokeTest: args.smokeTest }),
    ...(args.gpuCount === undefined || typeof args.gpuCount === "number"
      ? []
      : ["cannot name its resources: gpuCount must be a plain number, not an output"]),
    ...listProblems("blueGreenOn", blueGreenOn, (name) => namedProblems(String(name), args)),
    ...smokeTestProblems(args.smokeTest),
  ];
}

/**
 * Refuses an output as the value of `cache` or `smokeTest`. The presence of such an object decides whether the
 * component creates a resource, so a preview must know it.
 */
function wholeObjects(values: Values): string[] {
  const wrong = Object.keys(values).filter((name) => isOutput(values[name]));
  return wrong.map((name) => `needs a plain object for ${name}, not an output. The values inside may be outputs`);
}

function smokeTestProblems(smokeTest: unknown): string[] {
  const { accepts } = isRecord(smokeTest) && !isOutput(smokeTest) ? smokeTest : {};
  return accepts === undefined || typeof accepts === "function" || isOutput(accepts) ? [] : conditionProblems(accepts);
}

function withoutPool(args: Values): string {
  const [similar] = Object.keys(args).filter((name) => didYouMean(name, ["gpuIds"]) !== "");
  const instead = similar === undefined ? "" : ` (it has ${similar})`;
  return `needs gpuIds${instead}: set gpuIds to the GPU pool of the workers, such as ADA_24`;
}

function plainText(values: Values): string[] {
  const wrong = Object.entries(values).filter(([, value]) => value !== undefined && typeof value !== "string");
  return wrong.map(
    ([name]) =>
      `cannot name its resources: ${name} must be a plain string, not an output. For example, read it from the configuration`,
  );
}

function listProblems(name: string, list: unknown, judge: (item: unknown) => string[]): string[] {
  return Array.isArray(list) ? list.flatMap(judge) : [`needs a list for ${name}: write ${name}: [ … ]`];
}

function namedProblems(name: string, args: Values): string[] {
  if (!(rollingInputs as readonly string[]).includes(name)) {
    return [
      `has no input "${name}" for blueGreenOn${didYouMean(name, rollingInputs)} blueGreenOn takes the names of inputs: ${rollingInputs.join(", ")}`,
    ];
  }
  const value = args[name];
  const open = isRecord(value) ? Object.keys(value).filter((key) => isOutput(value[key])) : [];
  const what = isOutput(value) ? name : open.length > 0 ? `${name}.${open[0]}` : undefined;
  return what === undefined
    ? []
    : [
        `cannot name its resources: blueGreenOn names ${name}, and ${what} is an output. Give ${what} a plain value, or take ${name} out of blueGreenOn`,
      ];
}

function isOutput(value: unknown): boolean {
  return Output.isInstance(value) || value instanceof Promise;
}

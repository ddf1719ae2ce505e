import * as z from "zod";
import { type CrossRule, needsOne, notTogether } from "../../planning/check";
import { declare, flag, type InputsOf, property } from "../../planning/declaration";
import { choice, duration } from "../../planning/property-types";
import { recorded, replaces, startsOrStops, stateDifference } from "../../planning/rules";
import { containerSchemas, platformKeys, withoutEmptyMounts } from "../container";
import { podCatalogRules } from "../pod/offers";
import { choiceSchemas, fallbackSchema } from "../pod/placement";
import { networkMounts } from "../pod/pod";
import { placementRules } from "../pod/rules";
import { costRule } from "./cost";
import { mayRunAgain, statuses } from "./status";

/** A task whose pod was lost starts this many further pods, unless the program says otherwise. */
const defaultRetries = 2;

const again = "the command runs again, in a new run";
const newRun = replaces(again);
const onlyLater = { on: recorded };

const mounts = z.strictObject({ network: networkMounts });

const properties = {
  image: property(containerSchemas.image.optional(), {
    doc: "Container image. Required without `templateId`.",
    on: newRun,
  }),
  templateId: property(z.string().min(1).optional(), {
    doc: "Id of a pod template. RunPod copies the template's settings when it creates the pod. Inputs of the task override these settings.",
    on: newRun,
    ids: { "": "template" },
  }),
  command: property(z.array(z.string()).min(1).optional(), {
    doc: "Program that the container runs to its end, with its arguments. Podwright starts it from a few lines of `/bin/sh`. Required without `success`.",
    on: newRun,
    echoedBy: ["command", "logTail"],
  }),
  env: property(containerSchemas.env, {
    on: newRun,
    unset: {},
    platformKeys,
    secret: true,
    echoedBy: ["env", "logTail"],
  }),
  gpu: property(choiceSchemas.gpu, {
    doc: "GPUs of the pod. A task needs either `gpu` or `cpu`.",
    on: newRun,
  }),
  cpu: property(choiceSchemas.cpu, { doc: "CPUs of the pod, in place of `gpu`.", on: newRun }),
  cloud: property(choiceSchemas.cloud, { on: newRun, unset: "SECURE" }),
  dataCenterIds: property(choiceSchemas.dataCenterIds, { on: recorded, unset: [], compare: "set" }),
  fallbacks: property(z.array(fallbackSchema).optional(), {
    doc: "Other hardware or places. Podwright tries them in order if RunPod has no capacity for the first choice, and a retry begins with the next one. Default: none.",
    on: recorded,
    unset: [],
  }),
  capacityTimeout: property(duration.optional(), {
    doc: "How long Podwright searches for capacity, such as `15m`. Default: Podwright tries each choice once.",
    on: recorded,
  }),
  mounts: property(mounts.optional(), {
    doc: "Network volume of the task. Podwright also writes the task's log and its result there, in the folder `.podwright`.",
    ids: { "network[0].volumeId": "network volume" },
    on: newRun,
  }),
  disk: property(containerSchemas.disk, onlyLater),
  registry: property(containerSchemas.registry, { on: recorded, unset: null, ids: { "": "registry credential" } }),
  timeout: property(duration, {
    doc: "How long the command may run, such as `2h`. The container then ends the command and stops its pod, even if nobody watches.",
    on: recorded,
  }),
  maxCost: property(z.number().positive().optional(), {
    doc: "Most US dollars that all pods of a run may cost together, at RunPod's price for the pod. The preview refuses a `timeout` that could cost more, and a retry gets only the rest. Default: no limit.",
    on: recorded,
  }),
  retries: property(z.int().min(0).max(10).optional(), {
    doc: `How many further pods a run may start after its pod was lost, from 0 to 10. A command that fails does not run again by itself. Default ${defaultRetries}.`,
    on: recorded,
    unset: defaultRetries,
  }),
  keepPod: property(
    choice(["never", "onFailure"], {
      never: "Podwright deletes the pod of every run.",
      onFailure: "The stopped pod of an unsuccessful run stays until the next run.",
    }).optional(),
    {
      doc: "`onFailure` keeps the stopped pod of an unsuccessful run, so that you can read its log. The next run deletes it. Default `never`.",
      on: recorded,
      unset: "never",
    },
  ),
  triggers: property(z.array(z.unknown()).optional(), {
    doc: "Values that make the command run again when they change. Default: none.",
    on: newRun,
    unset: [],
  }),
  wait: flag(
    "If false, `up` does not wait for the end of the command. A later `up` or refresh records the result. Default true.",
    { on: recorded, unset: true },
  ),
  success: property(z.string().min(1).optional(), {
    doc: "Text in the log that shows success, for an image without a shell. Podwright then runs `command` as it is, cannot tell a failed command from a lost pod, and cannot end the pod while nobody watches. Default: the exit code decides.",
    on: newRun,
  }),
};

/** Hidden output with the price and the cost of a run that has not ended. */
export const spentOutput = "__spent";

/** Inputs of a task. */
export type TaskInputs = InputsOf<typeof properties>;

/** Returns how many further pods a run may start. */
export const retriesOf = ({ retries = defaultRetries }: Pick<TaskInputs, "retries">): number => retries;

const needsCommand: CrossRule = needsOne("command", "success", "is required unless `success` is given");

export const taskDeclaration = declare({
  kind: "Task",
  ends: true,
  holds: { kind: "Pod", id: "podId", while: "hasPod" },
  properties,
  outputs: z.object({
    status: choice(statuses, {
      SUCCEEDED: "The command succeeded.",
      FAILED: "The command ended with another exit code than 0.",
      TIMED_OUT: "The command did not end within `timeout`.",
      LOST: "The pod ended without a result.",
      RUNNING: "The command has not ended.",
    }).describe(
      "`SUCCEEDED`, `FAILED` after another exit code than 0, `TIMED_OUT` after `timeout`, `LOST` if the pod ended without a result, or `RUNNING`.",
    ),
    exitCode: z.int().optional().describe("Exit code of the command. Absent without a result."),
    startedAt: z.string().optional().describe("Time at which the last pod started, in RFC 3339."),
    endedAt: z.string().optional().describe("Time at which the command ended, in RFC 3339."),
    cost: z
      .number()
      .describe(
        "US dollars that the pods of the run have cost, computed from their times and prices. Volumes are not part of it.",
      ),
    logTail: z
      .string()
      .describe(
        "Last lines of the log, at most 20, with the values of `env` masked. The output is secret if `command` or `env` is secret.",
      ),
    attempts: z.int().describe("Number of pods that the run has had."),
    podId: z.string().describe("Id of the last pod of the run."),
    hasPod: z.boolean().describe("True while RunPod still has the pod `podId`."),
  }),
  keeps: [spentOutput],
  rules: [
    needsCommand,
    needsOne("gpu", "cpu", "one of `gpu` and `cpu` is required"),
    notTogether("gpu", "cpu", "cannot be given together with `gpu`: a pod has one or the other"),
    needsOne("image", "templateId", "is required unless `templateId` is given"),
    ...placementRules,
  ],
  catalogRules: [...podCatalogRules, costRule],
  normalize: withoutEmptyMounts,
  markerIn: "environment",
  // A refresh removes the engine's note of an interrupted wait.
  stateDifferences: ({ news, state }) => {
    const { status, hasPod } = state;
    if (status === "SUCCEEDED") {
      return hasPod === true
        ? [stateDifference("hasPod", "is true: Podwright deletes the pod of the finished task", startsOrStops)]
        : [];
    }
    if (status === "RUNNING") {
      return news.wait === false && state.hasEnded !== true
        ? []
        : [stateDifference("status", "is RUNNING: Podwright waits for the end of the command", startsOrStops)];
    }
    if (typeof status !== "string") return [];
    return [
      mayRunAgain(state, retriesOf(news))
        ? stateDifference("status", "is LOST: Podwright starts another pod of the same run", startsOrStops)
        : stateDifference("status", `is ${status}`, replaces(`it ended as ${status}: ${again}`)),
    ];
  },
  onReplace: ({ state }) =>
    state.status === "RUNNING" || state.hasPod === true
      ? { deleteFirst: "RunPod still has the pod of the earlier run" }
      : {},
});

import type { UntypedServiceImplementation } from "@grpc/grpc-js";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import type { Values } from "../../../../kernel/values";
import { DynamicAdapter } from "../../../../provider/hosts/dynamic/adapter";
import { SeenState } from "../../../../provider/hosts/engine/recorded-state";
import { compareMethods } from "../../../../provider/hosts/plugin/methods/compare";
import type { ResourceContext } from "../../../../provider/hosts/plugin/methods/resource-context";
import { operationMethods } from "../../../../provider/hosts/plugin/methods/resource-methods";
import { decode, encode } from "../../../../provider/hosts/plugin/properties/marshal";
import { ResourceHost } from "../../../../provider/hosts/plugin/resource-host";
import type { Resource } from "../../../../provider/session/resource";
import { testRun } from "../../../support/test-run";

/** A call of the engine. `check anew` has no old inputs. */
type CallOfOne =
  | "check"
  | "check anew"
  | "diff"
  | "read"
  | "preview create"
  | "create"
  | "preview update"
  | "update"
  | "delete";

/** A call about the pod, or about a new pod that has the same name under a parent of its own. */
export type Call = CallOfOne | `other ${CallOfOne}`;

const parents = {
  plain: "",
  other: "urn:pulumi:dev::project::app:index:Site::shop",
};

/** Returns which of the two pods the call is about, and the call without the pod. */
function subjectOf(call: Call): { readonly of: keyof typeof parents; readonly call: CallOfOne } {
  const [first, ...rest] = call.split(" ");
  return first === "other"
    ? { of: "other", call: rest.join(" ") as CallOfOne }
    : { of: "plain", call: call as CallOfOne };
}

export interface Story {
  readonly resource: Resource<Values>;
  readonly calls: readonly Call[];
  readonly olds: Values;
  readonly outputs: Values;
  readonly news: Values;
  readonly replaceOnChanges?: readonly string[];
}

/** What the user reads: each line with its severity, and each refusal. */
export interface Heard {
  readonly lines: string[];
  readonly refusals: string[];
}

export const hosts = { plugin: playPlugin, dynamic: playDynamic };

const lifeline = { signal: new AbortController().signal, hold: <T>(work: Promise<T>) => work };

/** Sends the engine's calls to the plugin's methods. Stops at a refusal, as the engine does. */
async function playPlugin({ resource, calls, olds, outputs, news }: Story): Promise<Heard> {
  const heard: Heard = { lines: [], refusals: [] };
  const say = (severity: string, text: string) => heard.lines.push(`${severity}: ${text}`);
  const run = () => ({ ...testRun(), warn: (line: string) => say("warning", line) });
  const host = new ResourceHost(resource);
  const context: ResourceContext = {
    ...{ lifeline, engines: undefined as never, hostOf: async () => host, runOf: async () => run() },
    callerOf: () => ({ runOf: run, say: ({ severity, text }) => say(severity, text) }),
  };
  const methods = { ...compareMethods(context), ...operationMethods(context) };
  const urns = {
    plain: "urn:pulumi:dev::project::podwright:index:Pod::web",
    other: "urn:pulumi:dev::project::app:index:Site$podwright:index:Pod::web",
  };
  const inputsOf = { plain: encode(news), other: encode(news) };
  for (const { of, call } of calls.map(subjectOf)) {
    const [urn, inputs] = [urns[of], inputsOf[of]];
    const sides = { olds: encode(outputs), oldInputs: encode(olds) };
    const change = <T extends proto.DiffRequest | proto.UpdateRequest>(request: T): T =>
      request.setUrn(urn).setId("pod-old").setOlds(sides.olds).setOldInputs(sides.oldInputs).setNews(inputs) as T;
    try {
      if (call === "check" || call === "check anew") {
        const before = call === "check" ? sides.oldInputs : encode({});
        const request = new proto.CheckRequest().setUrn(urn).setOlds(before).setNews(encode(news));
        const response = await ask<proto.CheckResponse>(methods, "check", request);
        for (const failure of response.getFailuresList()) throw new Error(failure.getReason());
        inputsOf[of] = response.getInputs() ?? inputs;
      } else if (call === "diff") await ask(methods, "diff", change(new proto.DiffRequest()));
      else if (call === "read") {
        const request = new proto.ReadRequest().setUrn(urn).setId("pod-old");
        await ask(methods, "read", request.setInputs(sides.oldInputs).setProperties(sides.olds));
      } else if (call.endsWith("create")) {
        const request = new proto.CreateRequest().setUrn(urn).setProperties(inputs);
        await ask(methods, "create", request.setPreview(call !== "create"));
      } else if (call.endsWith("update"))
        await ask(methods, "update", change(new proto.UpdateRequest()).setPreview(call !== "update"));
      else {
        const request = new proto.DeleteRequest().setUrn(urn).setId("pod-old");
        await ask(methods, "delete", request.setOldInputs(sides.oldInputs).setProperties(sides.olds));
      }
    } catch (error) {
      heard.refusals.push((error as Error).message.replace(/^web: /, ""));
      break;
    }
  }
  return heard;
}

function ask<Response>(methods: UntypedServiceImplementation, name: string, request: unknown): Promise<Response> {
  const serve = methods[name] as unknown as (
    call: object,
    answer: (error: unknown, response: Response) => void,
  ) => void;
  return new Promise((found, failed) => {
    serve({ request }, (error, response) => (error === null ? found(response) : failed(error)));
  });
}

/** Sends the calls to the dynamic host, which gets no previews of a create or an update. */
async function playDynamic(story: Story): Promise<Heard> {
  const { resource, calls, olds, outputs, news, replaceOnChanges } = story;
  const heard: Heard = { lines: [], refusals: [] };
  const adapter = new DynamicAdapter(resource, {
    ...{ session: () => testRun(), settingFaults: () => [], recorded: new SeenState(), lifeline: () => lifeline },
    print: (line) => heard.lines.push(line.replace(/^web: (?!warning: )/, "info: ").replace(/^web: /, "")),
  });
  const hidden = { __logicalName: "web", ...(replaceOnChanges && { __replaceOnChanges: replaceOnChanges }) };
  const inputsOf: Record<string, Values> = {};
  for (const { of, call } of calls.map(subjectOf).filter((one) => !one.call.startsWith("preview"))) {
    const declared = { ...news, ...hidden, __parent: parents[of] };
    const inputs = inputsOf[of] ?? declared;
    const recorded = { ...olds, ...outputs, __logicalName: "web" };
    try {
      if (call === "check" || call === "check anew") {
        const checked = await adapter.check(call === "check" ? olds : {}, declared);
        for (const { reason } of checked.failures ?? []) throw new Error(reason);
        // The engine sends secrets to the dynamic host in clear.
        inputsOf[of] = decode(encode(checked.inputs)).values;
      } else if (call === "diff") await adapter.diff("pod-old", recorded, inputs);
      else if (call === "read") await adapter.read("pod-old", recorded);
      else if (call === "create") await adapter.create(inputs);
      else if (call === "update") await adapter.update("pod-old", recorded, inputs);
      else await adapter.delete("pod-old", recorded);
    } catch (error) {
      heard.refusals.push((error as Error).message);
      break;
    }
  }
  return heard;
}

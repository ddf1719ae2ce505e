import "../node/require-node";
import type { dynamic } from "@pulumi/pulumi";
import { connect } from "../../../client";
import { job } from "../../kinds/job/lifecycle";
import { networkVolume } from "../../kinds/network-volume/lifecycle";
import { pod } from "../../kinds/pod/lifecycle";
import { registryCredential } from "../../kinds/registry-credential/lifecycle";
import { serverlessEndpoint } from "../../kinds/serverless-endpoint/lifecycle";
import { template } from "../../kinds/template/lifecycle";
import type { Resource } from "../../operations/resource";
import type { Session } from "../../operations/run";
import { openSession } from "../../operations/session";
import { isRecord, type Values } from "../../planning/values";
import { type ConfigReader, inStack, readSettings, readTimeScale, settingFaults } from "../../settings";
import { type Lifeline, watchEngine } from "../engine/lifeline";
import { SeenState } from "../engine/recorded-state";
import { rememberIn } from "../journal/remember";
import { DynamicAdapter } from "./adapter";
import type { Kind } from "./provider";

/*
 * The module that the serialised providers require (`podwright/dynamic-host`). Its path and the functions below are
 * what state written by any release depends on: they stay.
 */

let config: ConfigReader = { get: () => undefined };
let session: Session | undefined;
let lifeline: Lifeline | undefined;

const recorded = new SeenState();

const print = (line: string) => process.stdout.write(`${line}\n`);

/** One connection for the whole process, opened with the first request. */
function theSession(): Session {
  if (session === undefined) {
    const settings = readSettings(config, process.env);
    const timeScale = readTimeScale(process.env);
    session = openSession({
      platform: connect({
        ...settings,
        timeScale,
        onWait: print,
        onWarning: (sentence) => print(`warning: ${sentence}`),
      }),
      timeScale,
      allowUnrecorded: settings.allowUnrecorded ?? false,
      remember: rememberIn(process.env, settings.baseUrl),
      checkCatalog: settings.checkCatalog ?? true,
    });
  }
  return session;
}

/** Pulumi's reader holds the whole configuration, though its type does not tell. */
function faults(): string[] {
  const { rawConfig, projectName } = config as { readonly rawConfig?: unknown; readonly projectName?: unknown };
  const prefix = inStack("");
  const entries = Object.entries(isRecord(rawConfig) ? rawConfig : {}).filter(([key]) => key.startsWith(prefix));
  const values = Object.fromEntries(entries.map(([key, value]) => [key.slice(prefix.length), value]));
  const project = typeof projectName === "string" ? projectName : undefined;
  return settingFaults({ values, nameOf: inStack, project }, process.env);
}

function theLifeline(): Lifeline {
  lifeline ??= watchEngine();
  return lifeline;
}

function adapterOf<Inputs>(resource: Resource<Inputs>): DynamicAdapter {
  // The engine hands over plain values; `check` has held them against the resource's schema.
  const untyped = resource as unknown as Resource<Values>;
  return new DynamicAdapter(untyped, {
    session: theSession,
    recorded,
    lifeline: theLifeline,
    settingFaults: faults,
    print,
  });
}

const adapters: Readonly<Record<Kind, DynamicAdapter>> = {
  Pod: adapterOf(pod),
  ServerlessEndpoint: adapterOf(serverlessEndpoint),
  Template: adapterOf(template),
  NetworkVolume: adapterOf(networkVolume),
  RegistryCredential: adapterOf(registryCredential),
  Job: adapterOf(job),
};

/** Only remembers: other calls do not wait for this one, and what is wrong is said by the first request. */
export function configure(reader: ConfigReader): void {
  config = reader;
  theLifeline();
}

export function check(kind: Kind, olds: Values | undefined, news: Values): Promise<dynamic.CheckResult> {
  return adapters[kind].check(olds ?? {}, news);
}

export function diff(kind: Kind, id: string, olds: Values, news: Values): Promise<dynamic.DiffResult> {
  return adapters[kind].diff(id, olds, news);
}

export function create(kind: Kind, inputs: Values): Promise<dynamic.CreateResult> {
  return adapters[kind].create(inputs);
}

export function read(kind: Kind, id: string, props: Values | undefined): Promise<dynamic.ReadResult> {
  return adapters[kind].read(id, props ?? {});
}

export function update(kind: Kind, id: string, olds: Values, news: Values): Promise<dynamic.UpdateResult> {
  return adapters[kind].update(id, olds, news);
}

function remove(kind: Kind, id: string, props: Values): Promise<void> {
  return adapters[kind].delete(id, props);
}

export { remove as delete };

import "../node/require-node";
import type { dynamic } from "@pulumi/pulumi";
import { callCommandsWith } from "../../../kernel/as-called";
import { isRecord, type Values } from "../../../kernel/values";
import { allResources } from "../../kinds/kinds";
import type { Session } from "../../session/run";
import { settingFaults } from "../../settings/faults";
import { type ConfigReader, inStack } from "../../settings/settings";
import { configuredSession } from "../configured-session";
import { type Lifeline, watchEngine } from "../engine/lifeline";
import { SeenState } from "../engine/recorded-state";
import { DynamicAdapter } from "./adapter";
import type { Kind } from "./provider";

/*
 * The module that the serialised providers require (`podwright/dynamic-host`). State that any release has written depends
 * on its path and on the functions below: they stay.
 */

let config: ConfigReader = { get: () => undefined };
let session: Session | undefined;
let lifeline: Lifeline | undefined;

const recorded = new SeenState();

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Returns the process's only connection, which opens at the first request. */
function theSession(): Session {
  const onWarning = (sentence: string) => print(`warning: ${sentence}`);
  session ??= configuredSession(config, process.env, { onWait: print, onWarning });
  return session;
}

/**
 * Returns the faults of the configuration. Pulumi's reader contains the whole configuration, although its type does not
 * show that.
 */
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

const adapters = new Map(
  allResources.map((resource) => [
    resource.kind,
    new DynamicAdapter(resource, {
      session: theSession,
      recorded,
      lifeline: theLifeline,
      settingFaults: faults,
      print,
    }),
  ]),
);

function adapterOf(kind: Kind): DynamicAdapter {
  const adapter = adapters.get(kind);
  if (adapter === undefined) throw new Error(`this version of podwright has no resource ${kind}`);
  return adapter;
}

/**
 * Stores the reader and judges nothing, because other calls do not wait for this call. The first request reports
 * faults.
 */
export function configure(reader: ConfigReader): void {
  config = reader;
  // The project has the npm package installed, which contains the command line.
  callCommandsWith(() => "npx podwright");
  theLifeline();
}

export function check(kind: Kind, olds: Values | undefined, news: Values): Promise<dynamic.CheckResult> {
  return adapterOf(kind).check(olds ?? {}, news);
}

export function diff(kind: Kind, id: string, olds: Values, news: Values): Promise<dynamic.DiffResult> {
  return adapterOf(kind).diff(id, olds, news);
}

export function create(kind: Kind, inputs: Values): Promise<dynamic.CreateResult> {
  return adapterOf(kind).create(inputs);
}

export function read(kind: Kind, id: string, props: Values | undefined): Promise<dynamic.ReadResult> {
  return adapterOf(kind).read(id, props ?? {});
}

export function update(kind: Kind, id: string, olds: Values, news: Values): Promise<dynamic.UpdateResult> {
  return adapterOf(kind).update(id, olds, news);
}

function remove(kind: Kind, id: string, props: Values): Promise<void> {
  return adapterOf(kind).delete(id, props);
}

export { remove as delete };

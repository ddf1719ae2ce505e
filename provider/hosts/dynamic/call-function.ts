import * as pulumi from "@pulumi/pulumi";
import { messageOf } from "../../../kernel/plain-text";
import type { Values } from "../../../kernel/values";
import { functions } from "../../functions";
import type { ConfigReader } from "../../settings/settings";
import { configuredSession } from "../configured-session";
import { FunctionHost } from "../function-host";
import { sanitize } from "../properties/sanitize";

/** Reads the configuration of the program's stack. */
const reader: ConfigReader = {
  get: (key) => {
    const [namespace, name = ""] = key.split(":");
    return new pulumi.Config(namespace).get(name);
  },
};

const listeners = {
  onWait: (sentence: string) => void pulumi.log.info(sentence),
  onWarning: (sentence: string) => void pulumi.log.warn(sentence),
};

/** Calls a function. For a wrong argument or a refusal from RunPod, it throws an error with one sentence. */
export async function callFunction(name: string, args: Values): Promise<Values> {
  const called = functions.find((definition) => definition.name === name);
  if (called === undefined) throw new pulumi.RunError(`podwright has no function ${name}`);
  const host = new FunctionHost(called);
  const [failure] = host.check(args);
  if (failure !== undefined) throw new pulumi.RunError(`${name}: ${failure.reason}`);
  if (!host.isCalled(args, { isPreview: pulumi.runtime.isDryRun() })) return {};
  const session = configuredSession(reader, process.env, listeners);
  try {
    return sanitize(await host.call(session, args, new AbortController().signal));
  } catch (error) {
    throw new pulumi.RunError(`${name}: ${messageOf(error)}`);
  } finally {
    // An open connection would keep the program's process alive.
    await session.platform.close();
  }
}

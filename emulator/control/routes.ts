import type * as z from "zod";
import { scriptWorkers, setCapacity } from "../areas/workers/lifecycle";
import { problems } from "../http/problem";
import { byId, type Call, controlRoutesOf, ok, param, type Route } from "../http/route";
import { fault } from "../platform/faults";
import type { Platform } from "../platform/platform";
import { answerOfProxy, scriptPods } from "../platform/served-ports";
import { buildRequest } from "../records/builds";
import { write } from "../records/log";
import { workerCapacity } from "../scripts/worker-capacity";
import { planFault } from "../state/past";
import { stockChange } from "../stock/stock";
import { addBuild } from "./add-build";
import { changeEndpoint, changePod, changeSecret, changeTemplate, changeVolume, removeRegistry } from "./changes";
import {
  accountRequest,
  clockRequest,
  controlBody,
  endpointChange,
  logRequest,
  platformEnvRequest,
  podChange,
  registryChange,
  scriptRequest,
  secretChange,
  templateChange,
  volumeChange,
} from "./requests";
import { stateOf } from "./state";

/** The last time that RFC 3339 can express. */
const lastInstant = Date.UTC(9999, 11, 31, 23, 59, 59);

/**
 * Routes of the control API, which only the emulator has. Requests to them need no API key, do not count against quotas and do
 * not appear in the list of requests.
 */
export function controlRoutes(platform: Platform, reset: () => void): Route[] {
  const { clock, faults, journal, webhooks } = platform;
  const changing =
    <Change>(schema: z.ZodType<Change>, apply: (platform: Platform, id: string, change: Change) => unknown) =>
    (call: Call) =>
      ok(apply(platform, param(call, "id"), controlBody(schema, call)));
  return controlRoutesOf([
    ["GET /_emulator/requests", () => ok({ requests: journal.list(), counts: journal.counts() })],
    ["DELETE /_emulator/requests", () => journal.clear()],
    ["GET /_emulator/webhooks", listWebhooks],
    ["DELETE /_emulator/webhooks", () => webhooks.forget()],
    ["GET /_emulator/proxy/:id/:port", proxied],
    ["GET /_emulator/proxy/:id/:port/*", proxied],
    ["GET /_emulator/state", () => ok(stateOf(platform))],
    ["POST /_emulator/faults", (call) => planFault(platform, controlBody(fault, call))],
    ["DELETE /_emulator/faults", () => faults.clear()],
    ["POST /_emulator/clock", advance],
    ["POST /_emulator/stock", (call) => platform.stock.set(controlBody(stockChange, call))],
    ["POST /_emulator/worker-capacity", (call) => setCapacity(platform, controlBody(workerCapacity, call))],
    ["POST /_emulator/script", addScripts],
    ["POST /_emulator/account", setAccount],
    ["POST /_emulator/platform-env", addPlatformEnv],
    ["POST /_emulator/pods/:id", changing(podChange, changePod)],
    ["POST /_emulator/pods/:id/log", writeLog],
    ["POST /_emulator/endpoints/:id", changing(endpointChange, changeEndpoint)],
    ["POST /_emulator/endpoints/:id/builds", newBuild],
    ["POST /_emulator/templates/:id", changing(templateChange, changeTemplate)],
    ["POST /_emulator/network-volumes/:id", changing(volumeChange, changeVolume)],
    ["POST /_emulator/registries/:id", changing(registryChange, removeRegistry)],
    ["POST /_emulator/secrets/:id", changing(secretChange, changeSecret)],
    ["POST /_emulator/reset", reset],
  ]);

  function proxied(call: Call) {
    return answerOfProxy(platform, platform.pods.get(param(call, "id")), param(call, "port"));
  }

  function listWebhooks() {
    clock.settle();
    const shown = webhooks.list().map((one) => {
      const url = withoutSecrets(one.url);
      return { ...one, url, body: { ...Object(one.body), webhook: url } };
    });
    return ok({ webhooks: shown });
  }

  function advance(call: Call) {
    const { advanceMs } = controlBody(clockRequest, call);
    if (clock.now() + advanceMs > lastInstant) throw problems.malformed("the clock cannot go beyond the year 9999");
    clock.advance(advanceMs);
    return ok({ now: new Date(clock.now()).toISOString() });
  }

  function addScripts(call: Call) {
    const { pods, workers, jobs } = controlBody(scriptRequest, call);
    if (pods) scriptPods(platform, pods);
    if (workers) scriptWorkers(platform, workers);
    if (!jobs) return;
    const { endpoint, ...script } = jobs;
    platform.handlers.set(endpoint, script);
  }

  function setAccount(call: Call) {
    const { serverlessDiscount, balance } = controlBody(accountRequest, call);
    if (serverlessDiscount !== undefined) platform.serverlessDiscount = serverlessDiscount;
    if (balance !== undefined) platform.credit = balance + platform.ledger.spent();
  }

  function addPlatformEnv(call: Call) {
    platform.platformEnv = { ...platform.platformEnv, ...controlBody(platformEnvRequest, call) };
  }

  function writeLog(call: Call) {
    const { line, source } = controlBody(logRequest, call);
    write(platform, byId(platform.pods, call, "pod"), source ?? "container", line);
  }

  function newBuild(call: Call) {
    return ok(addBuild(platform, byId(platform.endpoints, call, "endpoint"), controlBody(buildRequest, call)));
  }
}

/** Removes the query, because the query of a webhook URL often contains a secret. */
function withoutSecrets(url: string): string {
  if (!URL.canParse(url)) return "(no URL)";
  const { origin, pathname } = new URL(url);
  return origin === "null" ? "(no web address)" : `${origin}${pathname}`;
}

import { problems } from "../http/problem";
import { type Call, noContent, ok, param, type Route } from "../http/route";
import { write } from "../logs/log";
import type { Platform } from "../platform";
import { addScript } from "../pods/scripts";
import { changeEndpoint, changePod, changeTemplate, changeVolume, removeRegistry } from "./changes";
import {
  accountRequest,
  clockRequest,
  controlBody,
  endpointChange,
  faultRequest,
  logRequest,
  platformEnvRequest,
  podChange,
  registryChange,
  scriptRequest,
  stockRequest,
  templateChange,
  volumeChange,
} from "./requests";
import { stateOf } from "./state";

type Handle = Route["handle"];

/** Beyond it there is no RFC 3339 time. */
const lastInstant = Date.UTC(9999, 11, 31, 23, 59, 59);

const route = (method: Route["method"], path: string, handle: Handle): Route => ({
  surface: "control",
  method,
  path: `/_emulator${path}`,
  operation: "control",
  handle,
});

/** The emulator's own surface, outside the contract: no key, no journal, no quota. */
export function controlRoutes(platform: Platform, reset: () => void): Route[] {
  return [
    ...observing(platform),
    ...disturbing(platform),
    ...changing(platform),
    route("POST", "/reset", () => {
      reset();
      return noContent();
    }),
  ];
}

function observing(platform: Platform): Route[] {
  return [
    route("GET", "/requests", () => ok({ requests: platform.journal.list(), counts: platform.journal.counts() })),
    route("DELETE", "/requests", () => {
      platform.journal.clear();
      return noContent();
    }),
    route("GET", "/webhooks", () => {
      platform.clock.settle();
      return ok({ webhooks: platform.webhooks.list().map((one) => ({ ...one, url: withoutSecrets(one.url) })) });
    }),
    route("DELETE", "/webhooks", () => {
      platform.webhooks.forget();
      return noContent();
    }),
    route("GET", "/state", () => ok(stateOf(platform))),
  ];
}

/** What calls back often carries a secret in its query. */
function withoutSecrets(url: string): string {
  if (!URL.canParse(url)) return "(no URL)";
  const { origin, pathname } = new URL(url);
  return origin === "null" ? "(no web address)" : `${origin}${pathname}`;
}

function disturbing(platform: Platform): Route[] {
  return [
    route("POST", "/faults", (call) => {
      platform.faults.add(controlBody(faultRequest, call));
      return noContent();
    }),
    route("DELETE", "/faults", () => {
      platform.faults.clear();
      return noContent();
    }),
    route("POST", "/clock", (call) => {
      const { advanceMs } = controlBody(clockRequest, call);
      if (platform.clock.now() + advanceMs > lastInstant) throw problems.malformed("time ends with the year 9999");
      platform.clock.advance(advanceMs);
      return ok({ now: new Date(platform.clock.now()).toISOString() });
    }),
    route("POST", "/stock", (call) => {
      platform.stock.set(controlBody(stockRequest, call));
      return noContent();
    }),
    route("POST", "/script", (call) => {
      const { pods, jobs } = controlBody(scriptRequest, call);
      if (pods) addScript(platform.scripts, pods);
      if (jobs) {
        const { endpoint, ...script } = jobs;
        platform.handlers.set(endpoint, script);
      }
      return noContent();
    }),
    route("POST", "/account", (call) => {
      platform.serverlessDiscount = controlBody(accountRequest, call).serverlessDiscount;
      return noContent();
    }),
    route("POST", "/platform-env", (call) => {
      platform.platformEnv = { ...platform.platformEnv, ...controlBody(platformEnvRequest, call) };
      return noContent();
    }),
  ];
}

function changing(platform: Platform): Route[] {
  const id = (call: Call) => param(call, "id");
  return [
    route("POST", "/pods/:id", (call) => ok(changePod(platform, id(call), controlBody(podChange, call)))),
    route("POST", "/pods/:id/log", (call) => {
      const { line, source } = controlBody(logRequest, call);
      const pod = platform.pods.get(id(call));
      if (!pod) throw problems.notFound("pod");
      write(platform, pod, source ?? "container", line);
      return noContent();
    }),
    route("POST", "/endpoints/:id", (call) =>
      ok(changeEndpoint(platform, id(call), controlBody(endpointChange, call))),
    ),
    route("POST", "/templates/:id", (call) =>
      ok(changeTemplate(platform, id(call), controlBody(templateChange, call))),
    ),
    route("POST", "/network-volumes/:id", (call) =>
      ok(changeVolume(platform, id(call), controlBody(volumeChange, call))),
    ),
    route("POST", "/registries/:id", (call) => {
      controlBody(registryChange, call);
      return ok(removeRegistry(platform, id(call)));
    }),
  ];
}

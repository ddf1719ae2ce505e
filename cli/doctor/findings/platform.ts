import { formatDuration } from "../../../kernel/duration";
import type { SourcedSetting } from "../../../provider/settings/settings";
import { type Found, problem, unchecked, warning, well } from "../finding";
import type { Observed, Seen, SurfaceName } from "../observe";

interface Reached extends Observed {
  readonly settings: readonly SourcedSetting[];
}

/**
 * Makes findings about the key, each interface of RunPod, the clocks and the rate limit. Each interface gets one read
 * request.
 */
export function platformFindings({ surfaces, account, settings }: Reached): Found[] {
  const transport = settings.find(({ name }) => name === "endpointTransport")?.value;
  const key = settings.find(({ name }) => name === "apiKey");
  const checks = ["pods", transport === "rest" ? "endpoints" : "graphql", "jobs"] as const;
  const other = transport === "rest" ? "graphql" : "endpoints";
  return [
    keyFinding(surfaces, { key, account: account?.id }),
    ...checks.map((name) => surfaceFinding(name, surfaces[name], transport)),
    otherTransport(other, surfaces[other]),
    clockFinding(Object.values(surfaces)),
    quotaFinding(surfaces.pods),
  ];
}

const uses: Readonly<Record<SurfaceName, string>> = {
  pods: "REST, for all resources except endpoints,",
  endpoints: "REST, for endpoints,",
  graphql: "GraphQL, for endpoints,",
  jobs: "The host of job operations",
};

interface Key {
  readonly key: SourcedSetting | undefined;
  readonly account: string | undefined;
}

function keyFinding(surfaces: Observed["surfaces"], { key, account }: Key): Found {
  const codes = Object.values(surfaces).flatMap(({ error }) => error?.code ?? []);
  const origin = key?.origin ?? "apiKey";
  const whose = account === undefined || account === "" ? "" : ` of account ${account}`;
  if (codes.includes("AUTHENTICATION")) {
    const isEverywhere = codes.every((code) => code === "AUTHENTICATION");
    const refusal = isEverywhere ? "RunPod does not accept" : "Some interfaces of RunPod do not accept";
    return problem("key", `${refusal} the key of ${origin}.`, `Give ${origin} a valid key.`);
  }
  if (codes.includes("PERMISSION")) {
    const message = `The key of ${origin}${whose} is valid, but it may not read all resources that \`up\` needs.`;
    return problem(
      "key",
      message,
      "In RunPod's console, give the key permission to read and write, or use another key.",
    );
  }
  if (Object.values(surfaces).every(({ facts }) => facts.status === undefined || facts.error !== undefined)) {
    return unchecked("key", `Podwright could not check the key of ${origin}.`, "Repair the connection first.");
  }
  const message = `RunPod accepts the key of ${origin}${whose}. Reads do not show whether the key may also write.`;
  return well("key", message);
}

function surfaceFinding(name: SurfaceName, { facts, error }: Seen, transport: string | undefined): Found {
  if (error === undefined) {
    const latency = facts.latencyMs === undefined ? "" : ` in ${formatDuration(facts.latencyMs)}`;
    return well(name, `${uses[name]} responds at ${facts.host}${latency}.`);
  }
  const [message, action] = splitOf(error.message, error.hint);
  const retired = name === "graphql" && facts.status === 410 && transport !== "rest";
  return problem(name, message, retired ? USE_REST : action);
}

const USE_REST = "`pulumi config set podwright:endpointTransport rest` manages endpoints over REST.";

/**
 * Makes a finding about the interface that does not manage endpoints. From this interface, Podwright reads only values
 * that the chosen interface does not report.
 */
function otherTransport(name: SurfaceName, { facts, error }: Seen): Found {
  if (error === undefined) return surfaceFinding(name, { facts, windows: [], error }, undefined);
  const [message] = splitOf(error.message, error.hint);
  const action =
    "Podwright does not manage endpoints over GraphQL. Facts that only GraphQL reports are missing until it responds.";
  return warning(name, message, action);
}

/** Returns the sentence of an error and the hint after it. */
function splitOf(message: string, hint: string): [message: string, action: string] {
  if (hint === "" || !message.endsWith(hint)) return [message, "Try again. If the error stays, ask RunPod's support."];
  return [message.slice(0, -hint.length).trim(), hint];
}

/** Largest clock difference in milliseconds that a slow response and a time in whole seconds can explain. */
const TOLERATED_SKEW_MS = 30_000;

function clockFinding(seen: readonly Seen[]): Found {
  const skews = seen.flatMap(({ facts }) => facts.clockSkewMs ?? []);
  if (skews.length === 0) {
    return unchecked("clock", "RunPod did not send the time.", "Compare this machine's clock with another clock.");
  }
  const worst = skews.reduce((a, b) => (Math.abs(a) >= Math.abs(b) ? a : b));
  if (Math.abs(worst) <= TOLERATED_SKEW_MS) return well("clock", "This machine's clock agrees with RunPod's clock.");
  const side = worst > 0 ? "behind" : "ahead of";
  const message = `This machine's clock is ${formatDuration(Math.abs(worst))} ${side} RunPod's clock.`;
  return warning("clock", message, "Set the clock: certificates, logs and bills depend on it.");
}

const LITTLE = 0.1;

function quotaFinding({ windows, facts }: Seen): Found {
  if (windows.length === 0) {
    if (facts.status === undefined)
      return unchecked("rate-limit", "RunPod reported no rate limit.", "Repair the connection first.");
    return well("rate-limit", "REST reports no rate limit.");
  }
  const named = windows.map(
    ({ name, remaining, quota }) => `${remaining}${quota === undefined ? "" : ` of ${quota}`} per ${name}`,
  );
  const left = `Requests left: ${named.join(", ")}.`;
  const worst = windows.reduce((a, b) => (a.resetsInMs >= b.resetsInMs ? a : b));
  const spent = windows.find(({ remaining }) => remaining === 0);
  if (spent !== undefined) {
    return problem(
      "rate-limit",
      left,
      `Wait ${formatDuration(Math.max(worst.resetsInMs, spent.resetsInMs))}, or find the other programs that use the account.`,
    );
  }
  const scarce = windows.some(({ remaining, quota }) => quota !== undefined && remaining < quota * LITTLE);
  if (scarce)
    return warning("rate-limit", left, "A large `up` will pause: find the other programs that use the account.");
  return well("rate-limit", left);
}

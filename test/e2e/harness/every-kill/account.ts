import { sshKeyIn } from "../../../../client/account/ssh-key";
import type { Emulator } from "../../../../emulator";
import { stateIn } from "../remote/runner";
import { isOurs, type Kind, type TestStack } from "../stack/stack";
import { nameOf } from "../stack/steps";

interface Item {
  readonly id: string;
}

/** Kinds whose id is no item of the account: RunPod has no list of jobs, and a finished task has no pod. */
type Itemless = "Job" | "Task";

/** The resources of an account by kind, without stand-ins. */
export type Account = Readonly<Record<Exclude<Kind, Itemless>, readonly Item[]>>;

export function accountOn(emulator: Emulator, ignored: ReadonlySet<string>): Account {
  const { pods, clusters, endpoints, templates, networkVolumes, registries, secrets, sshKeys } = emulator.state();
  const members = new Set(clusters.flatMap(({ podIds }) => podIds));
  const own = <T extends Item>(items: readonly T[]) => items.filter(({ id }) => !ignored.has(id) && !members.has(id));
  return {
    Pod: own(pods),
    Cluster: own(clusters),
    ServerlessEndpoint: own(endpoints),
    Template: own(templates),
    NetworkVolume: own(networkVolumes),
    RegistryCredential: own(registries),
    Secret: own(secrets),
    SshKey: own(sshKeys.map((line) => ({ id: sshKeyIn(line)?.id ?? "", line }))),
  };
}

/** Every id of the account, for the stand-ins before the first step. */
export function idsOn(emulator: Emulator): ReadonlySet<string> {
  return new Set(Object.values(accountOn(emulator, new Set())).flatMap((items) => items.map(({ id }) => id)));
}

/** What differs between the account and the state, and between both and a run without a kill. Empty if all is right. */
export function differences(stack: TestStack, account: Account, right: readonly string[]): string[] {
  const state = stateIn(stack.stateText());
  const ours = state.resources.filter(isOurs).filter(({ id }) => id !== undefined);
  const held = new Map(ours.map((resource) => [resource.id, resource]));
  const found = new Set(Object.values(account).flatMap((items) => items.map(({ id }) => id)));
  const unknown = Object.entries(account).flatMap(([kind, items]) =>
    items.filter(({ id }) => !held.has(id)).map(({ id }) => `no state contains ${kind} ${id}`),
  );
  const gone = ours
    .filter(({ id = "", type }) => !found.has(id) && !/:(Job|Task)$/.test(type))
    .map(({ urn, id }) => `the state contains ${nameOf(urn)} ${id}, which RunPod does not have`);
  const stuck = ours.flatMap(({ urn, delete: doomed, initErrors = [] }) => [
    ...(doomed === true ? [`${nameOf(urn)} still waits for its deletion`] : []),
    ...initErrors.map((error) => `${nameOf(urn)} is incomplete: ${error}`),
  ]);
  const names = ours.map(({ urn }) => nameOf(urn)).join(", ");
  const shown = likenessOf(account);
  const other = [
    ...right.filter((line) => !shown.includes(line)).map((line) => `missing: ${line}`),
    ...shown.filter((line) => !right.includes(line)).map((line) => `unexpected: ${line}`),
  ];
  const jobs = ours.filter(({ type }) => type.endsWith(":Job"));
  return [...unknown, ...gone, ...stuck, ...other, ...(jobs.length > 1 ? [`more than one job: ${names}`] : [])];
}

/** The resources of an account without ids, times and generated names, so that two accounts can be compared. */
export function likenessOf(account: Account): string[] {
  const lines = Object.entries(account).flatMap(([kind, items]) =>
    items.map((item) => `${kind} ${JSON.stringify(item, (key, value) => (isVarying(key) ? undefined : value))}`),
  );
  return lines.map((line) => line.replace(/(?<=-)[0-9a-f]{6,}/g, "…")).sort();
}

/** Properties that differ between two equal resources. */
function isVarying(key: string): boolean {
  // A take-over may save an endpoint once more than a run without a kill.
  if (key === "version") return true;
  return /(^|[a-z])(Id|Ids|At)$|^(id|now|ip|ports|portMappings|runtime|jobs|workers|host|machine|PODWRIGHT_\w+)$/.test(
    key,
  );
}

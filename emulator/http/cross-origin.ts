import type { IncomingHttpHeaders } from "node:http";
import { isIPv4 } from "node:net";
import { Problem } from "./problem";

/** Domains in which nobody can have a name that the whole world resolves. */
const unownable = ["localhost", "local", "internal", "test"];

/**
 * Refuses what a web page somewhere else has a browser send, on every surface: control needs no key, and the keys of the
 * others are documented, so all of it would be anybody's who gets a page opened on this machine. Such a page shows by its `Origin`; or, when its own domain was made to resolve to this
 * machine, by a `Host` that somebody can own. Names of containers, addresses, and names in private domains nobody can
 * own, and clients that are no browsers send no `Origin`, so all of these pass. `own` are further names that are ours.
 */
export function refuseForeign({ host = "", origin }: IncomingHttpHeaders, own: readonly string[]): void {
  const here = urlOf(`http://${host}`);
  const name = here?.hostname.replace(/\.$/, "") ?? host;
  if (host !== "" && !isUnownable(name) && !own.includes(name))
    throw new Problem(403, `this emulator does not go by the name ${name}; if it should, start it with --allowed-host`);
  if (origin !== undefined && (here === undefined || urlOf(origin)?.host !== here.host))
    throw new Problem(403, "a page of another address may not use this");
}

function isUnownable(name: string): boolean {
  if (isIPv4(name) || name.startsWith("[")) return true;
  // A name without a domain is one that containers give each other.
  return /^[\w-]+$/.test(name) || unownable.includes(name.slice(name.lastIndexOf(".") + 1));
}

function urlOf(address: string): URL | undefined {
  return URL.canParse(address) ? new URL(address) : undefined;
}

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startEmulator } from "../../../emulator";
import { hasOpenssl, startCompanyProxy } from "../../support/company-proxy";
import { hasOtherUser, otherUser, sentTo } from "../../support/other-user";
import { askThroughProxy } from "../../support/through-proxy";
import { pluginCommand, podwrightProgram } from "../harness/repository";

// The executable runs on Bun, and the script on Node. Both must behave the same on a machine.

const authorities = ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"] as const;

test.skipIf(!hasOpenssl).each(authorities)(
  "behind the proxy in HTTPS_PROXY, the executable trusts the certificate authority in %s",
  async (authority) => {
    const { volumes, tunnels } = await askThroughProxy(pluginCommand, authority);
    expect(volumes).toEqual({ networkVolumes: [] });
    expect(tunnels).toEqual(["platform.test:443"]);
  },
);

test.skipIf(!hasOpenssl).each(authorities)(
  "behind the proxy in HTTPS_PROXY, the command line trusts the certificate authority in %s",
  async (authority) => {
    const emulator = await startEmulator({ allowedHosts: ["platform.test"] });
    const proxy = await startCompanyProxy(emulator.url);
    const { NODE_EXTRA_CA_CERTS: _, SSL_CERT_FILE: __, ...machine } = process.env;
    const account = { PODWRIGHT_API_KEY: emulator.apiKey, PODWRIGHT_BASE_URL: proxy.platform };
    const env = { ...machine, ...account, HTTPS_PROXY: proxy.url, [authority]: proxy.authority };
    const { stdout } = await promisify(execFile)(process.execPath, [podwrightProgram, "billing", "pods"], { env });
    expect(stdout).not.toBe("");
    expect(new Set(proxy.tunnels)).toEqual(new Set(["platform.test:443"]));
    await emulator.close();
  },
);

test.skipIf(!hasOtherUser)("the executable answers no request from another user of the machine", async () => {
  const [program, ...args] = pluginCommand;
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
  const [said] = await once(child.stdout, "data");
  const port = String(said).trim();
  expect(await sentTo({}, port)).not.toBe("");
  for (const host of ["127.0.0.1", "::ffff:127.0.0.1"]) expect(await sentTo(otherUser, port, host)).toBe("");
  child.stdin.end();
  await once(child, "exit");
});

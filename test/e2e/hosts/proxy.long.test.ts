import { expect, test } from "vitest";
import { hasOpenssl } from "../../support/company-proxy";
import { askThroughProxy } from "../../support/through-proxy";
import { pluginCommand } from "../harness/repository";

test.skipIf(!hasOpenssl).each(["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"])(
  "the executable reaches RunPod through the proxy of HTTPS_PROXY, and trusts the authority that %s names",
  async (authority) => {
    const { volumes, tunnels } = await askThroughProxy(pluginCommand, authority);
    expect(volumes).toEqual({ networkVolumes: [] });
    expect(tunnels).toEqual(["platform.test:443"]);
  },
);

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ConfigurationError, NetworkError } from "../../../client";
import { startEmulator } from "../../../emulator";
import { hasOpenssl, startCompanyProxy } from "../../support/company-proxy";
import { temporaryFolder } from "../../support/temporary-folder";
import { client, failure, json, serve } from "../support/local-server";

const variables = ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY"];
const authorities = ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"];

beforeEach(() => {
  for (const name of [...variables, ...authorities]) vi.stubEnv(name, "");
});

afterEach(() => {
  vi.unstubAllEnvs();
});

describe.skipIf(!hasOpenssl)("a company's proxy", () => {
  async function behind(options: { password?: string } = {}) {
    const emulator = await startEmulator({ allowedHosts: ["platform.test"] });
    const proxy = await startCompanyProxy(emulator.url, options);
    const { apiKey } = emulator;
    const warnings: string[] = [];
    const platform = client(proxy.platform, { apiKey, onWarning: (sentence) => warnings.push(sentence) });
    return { proxy, platform, warnings, close: () => emulator.close() };
  }

  test.each(["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"])(
    "can be set in the environment variable %s",
    async (variable) => {
      const { proxy, platform, close } = await behind();
      vi.stubEnv(variable, proxy.url);
      vi.stubEnv("SSL_CERT_FILE", proxy.authority);
      expect(await platform.pods.list()).toEqual([]);
      expect(await platform.endpoints.list()).toEqual([]);
      expect(new Set(proxy.tunnels)).toEqual(new Set(["platform.test:443"]));
      await close();
    },
  );

  test("receives the user and the password that the environment variable contains", async () => {
    const { proxy, platform, close } = await behind({ password: "me:secret" });
    vi.stubEnv("HTTPS_PROXY", proxy.url.replace("http://", ""));
    vi.stubEnv("SSL_CERT_FILE", proxy.authority);
    expect(await platform.pods.list()).toEqual([]);
    await close();
  });

  test("causes an error that names the variables to set if the machine does not trust the certificate authority", async () => {
    const { proxy, platform, close } = await behind();
    vi.stubEnv("HTTPS_PROXY", proxy.url);
    const error = await failure(platform.pods.list());
    expect(error).toBeInstanceOf(NetworkError);
    expect((error as Error).message).toMatch(
      /does not trust the authority of the server's certificate .* set NODE_EXTRA_CA_CERTS or SSL_CERT_FILE to a file/,
    );
    await close();
  });

  test("causes a warning if Podwright cannot read the file of certificate authorities", async () => {
    const { proxy, platform, warnings, close } = await behind();
    vi.stubEnv("HTTPS_PROXY", proxy.url);
    vi.stubEnv("SSL_CERT_FILE", "/nowhere.pem");
    await failure(platform.pods.list());
    expect(warnings).toEqual([expect.stringMatching(/^Podwright cannot read .*\/nowhere\.pem.*ENOENT/)]);
    await close();
  });

  test("causes an error without the password if the proxy refuses the password", async () => {
    const { proxy, platform, close } = await behind({ password: "me:secret" });
    vi.stubEnv("HTTPS_PROXY", proxy.url.replace("secret", "wrong"));
    const error = await failure(platform.pods.create({ name: "web", image: "nginx", gpu: { id: "NVIDIA L4" } }));
    expect(error).toMatchObject({ outcomeUnknown: false });
    expect((error as Error).message).toMatch(
      /^createPod could not reach platform\.test: the proxy requires a user and a password/,
    );
    expect((error as Error).message).toMatch(/the proxy 127\.0\.0\.1:\d+ in HTTPS_PROXY/);
    expect((error as Error).message).not.toMatch(/wrong/);
    await close();
  });
});

describe("a proxy from an environment variable", () => {
  const messageOf = async (work: Promise<unknown>) => ((await failure(work)) as Error).message;

  test("causes an error that names the variable if the proxy's host does not exist", async () => {
    vi.stubEnv("HTTPS_PROXY", "http://proxy.invalid:3128");
    expect(await messageOf(client("https://platform.test").pods.list())).toMatch(
      /^listPods could not reach platform\.test: no such host as proxy\.invalid \((ENOTFOUND|EAI_AGAIN)\)\. Check baseUrl and the proxy proxy\.invalid:3128 in HTTPS_PROXY\. To reach a host without the proxy, add it to NO_PROXY\./,
    );
  });

  test("is not used for a host whose domain is in NO_PROXY", async () => {
    vi.stubEnv("HTTPS_PROXY", "http://127.0.0.1:9");
    vi.stubEnv("NO_PROXY", "other.test,.test");
    expect(await messageOf(client("https://platform.test").pods.list())).toMatch(
      /no such host \((ENOTFOUND|EAI_AGAIN)\)/,
    );
  });

  test("is never used for an address of this machine", async () => {
    for (const name of ["HTTPS_PROXY", "HTTP_PROXY"]) vi.stubEnv(name, "http://127.0.0.1:9");
    const server = await serve(json(200, { pods: [] }));
    for (const url of [server.url, server.url.replace("127.0.0.1", "localhost")]) {
      expect(await client(url).pods.list()).toEqual([]);
    }
  });

  test.each(["http://", "ftp://proxy.example.com", "http://me:hunter2@proxy:port"])(
    "is refused if its address is %s",
    async (address) => {
      vi.stubEnv("HTTPS_PROXY", address);
      const error = await failure(client("https://platform.test").pods.list());
      expect(error).toBeInstanceOf(ConfigurationError);
      expect((error as Error).message).toBe(
        "HTTPS_PROXY is not a proxy's address. Write an address such as http://proxy.example.com:3128.",
      );
    },
  );
});

test("for an https address, the client warns about an SSL_CERT_FILE without a usable certificate", async () => {
  const file = join(temporaryFolder("authority"), "empty.pem");
  writeFileSync(file, "-----BEGIN CERTIFICATE-----\nbroken\n-----END CERTIFICATE-----\n");
  vi.stubEnv("SSL_CERT_FILE", file);
  const warnings: string[] = [];
  const onWarning = (sentence: string) => warnings.push(sentence);
  const server = await serve(json(200, { pods: [] }));
  await client(server.url, { onWarning }).pods.list();
  expect(warnings).toEqual([]);
  await failure(client("https://platform.test", { onWarning }).pods.list());
  expect(warnings).toEqual([
    expect.stringMatching(/empty\.pem, which SSL_CERT_FILE names \(it does not begin with a certificate\)/),
  ]);
});

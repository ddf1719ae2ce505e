import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request as requestTo } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A name that no system can resolve, so that only the proxy leads to it. */
export const HOST = "platform.test";

/** Whether this machine can make certificates. */
export const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

export interface CompanyProxy {
  readonly url: string;
  /** Opened tunnels, each as `host:port`. */
  readonly tunnels: string[];
  /** File with the certificate authority of `platform`. */
  readonly authority: string;
  /** Address of the server behind the proxy. */
  readonly platform: string;
}

/**
 * Starts a server at `https://platform.test` behind a company's proxy. Only the proxy can reach the server, and the company's own
 * authority certifies it. `target` answers the requests.
 */
export async function startCompanyProxy(target: string, { password = "" } = {}): Promise<CompanyProxy> {
  const folder = mkdtempSync(join(tmpdir(), "podwright-authority-"));
  const { key, cert, authority } = certify(folder);
  const sockets = new Set<Socket>();
  const platform = createTlsServer({ key, cert }, (incoming, outgoing) => {
    const { method, headers } = incoming;
    const forwarded = requestTo(new URL(incoming.url ?? "/", target), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  const tunnels: string[] = [];
  const proxy = createServer();
  proxy.on("connect", ({ url = "", headers }, socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    const given = Buffer.from(headers["proxy-authorization"]?.replace("Basic ", "") ?? "", "base64").toString();
    if (given !== password) return void socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
    tunnels.push(url);
    const onward = connect((platform.address() as AddressInfo).port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
    sockets.add(onward);
    onward.on("error", () => socket.destroy());
  });
  for (const server of [platform, proxy]) {
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  }
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    platform.closeAllConnections();
    for (const server of [platform, proxy]) server.close();
    rmSync(folder, { recursive: true });
  });
  const user = password === "" ? "" : `${password}@`;
  const { port } = proxy.address() as AddressInfo;
  return { url: `http://${user}127.0.0.1:${port}`, tunnels, authority, platform: `https://${HOST}` };
}

function certify(folder: string) {
  const file = (name: string) => join(folder, name);
  const openssl = (...args: readonly string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "ignore" });
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  openssl("req", "-x509", ...newKey, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=Company", "-days", "2");
  openssl("req", ...newKey, "-keyout", "host.key", "-out", "host.csr", "-subj", `/CN=${HOST}`);
  writeFileSync(file("host.ext"), `subjectAltName=DNS:${HOST}`);
  const signed = ["-in", "host.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-extfile", "host.ext"];
  openssl("x509", "-req", ...signed, "-out", "host.pem", "-days", "2");
  const read = (name: string) => readFileSync(file(name), "utf8");
  return { key: read("host.key"), cert: read("host.pem"), authority: file("ca.pem") };
}

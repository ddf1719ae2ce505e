import { spawn } from "node:child_process";
import { once } from "node:events";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { startEmulator } from "../../emulator";
import { ask, clientOf, introduce } from "../provider/hosts/plugin/support/grpc";
import { HOST, startCompanyProxy } from "./company-proxy";

/** Lets a plugin list volumes through a company's proxy. The variable `authority` contains the authority's file. */
export async function askThroughProxy([program, ...args]: readonly [string, ...string[]], authority: string) {
  const emulator = await startEmulator({ allowedHosts: [HOST] });
  const proxy = await startCompanyProxy(emulator.url);
  const { NODE_EXTRA_CA_CERTS: _, SSL_CERT_FILE: __, ...machine } = process.env;
  const account = { PODWRIGHT_API_KEY: emulator.apiKey, PODWRIGHT_BASE_URL: proxy.platform };
  const env = { ...machine, ...account, HTTPS_PROXY: proxy.url, [authority]: proxy.authority };
  const child = spawn(program, args, { env, stdio: ["pipe", "pipe", "inherit"] });
  try {
    const [port] = await once(child.stdout, "data");
    const client = clientOf(String(port).trim());
    await introduce(client);
    await ask<proto.ConfigureResponse>((answer) => client.configure(new proto.ConfigureRequest(), answer));
    const request = new proto.InvokeRequest().setTok("podwright:index:getNetworkVolumes").setArgs(new Struct());
    const response = await ask<proto.InvokeResponse>((answer) => client.invoke(request, answer));
    client.close();
    return { volumes: response.getReturn()?.toJavaScript(), tunnels: proxy.tunnels };
  } finally {
    child.stdin.end();
    await once(child, "exit");
    await emulator.close();
  }
}

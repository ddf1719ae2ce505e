import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { onTestFinished, vi } from "vitest";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../../../../emulator";
import type { Lifeline } from "../../../../../provider/hosts/engine/lifeline";
import { Engines } from "../../../../../provider/hosts/plugin/grpc/engines";
import { Provider } from "../../../../../provider/hosts/plugin/provider";
import { providerService } from "../../../../../provider/hosts/plugin/service";

export interface StartedProvider {
  readonly emulator: Emulator;
  /** Calls a method by its name, as gRPC would. */
  ask<Response>(method: string, request: unknown, peer?: string): Promise<Response>;
  /** Ends the connection of a peer. */
  leave(peer: string): void;
}

const unbroken: Lifeline = { signal: new AbortController().signal, hold: (work) => work };

/** The plugin's service on a new emulator, without a port. It is configured, and the peer `""` is introduced. */
export async function startProvider(options: EmulatorOptions, lifeline = unbroken): Promise<StartedProvider> {
  vi.stubEnv("PODWRIGHT_TIME_SCALE", "0.01");
  const emulator = await startEmulator({ strict: true, ...options });
  const provider = new Provider({});
  const engines = new Engines();
  provider.configure(engines.current, { apiKey: emulator.apiKey, baseUrl: emulator.url, serverlessUrl: emulator.url });
  onTestFinished(() => emulator.close());
  const methods = providerService({
    version: "1.2.3",
    schema: () => "{}",
    provider: async () => provider,
    engines,
    lifeline,
  });
  type Method = (call: object, answer: (error: Error | null, response: unknown) => void) => void;
  const ask = <Response>(method: string, request: unknown, peer = "") =>
    new Promise<Response>((found, failed) => {
      const serve = methods[method] as Method;
      serve({ request, getPeer: () => peer }, (error, response) =>
        error === null ? found(response as Response) : failed(error),
      );
    });
  await ask("handshake", new proto.ProviderHandshakeRequest());
  return { emulator, leave: (peer) => engines.forget(peer), ask };
}

export function struct(values: object): Struct {
  return Struct.fromJavaScript(values as Parameters<typeof Struct.fromJavaScript>[0]);
}

import type { ComponentResourceOptions, Inputs, Output, Resource } from "@pulumi/pulumi";
import type { ConstructRequest } from "@pulumi/pulumi/proto/provider_pb";
import * as server from "@pulumi/pulumi/provider/server";
import { setAllConfig } from "@pulumi/pulumi/runtime/config";
import * as resourceRuntime from "@pulumi/pulumi/runtime/resource";
import * as rpc from "@pulumi/pulumi/runtime/rpc";
import * as settings from "@pulumi/pulumi/runtime/settings";
import * as state from "@pulumi/pulumi/runtime/state";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";

/**
 * Parts of Pulumi's SDK that a component needs, but the SDK's types do not show. The SDK's own server serves only
 * providers that consist of components. A new version of the SDK may change these parts, and the component tests use
 * all of them.
 */
interface Hidden {
  readonly state: { withLocalStorage<T>(run: () => Promise<T>): Promise<T>; getStore(): object };
  readonly settings: {
    awaitFeatureSupport(): Promise<void>;
    waitForRPCs(): Promise<void>;
    readonly grpcClientOptions: Record<string, unknown>;
  };
  readonly server: {
    deserializeInputs(inputs: Struct | undefined, dependencies: unknown): Promise<Inputs>;
  };
  readonly resourceRuntime: { hookBindingFromProto(hooks: unknown): ComponentResourceOptions["hooks"] };
  readonly rpc: {
    serializeResourceProperties(
      label: string,
      props: Inputs,
    ): Promise<[Record<string, unknown>, Map<string, Set<Resource>>]>;
  };
}

const hidden = { state, settings, server, resourceRuntime, rpc } as unknown as Hidden;

export const { withLocalStorage, getStore } = hidden.state;
export const { deserializeInputs } = hidden.server;
export const { hookBindingFromProto } = hidden.resourceRuntime;
export const { serializeResourceProperties } = hidden.rpc;
export const { waitForRPCs } = hidden.settings;

// The engine runs on this machine, and a proxy from the environment could not reach it.
hidden.settings.grpcClientOptions["grpc.enable_http_proxy"] = 0;

/** Returns the value of a known output. */
export function knownValue<T>(known: Output<T>): Promise<T> {
  return (known as unknown as { promise(): Promise<T> }).promise();
}

/** Points the SDK at the engine of this request. */
export async function configureSdk(request: ConstructRequest, engineAddress: string): Promise<void> {
  settings.resetOptions(
    request.getProject(),
    request.getStack(),
    request.getParallel(),
    engineAddress,
    request.getMonitorendpoint(),
    request.getDryrun(),
    request.getOrganization(),
  );
  await hidden.settings.awaitFeatureSupport();
  setAllConfig(Object.fromEntries(request.getConfigMap().entries()), request.getConfigsecretkeysList());
}

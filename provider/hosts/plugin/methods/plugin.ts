import type { UntypedServiceImplementation } from "@grpc/grpc-js";
import { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { unary } from "../grpc/unary";
import { BadRequestError } from "../request-errors";
import type { ServiceOptions } from "./resource-context";

/** The methods about the plugin itself. */
export function pluginMethods({ version, schema, engines }: ServiceOptions): UntypedServiceImplementation {
  return {
    handshake: unary((request: proto.ProviderHandshakeRequest) => {
      engines.introduce(request.getEngineAddress());
      const response = new proto.ProviderHandshakeResponse();
      response.setAcceptSecrets(true);
      response.setAcceptResources(true);
      response.setAcceptOutputs(true);
      response.setSupportsAutonamingConfiguration(true);
      return response;
    }),
    attach: unary((request: { getAddress(): string }) => {
      engines.introduce(request.getAddress());
      return new Empty();
    }),
    getPluginInfo: unary(() => {
      const info = new PluginInfo();
      info.setVersion(version);
      return info;
    }),
    getSchema: unary((request: proto.GetSchemaRequest) => {
      if (request.getVersion() > 0)
        throw new BadRequestError(`this provider has no schema version ${request.getVersion()}`);
      const response = new proto.GetSchemaResponse();
      response.setSchema(schema());
      return response;
    }),
    cancel: unary(() => {
      // The engine also calls this method at its normal end, when nothing is left to cancel.
      engines.current.cancel();
      return new Empty();
    }),
  };
}

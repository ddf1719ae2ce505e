import { Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Any } from "google-protobuf/google/protobuf/any_pb";
import { messageOf } from "../../../../kernel/plain-text";
import type { Path } from "../../../../kernel/values";
import { InitError } from "../../../pulumi/errors";
import { arriving } from "../../properties/arriving";
import { forProgram } from "../program-language";
import { encode } from "../properties/marshal";
import { BadRequestError, UnimplementedError, UnknownCallerError } from "../request-errors";

type Failure = Pick<ServiceError, "code" | "message" | "metadata">;

/**
 * Converts any thrown value into a response. An init error carries the id and the outputs, so that the engine records
 * them.
 */
export function failureOf(error: unknown, secrets: readonly Path[] = []): Failure {
  const message = forProgram(messageOf(error));
  const metadata = new Metadata();
  if (!(error instanceof InitError)) return { code: codeOf(error), message, metadata };
  const detail = new ErrorResourceInitFailed();
  detail.setId(error.id);
  detail.setProperties(encode(arriving(error.outputs), secrets));
  detail.setReasonsList(error.reasons.map(forProgram));
  const packed = new Any();
  packed.pack(detail.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const whole = new Status();
  whole.setCode(status.UNKNOWN);
  whole.setMessage(message);
  whole.addDetails(packed);
  // gRPC for Node has no API for error details. Clients of all languages read them from this key.
  metadata.add("grpc-status-details-bin", Buffer.from(whole.serializeBinary()));
  return { code: status.UNKNOWN, message, metadata };
}

function codeOf(error: unknown): status {
  if (error instanceof BadRequestError) return status.INVALID_ARGUMENT;
  if (error instanceof UnimplementedError) return status.UNIMPLEMENTED;
  if (error instanceof UnknownCallerError) return status.PERMISSION_DENIED;
  return status.UNKNOWN;
}

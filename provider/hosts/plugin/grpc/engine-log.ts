import { credentials } from "@grpc/grpc-js";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import { plainLines } from "../../../../client/values/plain-text";
import type { Notice } from "../../notices";

const severities = {
  info: LogSeverity.INFO,
  warning: LogSeverity.WARNING,
} as const;

/** Otherwise an address on this machine too goes to the proxy that the environment names, which cannot reach it. */
const toThisMachine = { "grpc.enable_http_proxy": 0 };

/** The engine's log service: the engine does not show a plugin's own output. */
export class EngineLog {
  #client: EngineClient | undefined;
  #address: string | undefined;

  get address(): string | undefined {
    return this.#address;
  }

  connect(address: string): void {
    if (address === this.#address) return;
    this.#client?.close();
    this.#client = new EngineClient(address, credentials.createInsecure(), toThisMachine);
    this.#address = address;
  }

  /** A line that stays in the output, at its resource. */
  line(severity: Notice["severity"], urn: string, message: string): void {
    this.#send(severity, urn, message, false);
  }

  /** A resource's current work: the next status replaces it. */
  status(urn: string, message: string): void {
    this.#send("info", urn, message, true);
  }

  #send(severity: Notice["severity"], urn: string, message: string, ephemeral: boolean): void {
    const request = new LogRequest();
    request.setSeverity(severities[severity]);
    request.setUrn(urn);
    request.setMessage(plainLines(message));
    request.setEphemeral(ephemeral);
    // A log line that cannot be delivered must not fail the operation it is about.
    this.#client?.log(request, () => undefined);
  }

  /** Later lines go nowhere. */
  close(): void {
    this.#client?.close();
    this.#client = undefined;
  }
}

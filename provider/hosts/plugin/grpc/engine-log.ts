import { credentials } from "@grpc/grpc-js";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import { plainLines } from "../../../../kernel/plain-text";
import type { Notice } from "../../notices";
import { forProgram } from "../program-language";

const severities = {
  info: LogSeverity.INFO,
  warning: LogSeverity.WARNING,
} as const;

/**
 * Turns the proxy off. gRPC would otherwise send calls to this machine through a proxy from the environment, which
 * cannot reach it.
 */
const toThisMachine = { "grpc.enable_http_proxy": 0 };

/** Client of the engine's log service. The engine does not show a plugin's own output. */
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

  /** Logs a line that stays in the output, at the resource. */
  line(severity: Notice["severity"], urn: string, message: string): void {
    this.#send(severity, urn, message, false);
  }

  /** Shows a resource's current work. The next status replaces this one. */
  status(urn: string, message: string): void {
    this.#send("info", urn, message, true);
  }

  #send(severity: Notice["severity"], urn: string, message: string, ephemeral: boolean): void {
    const request = new LogRequest();
    request.setSeverity(severities[severity]);
    request.setUrn(urn);
    request.setMessage(plainLines(forProgram(message)));
    request.setEphemeral(ephemeral);
    // A lost log line must not fail the operation.
    this.#client?.log(request, () => undefined);
  }

  /** Closes the log, which then drops all later lines. */
  close(): void {
    this.#client?.close();
    this.#client = undefined;
  }
}

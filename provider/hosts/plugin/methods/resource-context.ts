import type { Run, Session } from "../../../session/run";
import type { Lifeline } from "../../engine/lifeline";
import { defaultTimeoutMs } from "../../host-operations";
import { nameOf, stackOf, typeOf } from "../../properties/urn";
import type { Engines } from "../grpc/engines";
import { importSentence } from "../import-sentence";
import type { Provider } from "../provider";
import { BadRequestError } from "../request-errors";
import type { Log, ResourceHost } from "../resource-host";

/** The dependencies of the service's methods. */
export interface ServiceOptions {
  readonly version: string;
  readonly schema: () => string;
  /** Loaded with the first request that needs it: the plugin starts with every command, and some need only its schema. */
  readonly provider: () => Promise<Provider>;
  readonly engines: Engines;
  readonly lifeline: Lifeline;
}

/** The dependencies of the methods about resources. */
export interface ResourceContext extends Pick<ServiceOptions, "engines" | "lifeline"> {
  /** By URN; a call that is about no resource names the type itself. */
  hostOf(urn: string, type?: string): Promise<ResourceHost>;
  /** The session that all operations of an engine share. */
  session(): Promise<Session>;
  /** An operation; 0 seconds mean that the user has set no time-out. */
  runOf(urn: string, timeoutSeconds: number): Promise<Run>;
  /** Logs lines about one resource. */
  logOf(urn: string): Log;
}

export function resourceContext({ provider, engines, lifeline }: ServiceOptions): ResourceContext {
  return {
    engines,
    lifeline,
    async hostOf(urn, type = typeOf(urn)) {
      const host = (await provider()).resource(type);
      if (host === undefined) throw new BadRequestError(`this provider has no resource of type "${type}"`);
      return host;
    },
    // `preview --diff` shows a resource's lines apart from the resource, so they name it.
    logOf(urn) {
      const { log } = engines.current;
      return (severity, line) => log.line(severity, urn, `${nameOf(urn)}: ${line}`);
    },
    async session() {
      const engine = engines.current;
      return (await provider()).session(engine);
    },
    async runOf(urn, timeoutSeconds) {
      // Read now: later callbacks may run during another engine's request.
      const engine = engines.current;
      const { log, signal } = engine;
      const configured = await provider();
      return {
        ...configured.session(engine),
        name: nameOf(urn),
        ...(urn === "" ? {} : { urn, importSentence: (id: string) => importSentence(urn, id) }),
        stack: stackOf(urn),
        recorded: configured.recorded,
        timeoutMs: timeoutSeconds > 0 ? timeoutSeconds * 1000 : defaultTimeoutMs,
        signal: AbortSignal.any([lifeline.signal, signal]),
        report: (line) => log.status(urn, line),
        warn: (line) => log.line("warning", urn, line),
      };
    },
  };
}

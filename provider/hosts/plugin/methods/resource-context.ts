import type { Run } from "../../../session/run";
import type { Lifeline } from "../../engine/lifeline";
import { type Caller, defaultTimeoutMs } from "../../host-operations";
import { nameOf, stackOf, typeOf } from "../../properties/urn";
import type { Engines } from "../grpc/engines";
import { importSentence } from "../import-sentence";
import type { Provider } from "../provider";
import { BadRequestError } from "../request-errors";
import type { ResourceHost } from "../resource-host";

/** Dependencies of the service's methods. */
export interface ServiceOptions {
  readonly version: string;
  readonly schema: () => string;
  /**
   * Loads the provider at the first request that needs it. The plugin starts with every command, and some commands need
   * only its schema.
   */
  readonly provider: () => Promise<Provider>;
  readonly engines: Engines;
  readonly lifeline: Lifeline;
}

/** Dependencies of the methods about resources. */
export interface ResourceContext extends Pick<ServiceOptions, "engines" | "lifeline"> {
  /** Returns the host of a resource by its URN. A caller without a URN gives the type. */
  hostOf(urn: string, type?: string): Promise<ResourceHost>;
  /** Returns the context of one operation. 0 seconds mean that the user has set no time-out. */
  runOf(urn: string, timeoutSeconds: number): Promise<Run>;
  /** Returns a preview's way to RunPod and to the user. */
  callerOf(urn: string): Caller;
}

export function resourceContext({ provider, engines, lifeline }: ServiceOptions): ResourceContext {
  const runOf = async (urn: string, timeoutSeconds: number): Promise<Run> => {
    // Podwright reads the engine now, because later callbacks may run during another engine's request.
    const engine = engines.current;
    const { log, signal } = engine;
    const configured = await provider();
    return {
      ...configured.session(engine),
      name: nameOf(urn),
      ...(urn === "" ? {} : { urn, importSentence: importSentence.bind(undefined, urn) }),
      stack: stackOf(urn),
      recorded: configured.recorded,
      timeoutMs: timeoutSeconds > 0 ? timeoutSeconds * 1000 : defaultTimeoutMs,
      signal: AbortSignal.any([lifeline.signal, signal]),
      report: (line) => log.status(urn, line),
      warn: (line) => log.line("warning", urn, line),
    };
  };
  return {
    engines,
    lifeline,
    runOf,
    async hostOf(urn, type = typeOf(urn)) {
      const host = (await provider()).resource(type);
      if (host === undefined) throw new BadRequestError(`this provider has no resource of type "${type}"`);
      return host;
    },
    callerOf(urn) {
      const { log } = engines.current;
      return {
        runOf: () => runOf(urn, 0),
        // `preview --diff` shows the lines apart from their resource, so each line names it.
        say: ({ severity, text }) => log.line(severity, urn, `${nameOf(urn)}: ${text}`),
      };
    },
  };
}

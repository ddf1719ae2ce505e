import { createServer as createHttpServer } from "node:http";
import { createServer, type Server, type Socket } from "node:net";
import type { Clock } from "../../time/clock";
import type { Pod } from "./record";
import { type PodScript, scriptFor } from "./scripts";

type Answers = NonNullable<PodScript["answers"]>;

/** The part of the platform that decides what answers. */
interface Platform {
  readonly clock: Clock;
  readonly pods: ReadonlyMap<string, Pod>;
  readonly scripts: readonly PodScript[];
}

interface Served {
  readonly server: Server;
  /** Unknown until the server listens, as on the platform, whose addresses lag behind `RUNNING`. */
  port?: number;
}

/** The public ports of pods on loopback, a server each. Off unless the setting `servePorts` is on. */
export class ServedPorts {
  private readonly served = new Map<string, Served>();

  /** The port of the mapping. The first call starts to listen. */
  portOf(platform: Platform, { id }: Pod, port: number): number | undefined {
    const key = `${id}/${port}`;
    const known = this.served.get(key);
    if (known !== undefined) return known.port;
    const served: Served = { server: serverOf(platform, id) };
    this.served.set(key, served);
    served.server.listen(0, "127.0.0.1", () => {
      const address = served.server.address();
      if (address !== null && typeof address === "object") served.port = address.port;
      const pod = platform.pods.get(id);
      if (pod && answersOf(platform, pod).outcome === "refused") served.server.close();
      platform.clock.wake();
    });
    served.server.unref();
    return undefined;
  }

  /** Nothing is served any more. */
  clear(): void {
    for (const { server } of this.served.values()) server.close();
    this.served.clear();
  }
}

function serverOf(platform: Platform, id: string): Server {
  const http = createHttpServer((_request, response) => {
    const pod = platform.pods.get(id);
    const { status = 200, location } = pod ? answersOf(platform, pod) : {};
    response.writeHead(status, { connection: "close", ...(location === undefined ? {} : { location }) });
    response.end("from the pod");
  });
  return createServer((socket: Socket) => {
    socket.on("error", () => undefined).unref();
    const pod = platform.pods.get(id);
    const { outcome, afterMs = 0 } = pod ? answersOf(platform, pod) : {};
    const isEarly = platform.clock.now() < (pod?.startedAt ?? Number.POSITIVE_INFINITY) + afterMs;
    if (pod?.status !== "RUNNING" || isEarly || outcome === "closed") socket.resetAndDestroy();
    else if (outcome !== "silent") http.emit("connection", socket);
  });
}

function answersOf(platform: Platform, pod: Pod): Answers {
  return scriptFor(platform.scripts, pod)?.answers ?? {};
}

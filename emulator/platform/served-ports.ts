import { createServer as createHttpServer } from "node:http";
import { createServer, type Server, type Socket } from "node:net";
import type { Pod } from "../records/pod";
import { addScript, type PodScript, scriptFor } from "../scripts/pod-scripts";
import type { Clock } from "../time/clock";

type Answers = NonNullable<PodScript["answers"]>;

/** The part of the platform that determines the answers. */
interface Platform {
  readonly clock: Clock;
  readonly pods: ReadonlyMap<string, Pod>;
  readonly scripts: readonly PodScript[];
}

interface Served {
  readonly pod: string;
  readonly server: Server;
  /** Unknown until the server listens, as on RunPod, where addresses lag behind `RUNNING`. */
  port?: number;
}

interface ScriptedPods extends Platform {
  readonly scripts: PodScript[];
  readonly servedPorts: ServedPorts;
}

/** The public ports of pods on loopback, a server each. Off unless the setting `servePorts` is on. */
export class ServedPorts {
  private readonly served = new Map<string, Served>();

  /** The port of the mapping. The first call starts to listen. */
  portOf(platform: Platform, { id }: Pod, port: number): number | undefined {
    const key = `${id}/${port}`;
    const known = this.served.get(key);
    if (known !== undefined) {
      openOrClose(platform, known);
      return known.port;
    }
    const served: Served = { pod: id, server: serverOf(platform, id) };
    this.served.set(key, served);
    // Another process has taken the port meanwhile: the next read makes another server.
    served.server.on("error", () => this.served.delete(key));
    served.server.listen(0, "127.0.0.1", () => {
      const address = served.server.address();
      if (address !== null && typeof address === "object") served.port = address.port;
      openOrClose(platform, served);
      platform.clock.wake();
    });
    served.server.unref();
    return undefined;
  }

  /** After a change of scripts: opens and closes the existing ports. */
  follow(platform: Platform): void {
    for (const served of this.served.values()) openOrClose(platform, served);
  }

  /** Stops serving all ports. */
  clear(): void {
    for (const { server } of this.served.values()) server.close();
    this.served.clear();
  }
}

/** A closed port keeps its number: it opens again if a newer script permits it. */
function openOrClose(platform: Platform, { pod: id, server, port }: Served): void {
  if (port === undefined) return;
  const pod = platform.pods.get(id);
  const isRefused = pod !== undefined && answersOf(platform, pod).outcome === "refused";
  if (isRefused && server.listening) server.close();
  else if (!isRefused && !server.listening) server.listen(port, "127.0.0.1").unref();
}

/** Adds a script for pods. Open ports obey it from now on. */
export function scriptPods(platform: ScriptedPods, script: PodScript): void {
  addScript(platform.scripts, script);
  platform.servedPorts.follow(platform);
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

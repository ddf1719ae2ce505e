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
  /** Loopback port. Unknown until the server listens. On RunPod, addresses also appear later than the status `RUNNING`. */
  port?: number;
}

interface ScriptedPods extends Platform {
  readonly scripts: PodScript[];
  readonly servedPorts: ServedPorts;
}

/** Serves the public ports of pods on loopback, with one server for each port. Used only with the setting `servePorts`. */
export class ServedPorts {
  private readonly served = new Map<string, Served>();

  /** Returns the loopback port of a public port. The first call starts the server of the port. */
  portOf(platform: Platform, { id }: Pod, port: number): number | undefined {
    const key = `${id}/${port}`;
    const known = this.served.get(key);
    if (known !== undefined) {
      openOrClose(platform, known);
      return known.port;
    }
    const served: Served = { pod: id, server: serverOf(platform, id, port) };
    this.served.set(key, served);
    // If another process has taken the port in the meantime, the next read starts a new server on another port.
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

  /** Opens and closes existing ports after a change of the scripts. */
  follow(platform: Platform): void {
    for (const served of this.served.values()) openOrClose(platform, served);
  }

  /** Stops serving all ports. */
  clear(): void {
    for (const { server } of this.served.values()) server.close();
    this.served.clear();
  }
}

/** Opens or closes a port. A closed port keeps its number, so that it can open again if a newer script allows it. */
function openOrClose(platform: Platform, { pod: id, server, port }: Served): void {
  if (port === undefined) return;
  const pod = platform.pods.get(id);
  const isRefused = pod !== undefined && answersOf(platform, pod).outcome === "refused";
  if (isRefused && server.listening) server.close();
  else if (!isRefused && !server.listening) server.listen(port, "127.0.0.1").unref();
}

/** Adds a script for pods. The script also applies to ports that are already open. */
export function scriptPods(platform: ScriptedPods, script: PodScript): void {
  addScript(platform.scripts, script);
  platform.servedPorts.follow(platform);
}

function serverOf(platform: Platform, id: string, port: number): Server {
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
    else if (outcome === "silent") return;
    else if (port === 22) socket.end("SSH-2.0-emulator\r\n");
    else http.emit("connection", socket);
  });
}

/** What RunPod's proxy answers for a port that a pod exposes as `http`. It gives a silent program up after 100 seconds. */
export async function answerOfProxy(platform: Platform, pod: Pod | undefined, port: string) {
  const proxied = (status: number, text: string, headers: Readonly<Record<string, string>> = {}) => ({
    ...{ status, text, headers: { "content-type": "text/plain", ...headers } },
  });
  if (!pod?.ports.includes(`${port}/http`)) return proxied(404, "not found");
  const { outcome, afterMs = 0, status = 200, location } = answersOf(platform, pod);
  const isListening = pod.status === "RUNNING" && platform.clock.now() >= (pod.startedAt ?? 0) + afterMs;
  if (!isListening || outcome === "refused" || outcome === "closed") return proxied(502, "bad gateway");
  if (outcome === "silent") {
    await platform.clock.until(() => false, platform.clock.now() + longestProxied);
    return proxied(524, "a timeout occurred");
  }
  return proxied(status, "from the pod", location === undefined ? {} : { location });
}

/** Milliseconds after which RunPod's proxy ends a request. */
const longestProxied = 100_000;

function answersOf(platform: Platform, pod: Pod): Answers {
  return scriptFor(platform.scripts, pod)?.answers ?? {};
}

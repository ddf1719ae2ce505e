// Runs Pulumi's dynamic provider for several commands of the engine, one after the other. Its start takes as long as the rest of a
// command, and nearly all of it is the loading of Pulumi's SDK. Podwright and the dynamic provider are loaded again for each command, so
// a command finds no memory of an earlier one, as in a new process.
import type { EventEmitter } from "node:events";
import { createRequire } from "node:module";

type Load = NodeJS.Require;
type Answer = (...result: unknown[]) => void;
type Method = (call: { readonly request: { getAddress(): string } }, answer?: Answer) => void;
type Service = Record<string, Method>;

interface Server {
  forceShutdown(): void;
}

/** What the engine offers to its providers. Pulumi's package has no types for it. */
interface Engine {
  log(request: object, done: () => void): void;
  close(): void;
}

const { cache } = createRequire(import.meta.url);

/** The server of the last command. */
let server: Server | undefined;
let engine: { readonly client: Engine; readonly load: Load } | undefined;
/** Lines that the engine has not shown yet. Answers wait for them, so no line comes after the end of the command. */
const unshown = new Set<Promise<unknown>>();
let portFound: (port: string) => void = () => undefined;

const listened: readonly (readonly [EventEmitter, readonly string[]])[] = [
  [process, ["uncaughtException", "unhandledRejection", "exit", "SIGTERM"]],
  [process.stdin, ["end"]],
  [process.stdout, ["error"]],
  [process.stderr, ["error"]],
];

/** Ends the provider of the last command and forgets its modules. */
function end(): void {
  server?.forceShutdown();
  engine?.client.close();
  server = undefined;
  engine = undefined;
  const isKept = (path: string) =>
    /[\\/]node_modules[\\/]/.test(path) && !/[\\/]cmd[\\/]dynamic-provider[\\/]/.test(path);
  for (const path of Object.keys(cache)) if (!isKept(path)) delete cache[path];
  for (const [emitter, events] of listened) for (const event of events) emitter.removeAllListeners(event);
}

/** Starts a provider in that folder and with these variables, as the engine would, and returns its port. */
function begin(dir: string, env: NodeJS.ProcessEnv): Promise<string> {
  process.chdir(dir);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  const path = createRequire(`${dir}/`).resolve("@pulumi/pulumi/cmd/dynamic-provider");
  const load = createRequire(path);
  const { prototype } = load("@grpc/grpc-js").Server;
  const { addService } = prototype;
  prototype.addService = function (this: Server, definition: object, service: Service) {
    server = this;
    prototype.addService = addService;
    addService.call(this, definition, attachable(Object.keys(definition), service, load));
  };
  const found = new Promise<string>((resolve) => {
    portFound = resolve;
  });
  process.argv = [process.argv0, path, "the engine gives its address when it attaches"];
  load(path);
  return found;
}

/** Pulumi's dynamic provider lacks the method by which the engine attaches to a running provider. */
function attachable(names: readonly string[], service: Service, load: Load): Service {
  const afterLines =
    (answer: Answer) =>
    async (...result: unknown[]) => {
      await Promise.all(unshown);
      answer(...result);
    };
  const methods = names
    .filter((name) => name in service)
    .map((name): [string, Method] => [name, (call, answer) => service[name]?.(call, answer && afterLines(answer))]);
  const attach: Method = ({ request }, answer) => {
    const { EngineClient: Client } = load("@pulumi/pulumi/proto/engine_grpc_pb");
    const { credentials } = load("@grpc/grpc-js");
    engine = { client: new Client(request.getAddress(), credentials.createInsecure()), load };
    const { Empty } = load("google-protobuf/google/protobuf/empty_pb");
    answer?.(null, new Empty());
  };
  return { ...Object.fromEntries(methods), attach };
}

/** The engine shows what its providers print, but it cannot read the output of a provider that it has not started. */
function show(line: string, stream: number): void {
  if (engine === undefined) return;
  const { client, load } = engine;
  const messages = load("@pulumi/pulumi/proto/engine_pb");
  const request = new messages.LogRequest();
  request.setSeverity(messages.LogSeverity.INFO);
  request.setMessage(`${line}\n`);
  request.setStreamid(stream);
  const shown = new Promise<void>((resolve) => client.log(request, () => resolve()));
  unshown.add(shown);
  void shown.then(() => unshown.delete(shown));
}

for (const [index, stream] of [process.stdout, process.stderr].entries()) {
  let rest = "";
  stream.write = (chunk: string | Uint8Array, ...more: unknown[]) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (engine === undefined && /^\d+$/.test(line)) portFound(line);
      else show(line, index + 1);
    }
    const done = more.at(-1);
    if (typeof done === "function") process.nextTick(done as () => void);
    return true;
  };
}

process.on("message", async (asked: "end" | { readonly dir: string; readonly env: NodeJS.ProcessEnv }) => {
  end();
  if (asked !== "end") process.send?.({ port: await begin(asked.dir, asked.env) });
});
process.on("disconnect", () => process.exit(0));

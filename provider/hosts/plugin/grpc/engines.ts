import { AsyncLocalStorage } from "node:async_hooks";
import type { UntypedHandleCall } from "@grpc/grpc-js";
import { EngineGoneError } from "../../../values/errors";
import { oldestEngine } from "../../node/versions";
import type { Notice } from "../../notices";
import { UnknownCallerError } from "../request-errors";
import { EngineLog } from "./engine-log";
import { failureOf } from "./errors";

type Call = { getPeer?(): string; emit?(event: "error", failure: unknown): unknown };
type Handler = (call: Call, respond: ((failure: unknown) => void) | undefined) => void;

/** An engine's first call on a connection: `handshake` if it starts the plugin, `attach` if it attaches to a running plugin. */
const INTRODUCTIONS: ReadonlySet<string> = new Set(["handshake", "attach"]);

/** One engine: its log, and whether it has requested a cancel. */
export class Engine {
  readonly log = new EngineLog();
  #cancellation = new AbortController();

  /** Aborted when the engine requests a cancel. */
  get signal(): AbortSignal {
    return this.#cancellation.signal;
  }

  cancel(): void {
    this.#cancellation.abort(new Error("cancelled"));
  }

  begin(address: string | undefined): void {
    if (address) this.log.connect(address);
    if (this.signal.aborted) this.#cancellation = new AbortController();
  }

  /** The engine is gone: its operations have no state to record results in, and no log for their reports. */
  end(): void {
    this.#cancellation.abort(new EngineGoneError("the Pulumi engine is gone"));
    this.log.close();
  }
}

/**
 * The engines of this process, by connection. One engine starts the process. Under a debugger several engines attach to
 * it, in turn or at once, and each explicit provider of a program has a connection of its own.
 */
export class Engines {
  readonly #caller = new AsyncLocalStorage<string>();
  readonly #byPeer = new Map<string, Engine>();
  /** Absent under a debugger, where no engine has started this process. */
  readonly #starter: string | undefined;
  /** Connections that have introduced themselves, and have ended. */
  #ended = 0;
  #latest = new Engine();

  /** `address`: the address of the engine that started this process. */
  constructor(address?: string) {
    this.#starter = address;
    this.#latest.begin(address);
  }

  /** The engine of this connection introduces itself. */
  introduce(address: string): void {
    if (this.#starter !== undefined && address !== this.#starter) {
      throw new UnknownCallerError("the podwright plugin serves the engine that started it, and no other");
    }
    this.begin(address);
  }

  /** The engine of the request in progress; a connection without an introduction belongs to the latest engine. */
  get current(): Engine {
    return this.#byPeer.get(this.#peer) ?? this.#latest;
  }

  /** A cancel before this does not concern the requests that follow. */
  begin(address?: string): Engine {
    const engine = this.#byPeer.get(this.#peer) ?? new Engine();
    engine.begin(address || engine.log.address || this.#latest.log.address);
    this.#byPeer.set(this.#peer, engine);
    this.#latest = engine;
    return engine;
  }

  /** The same handler, which knows its request's engine and refuses callers that have not introduced themselves. */
  tracking(method: string, handle: UntypedHandleCall): UntypedHandleCall {
    const plain = handle as unknown as Handler;
    const knowing: Handler = (call, respond) => {
      const peer = call.getPeer?.() ?? "";
      if (INTRODUCTIONS.has(method) || this.#isKnown(peer)) this.#caller.run(peer, () => plain(call, respond));
      else refuse(call, respond);
    };
    return knowing as unknown as UntypedHandleCall;
  }

  /** An engine that was idle for long connects again without an introduction: it takes the place of an ended connection. */
  #isKnown(peer: string): boolean {
    if (this.#byPeer.has(peer)) return true;
    if (this.#ended === 0) return false;
    this.#ended -= 1;
    this.#byPeer.set(peer, this.#latest);
    return true;
  }

  /** The connection has ended: under a debugger this process outlives the engine. */
  forget(peer: string): void {
    const engine = this.#byPeer.get(peer);
    this.#byPeer.delete(peer);
    if (engine === undefined) return;
    this.#ended += 1;
    engine.end();
    if (engine !== this.#latest) return;
    this.#latest = new Engine();
    this.#latest.begin(engine.log.address);
  }

  /** A line about no single resource. */
  logToAll(severity: Notice["severity"], sentence: string): void {
    for (const { log } of new Set([...this.#byPeer.values(), this.#latest])) log.line(severity, "", sentence);
  }

  get #peer(): string {
    return this.#caller.getStore() ?? "";
  }
}

function refuse(call: Call, respond: ((failure: unknown) => void) | undefined): void {
  const sentence = `the podwright plugin serves an engine that has introduced itself with a Handshake: use Pulumi ${oldestEngine} or newer`;
  const failure = failureOf(new UnknownCallerError(sentence));
  if (respond === undefined) call.emit?.("error", failure);
  else respond(failure);
}

import { AsyncLocalStorage } from "node:async_hooks";
import type { UntypedHandleCall } from "@grpc/grpc-js";
import { EngineGoneError } from "../../../pulumi/errors";
import { oldestEngine } from "../../node/versions";
import type { Notice } from "../../notices";
import { UnknownCallerError } from "../request-errors";
import { EngineLog } from "./engine-log";
import { failureOf } from "./errors";

type Call = { getPeer?(): string; emit?(event: "error", failure: unknown): unknown };
type Handler = (call: Call, respond: ((failure: unknown) => void) | undefined) => void;

/**
 * First calls of an engine on a connection: `handshake` if it starts the plugin, `attach` if the plugin already runs.
 */
const INTRODUCTIONS: ReadonlySet<string> = new Set(["handshake", "attach"]);

/** One engine, with its log and its cancel signal. */
export class Engine {
  readonly log = new EngineLog();
  #cancellation = new AbortController();

  /** Aborts when the engine requests a cancel. */
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

  /** Ends the operations of an engine that is gone, because their results can no longer reach the state or the log. */
  end(): void {
    this.#cancellation.abort(new EngineGoneError("the Pulumi engine is gone"));
    this.log.close();
  }
}

/**
 * The engines of this process, by connection. Normally one engine starts the process. Under a debugger, several engines
 * may attach, and each explicit provider of a program opens its own connection.
 */
export class Engines {
  readonly #caller = new AsyncLocalStorage<string>();
  readonly #byPeer = new Map<string, Engine>();
  /** Address of the engine that started this process. Absent under a debugger. */
  readonly #starter: string | undefined;
  /** Number of introduced connections that have ended. */
  #ended = 0;
  #latest = new Engine();

  /** `address` is the address of the engine that started this process. */
  constructor(address?: string) {
    this.#starter = address;
    this.#latest.begin(address);
  }

  /** Registers the engine of a new connection. */
  introduce(address: string): void {
    if (this.#starter !== undefined && address !== this.#starter) {
      throw new UnknownCallerError("the podwright plugin serves only the engine that started it");
    }
    this.begin(address);
  }

  /** Returns the engine of the current request. A connection without an introduction belongs to the latest engine. */
  get current(): Engine {
    return this.#byPeer.get(this.#peer) ?? this.#latest;
  }

  /** Begins a new command of an engine. An earlier cancel does not affect its requests. */
  begin(address?: string): Engine {
    const engine = this.#byPeer.get(this.#peer) ?? new Engine();
    engine.begin(address || engine.log.address || this.#latest.log.address);
    this.#byPeer.set(this.#peer, engine);
    this.#latest = engine;
    return engine;
  }

  /**
   * Wraps a handler so that it knows the engine of its request. It refuses callers that have not introduced themselves.
   */
  tracking(method: string, handle: UntypedHandleCall): UntypedHandleCall {
    const plain = handle as unknown as Handler;
    const knowing: Handler = (call, respond) => {
      const peer = call.getPeer?.() ?? "";
      if (INTRODUCTIONS.has(method) || this.#isKnown(peer)) this.#caller.run(peer, () => plain(call, respond));
      else refuse(call, respond);
    };
    return knowing as unknown as UntypedHandleCall;
  }

  /**
   * Tells whether the caller is known. An engine may reconnect without an introduction after a long idle time, so each
   * ended connection admits one new connection.
   */
  #isKnown(peer: string): boolean {
    if (this.#byPeer.has(peer)) return true;
    if (this.#ended === 0) return false;
    this.#ended -= 1;
    this.#byPeer.set(peer, this.#latest);
    return true;
  }

  /** Removes an ended connection. Under a debugger, this process outlives the engine. */
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

  /** Logs a line that concerns no single resource. */
  logToAll(severity: Notice["severity"], sentence: string): void {
    for (const { log } of new Set([...this.#byPeer.values(), this.#latest])) log.line(severity, "", sentence);
  }

  get #peer(): string {
    return this.#caller.getStore() ?? "";
  }
}

function refuse(call: Call, respond: ((failure: unknown) => void) | undefined): void {
  const sentence = `the podwright plugin serves only engines that call Handshake first: use Pulumi ${oldestEngine} or newer`;
  const failure = failureOf(new UnknownCallerError(sentence));
  if (respond === undefined) call.emit?.("error", failure);
  else respond(failure);
}

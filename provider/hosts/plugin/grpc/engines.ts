import { AsyncLocalStorage } from "node:async_hooks";
import type { UntypedHandleCall } from "@grpc/grpc-js";
import { EngineGoneError } from "../../../operations/errors";
import type { Notice } from "../../notices";
import { EngineLog } from "./engine-log";

type Handler = (call: { getPeer?(): string }, respond: unknown) => void;

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

  /** Nobody records any more what its operations leave behind, and nobody reads what they report. */
  end(): void {
    this.#cancellation.abort(new EngineGoneError("the Pulumi engine is gone"));
    this.log.close();
  }
}

/**
 * The engines of this process, by connection. It is started by one; under a debugger several attach to it, one after
 * the other or at once, and each explicit provider of a program has a connection of its own.
 */
export class Engines {
  readonly #caller = new AsyncLocalStorage<string>();
  readonly #byPeer = new Map<string, Engine>();
  #latest = new Engine();

  /** `address`: that of the engine which started this process. */
  constructor(address?: string) {
    this.#latest.begin(address);
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

  /** The same handler, which knows the engine of its request. */
  tracking(handle: UntypedHandleCall): UntypedHandleCall {
    const plain = handle as unknown as Handler;
    const knowing: Handler = (call, respond) => this.#caller.run(call.getPeer?.() ?? "", () => plain(call, respond));
    return knowing as unknown as UntypedHandleCall;
  }

  /** The connection has ended: under a debugger this process outlives the engine. */
  forget(peer: string): void {
    const engine = this.#byPeer.get(peer);
    this.#byPeer.delete(peer);
    engine?.end();
    if (engine !== this.#latest) return;
    // An engine that was idle for long connects again, without an introduction.
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

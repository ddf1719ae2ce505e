import { PlatformError } from "../platform";
import { messageOf, OperationError } from "./errors";
import type { Run } from "./run";

/** How long the platform may take to show what a request whose answer was lost has made. */
const lateEffectMs = 2_000;

export interface CreateRequest<T extends { readonly id: string }> {
  /** What is created, for messages: `pod "web-1f3a"`. */
  readonly what: string;
  /** Marks this very creation; remembered with the id it led to. */
  readonly nonce: string;
  readonly send: () => Promise<T>;
  /** `undefined` when it is gone. */
  readonly get: (id: string) => Promise<T | undefined>;
  /** Everything that carries this creation's mark, and nothing that merely looks like it. */
  readonly lookUp: () => Promise<readonly T[]>;
  /**
   * Removes a second one that the same creation turns out to have made. Left out where the mark is no proof: then it is
   * named to the user, who decides.
   */
  readonly discard?: (id: string) => Promise<void>;
}

/**
 * Creates exactly one. The platform knows no idempotency keys, so an answer that was lost is looked up by the
 * creation's mark; only when nothing is found is the request sent once more.
 */
export async function createOnce<T extends { readonly id: string }>(run: Run, request: CreateRequest<T>): Promise<T> {
  const made = (await earlier(run, request)) ?? (await send(run, request));
  run.created.set(request.nonce, made.id);
  return made;
}

/** The engine may repeat a create in one process; then the first one goes on. */
async function earlier<T extends { readonly id: string }>(run: Run, { nonce, get }: CreateRequest<T>) {
  const id = run.created.get(nonce);
  return id === undefined ? undefined : await get(id);
}

async function send<T extends { readonly id: string }>(run: Run, request: CreateRequest<T>): Promise<T> {
  try {
    return await attempt(run, request);
  } catch (error) {
    if (!mayHaveHadEffect(error)) throw error;
    run.report(`the answer to creating ${request.what} was lost (${firstSentence(error)}); looking for what it made`);
  }
  const adopted = await findLate(run, request);
  if (adopted !== undefined) return adopted;
  run.report(`nothing was made; creating ${request.what} once more`);
  return await sendAgain(run, request);
}

/** The first request may show its effect only now: beside the second one's, or as the reason why that is refused. */
async function sendAgain<T extends { readonly id: string }>(run: Run, request: CreateRequest<T>): Promise<T> {
  let made: T;
  try {
    made = await attempt(run, request);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const late = await findLate(run, request);
    if (late !== undefined) return late;
    if (!mayHaveHadEffect(error)) throw error;
    throw new OperationError(
      `the platform did not say whether it created ${request.what}, twice, and it is not to be found: ${messageOf(error)} ${lookFirst(request)}`,
    );
  }
  await discardTwins(run, request, made);
  return made;
}

async function attempt<T extends { readonly id: string }>(run: Run, { send }: CreateRequest<T>): Promise<T> {
  // Nothing is made for an engine that is no longer there to record it.
  run.signal.throwIfAborted();
  return await send();
}

function mayHaveHadEffect(error: unknown): boolean {
  return error instanceof PlatformError && error.outcomeUnknown;
}

async function findLate<T extends { readonly id: string }>(run: Run, request: CreateRequest<T>) {
  const found = await find(run, request);
  if (found !== undefined) return found;
  await run.clock.sleep(lateEffectMs * run.timeScale, run.signal);
  return await find(run, request);
}

async function find<T extends { readonly id: string }>(run: Run, request: CreateRequest<T>): Promise<T | undefined> {
  const found = await lookUp(request);
  const [first, ...twins] = found;
  if (first === undefined) return undefined;
  if (twins.length > 0 && request.discard === undefined) {
    const ids = found.map(({ id }) => id).join(" and ");
    throw new OperationError(
      `creating ${request.what} may have made any of ${ids}, and nothing tells which: remove what is too much, then run "pulumi up" again`,
    );
  }
  run.report(`found ${first.id}: going on with it`);
  await discardAll(run, request, twins);
  return first;
}

/** What cannot be looked up may exist all the same, and nothing will record it. */
async function lookUp<T extends { readonly id: string }>(request: CreateRequest<T>): Promise<readonly T[]> {
  try {
    return await request.lookUp();
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    throw new OperationError(
      `the platform did not say whether it created ${request.what}, and could not be asked: ${messageOf(error)} ${lookFirst(request)}`,
    );
  }
}

function lookFirst({ nonce }: { readonly nonce: string }): string {
  return `Before the next "pulumi up", look on the platform for anything whose name or environment holds ${nonce}`;
}

async function discardTwins<T extends { readonly id: string }>(run: Run, request: CreateRequest<T>, made: T) {
  let found: readonly T[];
  try {
    found = await request.lookUp();
  } catch (error) {
    run.report(
      `whether ${request.what} was made twice could not be seen (${firstSentence(error)}); look for ${request.nonce}`,
    );
    return;
  }
  await discardAll(
    run,
    request,
    found.filter(({ id }) => id !== made.id),
  );
}

/** Whatever happens to a twin, the one that is kept must get into the state: this never throws. */
async function discardAll<T extends { readonly id: string }>(run: Run, request: CreateRequest<T>, twins: readonly T[]) {
  for (const { id } of twins) {
    if (request.discard === undefined) {
      run.report(`warning: ${id} looks like ${request.what} too; if nobody else made it, remove it`);
      continue;
    }
    run.report(`removing ${id}, which the same request made a second time`);
    try {
      await request.discard(id);
    } catch (error) {
      run.report(
        `warning: ${id} could not be removed and goes on costing; remove it yourself (${firstSentence(error)})`,
      );
    }
  }
}

function firstSentence(error: unknown): string {
  return messageOf(error).split(". ")[0] ?? "";
}

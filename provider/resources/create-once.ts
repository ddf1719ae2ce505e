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
  readonly get: (id: string) => Promise<T>;
  /** Everything that carries this creation's mark, and nothing that merely looks like it. */
  readonly lookUp: () => Promise<readonly T[]>;
  /**
   * Removes a second one that the same creation turns out to have made. Left out where the mark is no proof: then two
   * are an error, and the user decides.
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
  if (id === undefined) return undefined;
  try {
    return await get(id);
  } catch (error) {
    if (error instanceof PlatformError && error.code === "NOT_FOUND") return undefined;
    throw error;
  }
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
  try {
    const made = await attempt(run, request);
    await discardTwins(run, request, made);
    return made;
  } catch (error) {
    if (!mayHaveHadEffect(error)) throw error;
    const late = await findLate(run, request);
    if (late !== undefined) return late;
    throw new OperationError(
      `the platform did not say whether it created ${request.what}, twice, and it is not to be found: ${messageOf(error)} ` +
        `Before the next "pulumi up", look on the platform for anything whose name or environment holds ${request.nonce}`,
    );
  }
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
  const [first, ...twins] = await request.lookUp();
  if (first === undefined) return undefined;
  run.report(`found ${first.id}: going on with it`);
  await discardAll(run, request, twins);
  return first;
}

async function discardTwins<T extends { readonly id: string }>(run: Run, request: CreateRequest<T>, made: T) {
  const found = await request.lookUp();
  await discardAll(
    run,
    request,
    found.filter(({ id }) => id !== made.id),
  );
}

async function discardAll<T extends { readonly id: string }>(run: Run, request: CreateRequest<T>, twins: readonly T[]) {
  for (const { id } of twins) {
    if (request.discard === undefined) {
      throw new OperationError(
        `creating ${request.what} may have made more than one: ${id} looks like it too. Remove what is too much, then run "pulumi up" again`,
      );
    }
    run.report(`removing ${id}, which the same request made a second time`);
    await request.discard(id);
  }
}

function firstSentence(error: unknown): string {
  return messageOf(error).split(". ")[0] ?? "";
}

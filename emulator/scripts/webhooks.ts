/** Call to a webhook, which announces a finished job. */
export interface WebhookCall {
  readonly url: string;
  readonly endpointId: string;
  readonly jobId: string;
  /** The job as `/status` shows it, with its input and the URL of the webhook. */
  readonly body: unknown;
}

export interface WebhookDelivery extends WebhookCall {
  /** Platform time of the attempt (RFC 3339). */
  readonly at: string;
  /** Number of the attempt, 1 to 3. */
  readonly attempt: number;
  /** Status of the receiver's answer. 0 without an answer. */
  readonly status: number;
}

const timeoutMs = 5000;
const longest = 1000;

/** Delivers webhooks to receivers on this machine, and lists all deliveries. */
export class Webhooks {
  private delivered: WebhookDelivery[] = [];
  private closing = new AbortController();
  private readonly inFlight = new Set<Promise<void>>();

  /** Returns the last thousand deliveries, oldest first. */
  list(): WebhookDelivery[] {
    return [...this.delivered];
  }

  add(delivery: WebhookDelivery): void {
    this.delivered.push(delivery);
    if (this.delivered.length > longest) this.delivered.shift();
  }

  /** Calls a receiver and reports the status of its answer, or 0 without an answer. After `clear`, reports nothing. */
  send(call: WebhookCall, report: (status: number) => void): void {
    const { closing } = this;
    const delivery = post(call, closing.signal).then((status) => {
      this.inFlight.delete(delivery);
      if (closing === this.closing) report(status);
    });
    this.inFlight.add(delivery);
  }

  /** Forgets the deliveries so far. Calls in flight continue. */
  forget(): void {
    this.delivered = [];
  }

  clear(): void {
    this.closing.abort();
    this.closing = new AbortController();
    this.forget();
  }

  /** Ends all calls in flight as if they got no answer. Resolves when all these calls are reported. */
  async close(): Promise<void> {
    this.closing.abort();
    await Promise.all(this.inFlight);
  }
}

async function post({ url, body }: WebhookCall, closing: AbortSignal): Promise<number> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "Go-http-client/2.0" },
      body: JSON.stringify(body),
      // A redirect could lead to another machine.
      redirect: "manual",
      signal: AbortSignal.any([closing, AbortSignal.timeout(timeoutMs)]),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return 0;
  }
}

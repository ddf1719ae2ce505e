/** One call that tells somebody of a finished job. */
export interface WebhookCall {
  readonly url: string;
  readonly endpointId: string;
  readonly jobId: string;
  /** What `/status` answers for the job. */
  readonly body: unknown;
}

export interface WebhookDelivery extends WebhookCall {
  /** RFC 3339, platform time. */
  readonly at: string;
  /** 1 to 3. */
  readonly attempt: number;
  /** What the receiver answered; 0 when it did not. */
  readonly status: number;
}

const patienceMs = 5000;
const longest = 1000;

/** Where webhooks arrive: a list in this process, and receivers on this machine. */
export class Webhooks {
  private delivered: WebhookDelivery[] = [];
  private closing = new AbortController();
  private readonly underWay = new Set<Promise<void>>();

  /** The last thousand, oldest first. */
  list(): WebhookDelivery[] {
    return [...this.delivered];
  }

  add(delivery: WebhookDelivery): void {
    this.delivered.push(delivery);
    if (this.delivered.length > longest) this.delivered.shift();
  }

  /** Sends it to a receiver on this machine and tells its status, 0 for none; tells nothing once all was cleared. */
  send(call: WebhookCall, tell: (status: number) => void): void {
    const { closing } = this;
    const delivery = post(call, closing.signal).then((status) => {
      this.underWay.delete(delivery);
      if (closing === this.closing) tell(status);
    });
    this.underWay.add(delivery);
  }

  /** Forgets what was delivered; what is under way arrives. */
  forget(): void {
    this.delivered = [];
  }

  clear(): void {
    this.closing.abort();
    this.closing = new AbortController();
    this.forget();
  }

  /** Ends what is under way as if no receiver had answered, and resolves when all of that is told. */
  async close(): Promise<void> {
    this.closing.abort();
    await Promise.all(this.underWay);
  }
}

async function post({ url, body }: WebhookCall, closing: AbortSignal): Promise<number> {
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      // A receiver must not lead elsewhere.
      redirect: "manual",
      signal: AbortSignal.any([closing, AbortSignal.timeout(patienceMs)]),
    });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return 0;
  }
}

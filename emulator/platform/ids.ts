const alphabet = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Generates ids from a seed. The same seed and the same calls give the same ids. */
export class Ids {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** Returns an id of 14 lower-case letters and digits, like the ids of RunPod's resources. */
  resource(): string {
    return this.draw(14, alphabet);
  }

  /** Returns a text in the form of a UUID, like the ids of RunPod's jobs. */
  uuid(): string {
    const hex = this.draw(32, "0123456789abcdef");
    return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20)].join(
      "-",
    );
  }

  /** Returns the state of the generator. */
  save(): number {
    return this.state;
  }

  load(state: number): void {
    this.state = state >>> 0;
  }

  private draw(length: number, letters: string): string {
    let text = "";
    while (text.length < length) text += letters[Math.floor(this.random() * letters.length)];
    return text;
  }

  /** The algorithm mulberry32. */
  private random(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  }
}

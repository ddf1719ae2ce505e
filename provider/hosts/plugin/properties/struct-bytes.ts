// Reads and writes the wire format of google.protobuf.Struct as plain values.

/** Tags of the wire format. Each contains a field's number and wire type. */
const tags = {
  field: 10,
  key: 10,
  value: 18,
  null: 8,
  number: 17,
  string: 26,
  boolean: 32,
  struct: 42,
  list: 50,
  item: 10,
} as const;

/** Reads one field of a struct into an object. Throws for invalid bytes. */
export function readField(bytes: Uint8Array, into: object): void {
  new Reader(bytes).field(bytes.length, into);
}

/** Writes one field of a struct. Throws for a value that no struct can contain, such as `undefined` or a function. */
export function writeField(key: string, value: unknown): Uint8Array {
  const writer = new Writer();
  writer.field(key, value);
  return writer.written();
}

class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor({ buffer, byteOffset, length }: Uint8Array) {
    this.#bytes = Buffer.from(buffer, byteOffset, length);
  }

  field(end: number, into: object): void {
    let key = "";
    let value: unknown;
    while (this.#at < end) {
      const tag = this.#varint();
      if (tag === tags.key) key = this.#text();
      else if (tag === tags.value) value = this.#value(this.#end());
      else throw unexpected(tag);
    }
    if (value === undefined) throw cutOff();
    // A plain assignment to `__proto__` would change the prototype.
    Object.defineProperty(into, key, { value, configurable: true, enumerable: true, writable: true });
  }

  #value(end: number): unknown {
    let value: unknown;
    while (this.#at < end) value = this.#oneOf(this.#varint());
    if (value === undefined) throw cutOff();
    return value;
  }

  #oneOf(tag: number): unknown {
    switch (tag) {
      case tags.null:
        this.#varint();
        return null;
      case tags.number:
        this.#at += 8;
        return this.#bytes.readDoubleLE(this.#at - 8);
      case tags.string:
        return this.#text();
      case tags.boolean:
        return this.#varint() !== 0;
      case tags.struct: {
        const struct = {};
        this.#each(tags.field, (end) => this.field(end, struct));
        return struct;
      }
      case tags.list: {
        const list: unknown[] = [];
        this.#each(tags.item, (end) => list.push(this.#value(end)));
        return list;
      }
      default:
        throw unexpected(tag);
    }
  }

  #each(member: number, read: (end: number) => void): void {
    const end = this.#end();
    while (this.#at < end) {
      const tag = this.#varint();
      if (tag !== member) throw unexpected(tag);
      read(this.#end());
    }
  }

  #text(): string {
    const end = this.#end();
    const text = this.#bytes.toString("utf8", this.#at, end);
    this.#at = end;
    return text;
  }

  /** Reads an element's length and returns the position of its end. */
  #end(): number {
    const length = this.#varint();
    const end = this.#at + length;
    if (end > this.#bytes.length) throw cutOff();
    return end;
  }

  #varint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes.readUInt8(this.#at);
      this.#at += 1;
      value += (byte % 128) * factor;
      if (byte < 128) return value;
    }
  }
}

function cutOff(): RangeError {
  return new RangeError("the bytes of the struct end before its last value");
}

function unexpected(tag: number): Error {
  return new Error(`a struct has no field ${tag >> 3} of wire type ${tag % 8}`);
}

/**
 * Writes from the end to the start, because the length stands before the value and is known only after the value is
 * written.
 */
class Writer {
  #bytes = Buffer.allocUnsafe(256);
  #start = this.#bytes.length;

  written(): Uint8Array {
    return this.#bytes.subarray(this.#start);
  }

  field(key: string, value: unknown): void {
    this.#sized(tags.value, () => this.#value(value));
    this.#sized(tags.key, () => this.#text(key));
  }

  #value(value: unknown): void {
    if (typeof value === "string") this.#sized(tags.string, () => this.#text(value));
    else if (typeof value === "number") {
      this.#grow(8);
      this.#bytes.writeDoubleLE(value, this.#start);
      this.#varint(tags.number);
    } else if (typeof value === "boolean") {
      this.#varint(value ? 1 : 0);
      this.#varint(tags.boolean);
    } else if (typeof value === "object") this.#object(value);
    else throw new TypeError(`a struct cannot contain a value of type ${typeof value}`);
  }

  #object(value: object | null): void {
    if (value === null) {
      this.#varint(0);
      this.#varint(tags.null);
    } else if (Array.isArray(value)) {
      this.#sized(tags.list, () => {
        for (const item of value.toReversed()) this.#sized(tags.item, () => this.#value(item));
      });
    } else {
      this.#sized(tags.struct, () => {
        for (const [key, inner] of Object.entries(value).reverse())
          this.#sized(tags.field, () => this.field(key, inner));
      });
    }
  }

  #sized(tag: number, write: () => void): void {
    const end = this.#bytes.length - this.#start;
    write();
    this.#varint(this.#bytes.length - this.#start - end);
    this.#varint(tag);
  }

  #text(text: string): void {
    const length = Buffer.byteLength(text);
    this.#grow(length);
    this.#bytes.write(text, this.#start, length);
  }

  #varint(value: number): void {
    if (value >= 128) this.#varint(Math.floor(value / 128));
    this.#grow(1);
    this.#bytes[this.#start] = value < 128 ? value : (value % 128) + 128;
  }

  /** Makes room for more bytes before the written bytes. */
  #grow(length: number): void {
    if (this.#start < length) {
      const written = this.written();
      this.#bytes = Buffer.allocUnsafe(2 * (written.length + length));
      this.#start = this.#bytes.length - written.length;
      this.#bytes.set(written, this.#start);
    }
    this.#start -= length;
  }
}

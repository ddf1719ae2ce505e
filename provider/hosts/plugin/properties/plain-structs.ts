import type { BinaryReader, BinaryWriter } from "google-protobuf";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { readField, writeField } from "./struct-bytes";

type Plain = Parameters<typeof Struct.fromJavaScript>[0];

interface PlainStruct extends Struct {
  plain?: Plain;
}

const FIELDS = 1;

/**
 * Makes all structs of this process hold plain values. The bytes on the wire stay the same. Plain values save processor
 * time, because the library otherwise makes a message, a map and arrays of every value. The SDK's messages call these
 * four functions of the shared class by name, so Podwright has to change the class itself. Callers can then read only
 * the plain values of a struct.
 */
export function keepStructsPlain(): void {
  Struct.fromJavaScript = (plain) => Object.assign(new Struct(), { plain });

  Struct.prototype.toJavaScript = function (this: PlainStruct) {
    return this.plain ?? {};
  };

  Struct.deserializeBinaryFromReader = (struct: PlainStruct, reader: BinaryReader) => {
    struct.plain = {};
    while (reader.nextField() && !reader.isEndGroup()) {
      if (reader.getFieldNumber() === FIELDS) readField(reader.readBytes(), struct.plain);
      else reader.skipField();
    }
    return struct;
  };

  Struct.serializeBinaryToWriter = (struct, writer: BinaryWriter) => {
    for (const [key, value] of Object.entries(struct.toJavaScript())) writer.writeBytes(FIELDS, writeField(key, value));
  };
}

import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { keepStructsPlain } from "../provider/hosts/plugin/properties/plain-structs";
import { median } from "./pairs";

/** The properties of a pod, as a refresh reads and writes them. */
const properties = {
  ...{ name: "web-1a2b3c4", __autoname: "web-1a2b3c4", image: "nginx:1.29", gpu: { id: "NVIDIA L4", count: 1 } },
  ...{ ports: ["80/http", "22/tcp"], env: { MODE: "fast", LEVEL: "3", REGION: "eu" }, desiredStatus: "RUNNING" },
  ...{ status: "RUNNING", cost: 0.39, dataCenterId: "EU-RO-1", placement: { gpu: { id: "NVIDIA L4", count: 1 } } },
  portMappings: [{ private: 22, public: 10_022, type: "tcp", ip: "127.0.0.1" }],
};
const count = 2_000;
const rounds = 15;

/** Measures how long a plugin reads and writes the properties of many pods, with protobuf's library and with its own code. */
export async function structs(): Promise<string[]> {
  const bytes = Struct.fromJavaScript(properties).serializeBinary();
  const once = () => {
    const started = performance.now();
    for (let pod = 0; pod < count; pod += 1)
      Struct.fromJavaScript(Struct.deserializeBinary(bytes).toJavaScript()).serializeBinary();
    return performance.now() - started;
  };
  const middle = () => {
    once();
    return median(Array.from({ length: rounds }, once));
  };
  const library = middle();
  // This call changes the library's class for the rest of the process, so the two measurements cannot alternate.
  keepStructsPlain();
  const plain = middle();
  const figures = `${library.toFixed(0)} ms; plain: ${plain.toFixed(0)} ms; ratio ${(library / plain).toFixed(1)}`;
  return [`structs of ${count} pods, read and written, by protobuf's library: ${figures}`];
}

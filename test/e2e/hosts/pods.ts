import type { Values } from "../../../provider/planning/values";
import type { Declared } from "../harness/stack/stack";

export const gpu = { id: "NVIDIA L4" };

/** A pod of a program, with what a test says of it. */
export const pod = (name: string, args: Values = {}, options: Values = {}): Declared => ({
  kind: "Pod",
  name,
  args: { image: "nginx:1", gpu, ...args },
  options,
});

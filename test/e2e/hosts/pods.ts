import type { Values } from "../../../kernel/values";
import type { Declared } from "../harness/stack/stack";

export const gpu = { id: "NVIDIA L4" };

/** A pod of a program with a test's own inputs and options. */
export const pod = (name: string, args: Values = {}, options: Values = {}): Declared => ({
  kind: "Pod",
  name,
  args: { image: "nginx:1", gpu, ...args },
  options,
});

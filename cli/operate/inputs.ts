import { argument } from "../flags/command";
import { on } from "../flags/inputs";
import { stackInputs } from "../flags/locations";

/** The inputs of a command about one resource. */
export const subjectInputs = {
  resource: argument("resource", "name of the resource in the program of the stack, or its id"),
  ...stackInputs,
  unowned: on("--unowned", "no stack manages the resource, and the first argument is its name on RunPod or its id"),
};

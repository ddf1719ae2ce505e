import { expect, test } from "vitest";
import { Pod } from "../../../../provider/hosts/dynamic";

const args = { image: "nginx", gpu: { id: "NVIDIA L4" } };

test.each([
  [{ import: "pod1" }, "imported"],
  [{ id: "pod1" }, "looked up"],
])("a dynamic resource with the option %o fails with a sentence that names the plugin", (options, what) => {
  expect(() => new Pod("web", args, options)).toThrow(
    new RegExp(
      `^Pod "web" cannot be ${what} as a dynamic resource\\. Move the program to the plugin first, as docs/moving\\.md in`,
    ),
  );
});

test("Pod.get in a dynamic program fails with an error that names the plugin", () => {
  // @ts-expect-error: the name and the id that the SDKs' `get` takes
  expect(() => Pod.get("web", "pod1")).toThrow(
    "a resource outside the state cannot be looked up as a dynamic resource. Move the program to the plugin first",
  );
});

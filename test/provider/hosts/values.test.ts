import type { ServiceError } from "@grpc/grpc-js";
import { runtime } from "@pulumi/pulumi";
import { describe, expect, test } from "vitest";
import { engineError } from "../../../provider/hosts/dynamic/failures";
import { requireNode } from "../../../provider/hosts/node/versions";
import { failureOf } from "../../../provider/hosts/plugin/grpc/errors";
import { sanitize } from "../../../provider/hosts/properties/sanitize";
import { unknownPaths, unknownValue } from "../../../provider/hosts/properties/unknowns";
import { InitError } from "../../../provider/pulumi/errors";
import { fc } from "../../support/property";
import { initFailure } from "./plugin/support/grpc";

describe("values on their way to the engine", () => {
  // The wire format itself loses a key of that name.
  const key = fc.string().filter((name) => name !== "__proto__");
  const awkward = fc.anything({
    key,
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withSparseArray: true,
  });

  /** Pulumi's own conversion, which throws on values that it cannot carry. */
  const carried = (values: object) => {
    const { Struct } = require("google-protobuf/google/protobuf/struct_pb");
    return Struct.fromJavaScript(values).toJavaScript();
  };

  test("always fit into the engine's messages", () => {
    fc.assert(
      fc.property(fc.dictionary(key, awkward, { noNullPrototype: true }), (values) => {
        const clean = sanitize(values);
        expect(carried(clean)).toEqual(clean);
      }),
    );
  });

  test("lose the entries of a map whose keys are objects", () => {
    const map = new Map<unknown, unknown>([
      ["kept", 1],
      [{ toString: "no function" }, 2],
    ]);
    expect(sanitize({ map })).toEqual({ map: { kept: 1 } });
  });

  test("keep their form if the engine's messages can carry the values", () => {
    fc.assert(
      fc.property(fc.dictionary(key, fc.jsonValue(), { noNullPrototype: true }), (values) => {
        fc.pre(!JSON.stringify(values).includes('"__proto__":'));
        expect(sanitize(values)).toEqual(values);
      }),
    );
  });
});

test("a lone surrogate in a text reaches the engine as the replacement character", async () => {
  const [half, whole] = ["cut \ud83d", "cut \ufffd"];
  const outputsOf = (text: string) => ({ output: [text], [text]: 1 });
  const [outputs, arrived] = [outputsOf(half), outputsOf(whole)];
  expect(sanitize(outputs)).toEqual(arrived);

  const error = new InitError("job1", outputs, [half]);
  expect(engineError(error, {})).toMatchObject({ message: whole, reasons: [whole], properties: arrived });
  expect(engineError(new Error(half), {}).message).toBe(whole);
  expect(failureOf(new Error(half)).message).toBe(whole);
  const failure = failureOf(error) as ServiceError;
  expect(failure.message).toBe(whole);
  expect(initFailure(failure).getReasonsList()).toEqual([whole]);
});

test.each([
  ["keeps nine megabytes of text", "x".repeat(9_000_000), true],
  ["lacks only the output of fifteen megabytes", Array.from({ length: 1_000_000 }, () => 7), false],
])("after a failed operation, the state %s", (_, big, isWhole) => {
  const rest = { endpointId: "ep1", status: "IN_QUEUE", output: null };
  const error = new InitError("job1", { ...rest, input: { big } }, ["gave up"]);
  const whole = isWhole ? { ...rest, input: { big } } : rest;
  expect(engineError(error, { __provider: "code" })).toMatchObject({
    id: "job1",
    properties: { ...whole, __provider: "code" },
  });
  const { metadata } = failureOf(error) as ServiceError;
  // The largest size that the engine accepts, in base64.
  expect(metadata.get("grpc-status-details-bin")[0]?.length).toBeLessThan(12 * 1024 * 1024);
  const failed = initFailure({ metadata } as ServiceError);
  expect(failed.getId()).toBe("job1");
  expect(Object.keys(failed.getProperties()?.toJavaScript() ?? {}).toSorted()).toEqual(Object.keys(whole).toSorted());
});

describe("a value that is not known at preview", () => {
  test("is represented by Pulumi's own mark for unknown values", () => {
    expect(unknownValue).toBe(runtime.unknownValue);
  });

  test("is found at every depth of objects and lists", () => {
    const values = { a: unknownValue, b: { c: [1, { d: unknownValue }] }, e: [unknownValue], f: "known", g: null };
    expect(unknownPaths(values)).toEqual([["a"], ["b", "c", 1, "d"], ["e", 0]]);
  });
});

describe("the check of Node's version", () => {
  test.each(["22.19.0", "22.20.1", "24.0.0"])("accepts Node %s", (version) => {
    expect(() => requireNode(version)).not.toThrow();
  });

  test.each(["18.20.0", "20.20.2", "22.18.9"])("refuses Node %s in one sentence that names the version", (version) => {
    const error = (() => {
      try {
        requireNode(version);
      } catch (thrown) {
        return thrown as Error;
      }
      throw new Error("it was accepted");
    })();
    expect(error.message).toMatch(new RegExp(`^Podwright needs Node 22\\.19 or newer.* is ${version}: `));
    expect(error.stack).not.toContain(" at ");
  });
});

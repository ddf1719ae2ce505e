import { describe, expect, test } from "vitest";
import {
  beforeDrain,
  markedName,
  plainName,
  unfinishedDrain,
  withPlainName,
} from "../../../provider/kinds/serverless-endpoint/drain-mark";
import { endpointTraces } from "../../../provider/kinds/serverless-endpoint/traces";
import { anEndpoint } from "../../support/endpoints";

const before = anEndpoint({ name: "jobs", workersMin: 1, workersMax: 3 });
const drained = { ...before, name: markedName(before), workersMin: 0, workersMax: 0 };

describe("an endpoint whose drain was cut short", () => {
  test("keeps its former worker numbers in its name, also over a later drain", () => {
    expect(beforeDrain(drained)).toEqual(before);
    expect(beforeDrain({ ...drained, name: markedName(beforeDrain(drained)) })).toEqual(before);
  });

  test("keeps worker numbers that a change outside has set since", () => {
    const since = { ...drained, workersMax: 9 };
    expect(beforeDrain(since)).toEqual({ ...since, name: "jobs" });
    expect(unfinishedDrain(since)).toMatch(/Podwright restores its name$/);
  });

  test("is known by its own name even if RunPod appended to it", () => {
    expect(plainName(`${markedName(before)} -fb`)).toBe("jobs -fb");
    expect(beforeDrain({ ...drained, name: `${drained.name} -fb` })).toEqual({ ...before, name: "jobs -fb" });
  });

  test("is still known as its creator's", () => {
    expect(endpointTraces.markOf(drained)).toBe("jobs");
  });
});

test("an endpoint without a drain stays as it is", () => {
  expect([beforeDrain(before), withPlainName(before), unfinishedDrain(before)]).toEqual([before, before, undefined]);
  const without = anEndpoint({ workersMin: 0, workersMax: 0 });
  expect([beforeDrain(without), unfinishedDrain(without)]).toEqual([without, undefined]);
});

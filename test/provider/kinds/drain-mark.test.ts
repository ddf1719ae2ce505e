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

describe("the drain mark in an endpoint's name", () => {
  test("still contains the first worker numbers after a second drain", () => {
    expect(beforeDrain(drained)).toEqual(before);
    expect(beforeDrain({ ...drained, name: markedName(beforeDrain(drained)) })).toEqual(before);
  });

  test("does not overwrite worker numbers that another user changed", () => {
    const since = { ...drained, workersMax: 9 };
    expect(beforeDrain(since)).toEqual({ ...since, name: "jobs" });
    expect(unfinishedDrain(since)).toMatch(/Podwright restores its name$/);
  });

  test("is found even if RunPod appended its own words to the name", () => {
    expect(plainName(`${markedName(before)} -fb`)).toBe("jobs -fb");
    expect(beforeDrain({ ...drained, name: `${drained.name} -fb` })).toEqual({ ...before, name: "jobs -fb" });
  });

  test("does not hide the part of the name that shows the creator", () => {
    expect(endpointTraces.markOf(drained)).toBe("jobs");
  });
});

test("an endpoint without an interrupted drain has no mark", () => {
  expect([beforeDrain(before), withPlainName(before), unfinishedDrain(before)]).toEqual([before, before, undefined]);
  const without = anEndpoint({ workersMin: 0, workersMax: 0 });
  expect([beforeDrain(without), unfinishedDrain(without)]).toEqual([without, undefined]);
});

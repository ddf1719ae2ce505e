import { describe, expect, test } from "vitest";
import { volumesOf } from "../../../client/endpoints/volumes";
import { volumesAfter } from "../../../provider/kinds/serverless-endpoint/volumes";
import { anEndpoint } from "../../support/endpoints";

interface Declared {
  readonly networkVolumeId?: string;
  readonly networkVolumeIds?: string[];
}

interface Case {
  /** The volumes on the platform. */
  readonly attached: readonly string[];
  readonly olds?: Declared;
  readonly news?: Declared;
  /** The recorded outputs. By default the old inputs. */
  readonly state?: Declared;
}

function volumesOfUpdate({ attached, olds = {}, news = {}, state = olds }: Case) {
  const endpoint = anEndpoint({ networkVolumeId: attached[0] ?? null, networkVolumeIds: [...attached] });
  return volumesAfter(endpoint, { olds, news, state: { ...state } });
}

describe("the volumes in an update of an endpoint", () => {
  test.each<[string, Case, readonly string[]]>([
    ["are the volumes of the program", { attached: ["a"], olds: list("a"), news: list("a", "b") }, ["a", "b"]],
    [
      "include volumes that another user has attached",
      { attached: ["a", "x"], olds: one("a"), news: one("b") },
      ["b", "x"],
    ],
    [
      "contain each volume once if the program newly declares an attached volume",
      { attached: ["a", "x"], news: list("a", "b") },
      ["a", "b", "x"],
    ],
    [
      "leave out a volume of a failed update that the program no longer declares",
      { attached: ["a", "b"], olds: list("a"), news: list("a"), state: list("a", "b") },
      ["a"],
    ],
    [
      "leave out a volume that the program removes, even if the state lacks the volume",
      { attached: ["a", "b"], olds: list("a", "b"), news: list("a"), state: {} },
      ["a"],
    ],
  ])("%s", (_, given, volumes) => {
    expect(volumesOfUpdate(given)).toEqual({ networkVolumeId: volumes[0], networkVolumeIds: volumes });
  });

  test("are left out if RunPod has the same volumes in a different order", () => {
    expect(volumesOfUpdate({ attached: ["b", "a"], olds: list("a"), news: list("a", "b") })).toEqual({});
  });

  test("are a single networkVolumeId if neither RunPod nor the program has a list", () => {
    const endpoint = anEndpoint({ networkVolumeId: null, networkVolumeIds: undefined });
    const sent = (news: Declared) => volumesAfter(endpoint, { olds: {}, news, state: {} });
    expect(sent(one("a"))).toEqual({ networkVolumeId: "a" });
    expect(sent(list("a"))).toEqual({ networkVolumeId: "a", networkVolumeIds: ["a"] });
  });
});

test("the client replaces the first of several volumes if a request names only one volume", () => {
  expect(volumesOf("saveEndpoint", { networkVolumeId: "c" }, ["a", "b"])).toEqual(["c", "b"]);
  expect(volumesOf("saveEndpoint", { networkVolumeId: null }, ["a", "b"])).toEqual(["b"]);
  expect(volumesOf("saveEndpoint", {}, ["a", "b"])).toEqual(["a", "b"]);
});

function one(networkVolumeId: string): Declared {
  return { networkVolumeId };
}

function list(...networkVolumeIds: string[]): Declared {
  return { networkVolumeIds };
}

import { expect, test } from "vitest";
import { noted } from "../../../provider/creating/noted";
import type { Markers } from "../../../provider/planning/marker";
import { EngineGoneError, InitError } from "../../../provider/pulumi/errors";
import type { Created, Resource } from "../../../provider/session/resource";
import type { BegunCreation, Run } from "../../../provider/session/run";
import { testRun } from "../../support/test-run";
import { lost } from "./shop";

const inputs = { __autoname: "web-1234567" };

/** Runs a create, and returns the notes before its request and after its end. */
async function notesOf(create: (run: Run) => Promise<Created>) {
  const notes = new Map<string, BegunCreation>();
  const begun = {
    begin: (one: BegunCreation) => void notes.set(one.marker, one),
    end: (marker: string) => void notes.delete(marker),
    timeOf: () => undefined,
  };
  let before: readonly BegunCreation[] = [];
  const resource = {
    create: (run: Run) => {
      before = [...notes.values()];
      return create(run);
    },
  } as unknown as Resource<Markers>;
  const run = testRun();
  const ended = await noted(resource, "Pod")
    .create({ ...run, begun }, inputs)
    .then(
      () => "created",
      () => "failed",
    );
  return { before, after: [...notes.keys()], ended, run };
}

test("a creation has a note before its first request, with the stack and the resource, and none after its success", async () => {
  expect(await notesOf(async () => ({ id: "p1", outputs: {} }))).toMatchObject({
    before: [{ kind: "Pod", project: "shop", stack: "prod", name: "web", marker: "web-1234567" }],
    after: [],
    ended: "created",
  });
});

const ways: Readonly<Record<string, (run: Run) => Error>> = {
  "RunPod refused it": () => new Error("no capacity"),
  "it exists, and the engine gets its id": ({ created }) => {
    created.set("web-1234567", "p1");
    return new InitError("p1", {}, ["ended"]);
  },
  "its answer was lost": ({ unconfirmed }) => {
    unconfirmed.add("web-1234567", lost());
    return lost();
  },
  "it exists, and the engine gets no id": ({ created }) => {
    created.set("web-1234567", "p1");
    return new Error("no rename");
  },
};

test.each([
  ["RunPod refused it", []],
  ["it exists, and the engine gets its id", []],
  ["its answer was lost", ["web-1234567"]],
  ["it exists, and the engine gets no id", ["web-1234567"]],
])(
  "a failed creation keeps its note only if RunPod may have an item whose id no engine gets: %s",
  async (way, notes) => {
    const { after, ended } = await notesOf((run) => Promise.reject(ways[way]?.(run)));
    expect([after, ended]).toEqual([notes, "failed"]);
  },
);

test("a creation leaves its note if the engine is gone and cannot record the id", async () => {
  const { after } = await notesOf(async (run) => {
    (run as ReturnType<typeof testRun>).cancel(new EngineGoneError("gone"));
    return { id: "p1", outputs: {} };
  });
  expect(after).toEqual(["web-1234567"]);
});

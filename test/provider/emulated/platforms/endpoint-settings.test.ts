import { beforeEach, describe, expect, test } from "vitest";
import { endpointRows } from "../../../../emulator/records/endpoint-settings";
import { serverlessEndpoint } from "../../../../provider/kinds/serverless-endpoint/lifecycle";
import { wholeSet } from "../../../../provider/kinds/serverless-endpoint/wire";
import { casesOf, isKnownOver } from "../../../e2e/harness/cases/cases";
import { StandIns } from "../../../e2e/harness/platform/stand-ins";
import { useLifecycles } from "../harness";
import { both } from "./endpoints-with-template";

const world = useLifecycles();
const live = new Set(endpointRows.flatMap(([name, row]) => (row.live ? [name] : [])));
const changes = casesOf("ServerlessEndpoint").filter(
  ({ effect, operation }) => effect.kind === "update" && effect.impact !== "recorded" && operation === "change",
);

describe.each(both)("an endpoint over %s", (transport) => {
  let standIns: StandIns;
  beforeEach(async () => {
    await world.switchTo(transport);
    standIns = await StandIns.on(world.emulator);
  });
  const ids = async (id: string) => (await world.platform.workers.list(id)).workers.map((worker) => worker.id);

  const known = changes.filter((one) => isKnownOver(transport, one)).map((one) => [one.path, one] as const);
  const title = "applies a change of %s with the documented effect";
  test.each(known)(title, async (path, { effect, ...change }) => {
    const ready = path.startsWith("workers") ? {} : { workersMin: 1 };
    const { before, after } = standIns.resolve(change, await standIns.pairOfTemplates(path));
    const stack = await world.stackOf(serverlessEndpoint).up({ ...before, ...ready });
    await stack.refresh();
    expect(stack.inputs).toMatchObject(before);
    const first = await world.platform.endpoints.get(stack.id);
    const workers = await ids(stack.id);
    await stack.up({ ...after, ...ready });
    expect(stack.outputs).toMatchObject(after);
    await stack.refresh();
    expect(stack.inputs).toMatchObject(after);
    expect((await stack.preview({ ...after, ...ready })).changed).toEqual([]);
    expect(live.has(path)).toBe(effect.kind === "update" && effect.impact === "live");
    const areKept = async () => (await ids(stack.id)).filter((id) => workers.includes(id)).length === workers.length;
    await expect.poll(areKept).toBe(live.has(path) || workers.length === 0);
    await world.platform.endpoints.update(stack.id, wholeSet(first));
    await stack.refresh();
    expect((await stack.preview({ ...after, ...ready })).changed).toContain(path);
  });
});

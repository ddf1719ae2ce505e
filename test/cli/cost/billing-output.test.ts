import { describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { json, KEY, POD, serve } from "../../client/support/local-server";
import { at, BILLED, platform } from "../support/billing-platform";
import { commandLine } from "../support/command-line";

describe("podwright billing", () => {
  test("prints a table with totals that fits the width of the terminal", async () => {
    const { cli } = await platform(BILLED);
    const { out } = await cli("pods", { columns: 60 });
    expect(out).toBe(
      [
        "DAY (UTC)   GPU           TOTAL    GPU    CPU   DISK",
        "2026-06-01  NVIDIA A40    $0.20  $0.20  $0.00  $0.00",
        "2026-06-01  NVIDIA L4     $0.11  $0.10  $0.00  $0.01",
        "2026-06-02  NVIDIA L4     $0.70  $0.70  $0.00  $0.00",
        "2026-06-02  none          $0.50  $0.00  $0.00  $0.50",
        "2026-06-02  unattributed  $1.00  $1.00  $0.00  $0.00",
        "TOTAL                     $2.51  $2.00  $0.00  $0.51",
        "",
      ].join("\n"),
    );
    const narrow = await cli("pods --grouping podId", { columns: 50 });
    expect(Math.max(...narrow.out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(50);
    expect(narrow.out).toContain("…");
  });

  test("prints the same records in YAML as in JSON", async () => {
    const { cli } = await platform(BILLED);
    const { out } = await cli("pods --output yaml");
    expect(parseYaml(out)).toEqual(JSON.parse((await cli("pods")).out));
    expect(out).toContain('startTime: "2026-06-01T00:00:00Z"');
  });

  test("prints no CSV cell that a spreadsheet would execute", async () => {
    const { cli } = await platform([{ day: 0, id: '=cmd|"/c calc"!A1', gpu: 1e-7 }]);
    expect((await cli("pods --grouping podId --output csv")).out).toBe(
      "startTime,endTime,podId,totalAmount,gpuAmount,cpuAmount,diskAmount\r\n" +
        `${at(0)},${at(1)},"'=cmd|""/c calc""!A1",0.0000001,0.0000001,0,0\r\n`,
    );
  });

  test("prints valid JSON even if RunPod billed nothing", async () => {
    const { cli } = await platform([]);
    const said = `Nothing was billed for network volumes from ${at(0)} to ${at(30)}.\n`;
    expect(await cli("network-volume", { columns: 80 })).toEqual({ exitCode: 0, out: "", err: said });
    const { out, err } = await cli("network-volume");
    expect(JSON.parse(out)).toMatchObject({ records: [], totals: { totalAmount: 0 } });
    expect(err).toBe(said);
  });

  test("draws a bar for each day with --chart, even for a day without cost", async () => {
    const { cli } = await platform([
      { day: 0, id: POD.id, gpu: 8 },
      { day: 2, id: "pod2", gpu: 4 },
    ]);
    const { out } = await cli("pods --chart", { columns: 80 });
    expect(out.slice(out.indexOf("Cost by day"))).toBe(
      [
        "Cost by day (UTC)",
        `2026-06-01  ${"█".repeat(61)}  $8.00`,
        `2026-06-02  ${" ".repeat(61)}  $0.00`,
        `2026-06-03  ${"█".repeat(30)}▌${" ".repeat(30)}  $4.00`,
        "",
        "Cost by gpuId",
        `NVIDIA L4   ${"█".repeat(61)}  $8.00`,
        `NVIDIA A40  ${"█".repeat(30)}▌${" ".repeat(30)}  $4.00`,
        "",
      ].join("\n"),
    );
  });

  test("draws one last bar for all groups that do not fit into a chart", async () => {
    const { cli } = await platform(
      Array.from({ length: 50 }, (_, n) => ({ day: 0, id: `pod${n}`, gpu: n < 39 ? 2 : 1 })),
    );
    const { out } = await cli("pods --grouping podId --chart", { columns: 80 });
    const lines = out.slice(out.indexOf("Cost by podId")).trimEnd().split("\n").slice(1);
    expect(lines).toHaveLength(40);
    expect(lines.at(-1)).toMatch(/^11 others .*\$11\.00$/);
  });

  test("never prints the API key, even if RunPod's refusal quotes the key", async () => {
    const server = await serve(json(401, { title: "Unauthorized", status: 401, detail: `bad key ${KEY}` }));
    const { exitCode, out, err } = await commandLine(["billing", "pods"], {
      env: { PODWRIGHT_API_KEY: KEY, PODWRIGHT_BASE_URL: server.url },
    });
    expect(exitCode).toBe(1);
    expect(err).toMatch(/^error: .*API key.*\. Set PODWRIGHT_API_KEY to another key\.\n$/);
    expect(out + err).not.toContain(KEY);
  });
});

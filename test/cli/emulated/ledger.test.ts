import { expect, test } from "vitest";
import { Ledger } from "../../../cli/assumptions/ledger";
import { connect, systemClock } from "../../../client";
import { contents, emulated } from "../support/doctor-live";

test("podwright doctor deletes a created resource even if RunPod's lists show the resource late", async () => {
  const emulator = await emulated();
  const { apiKey, url } = emulator;
  const platform = connect({ apiKey, baseUrl: url, serverlessUrl: url });
  const { signal } = new AbortController();
  const ledger = new Ledger({ platform, clock: systemClock, timeScale: 0.001, signal });
  emulator.addFault({ operation: "createTemplate", times: 1, effect: { dropResponse: true } });
  await expect(ledger.template()).rejects.toThrow();
  expect(await contents(emulator)).toHaveLength(1);
  emulator.addFault({ operation: "listTemplates", times: 1, effect: { status: 200, body: { templates: [] } } });

  expect(await ledger.cleanUp(signal)).toEqual([]);

  expect(await contents(emulator)).toEqual([]);
  await platform.close();
});

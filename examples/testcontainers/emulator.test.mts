// Uses the emulator's image, as tests in any language can. Each test file has its own container.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { GenericContainer, getContainerRuntimeClient, type StartedTestContainer, Wait } from "testcontainers";

const skip = await getContainerRuntimeClient().then(
  () => false,
  () => "there is no container runtime on this machine",
);

describe("a program's tests over the emulator's image", { skip }, () => {
  let container: StartedTestContainer | undefined;
  let url = "";

  before(async () => {
    container = await new GenericContainer("podwright-emulator")
      .withExposedPorts(8484)
      .withWaitStrategy(Wait.forHealthCheck())
      .start();
    // Set PODWRIGHT_BASE_URL and PODWRIGHT_SERVERLESS_URL to this address, and use the API key emulator-key.
    url = `http://${container.getHost()}:${container.getMappedPort(8484)}`;
  });
  after(() => container?.stop());

  test("the account is empty", async () => {
    const response = await fetch(`${url}/v2/pods`, { headers: { authorization: "Bearer emulator-key" } });
    assert.deepEqual(await response.json(), []);
  });
});

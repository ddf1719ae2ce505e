import { connect } from "node:net";
import { expect, test } from "vitest";
import { useEmulator } from "../support/harness";

const it = useEmulator({ servePorts: true });

/** Returns how a connection to the pod's public port ends. */
async function knock(id: string): Promise<string> {
  const { runtime } = await it.get(`/v2/pods/${id}`);
  const [{ public: port, ip }] = runtime?.ports ?? [{}];
  if (!port) return "no address";
  return await new Promise((resolve) => {
    const socket = connect({ host: ip, port }, () => {
      socket.destroy();
      resolve("open");
    });
    socket.on("error", (error) => resolve(String((error as NodeJS.ErrnoException).code)));
  });
}

test("a script can close a pod's port and open the port again", async () => {
  const { id } = await it.pod({ ports: ["80/tcp"] });
  it.advance(2_000);
  const port = async () => (await it.get(`/v2/pods/${id}`)).runtime.ports[0].public;
  await expect.poll(() => knock(id)).toBe("open");
  const before = await port();

  it.emulator.scriptPods({ answers: { outcome: "refused" } });
  expect(await knock(id)).toBe("ECONNREFUSED");

  it.emulator.scriptPods({ answers: {} });
  await expect.poll(() => knock(id)).toBe("open");
  expect(await port()).toBe(before);
});

test("the log of a pod whose container exits at once does not say that the container is ready", async () => {
  it.emulator.scriptPods({ outcome: "exit", log: ["Traceback"] });
  const { id } = await it.pod();
  it.advance(2_000);
  expect((await it.get(`/v2/pods/${id}`)).status).toBe("EXITED");
  const { text } = await it.send("GET", `/v2/pods/${id}/logs?source=container`);
  expect(text).toContain("Traceback");
  expect(text).not.toContain("container is ready");
});

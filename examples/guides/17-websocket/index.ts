import { Config } from "@pulumi/pulumi";
import { ServerlessEndpoint, Template } from "podwright";

const config = new Config();

const server = new Template("server", {
  image: "acme/websocket:1",
  serverless: true,
  ports: ["80/http"],
  env: { PORT: "80", PORT_HEALTH: "80" },
});

const sockets = new ServerlessEndpoint("sockets", {
  templateId: server.id,
  type: "LB",
  gpuIds: "AMPERE_16",
  // An open socket does not count as load, so one worker always runs.
  workersMin: 1,
  workersMax: config.getNumber("workersMax") ?? 1,
});

// A WebSocket has the same address with wss instead of https.
export const url = sockets.url;

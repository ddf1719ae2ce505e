import { Config } from "@pulumi/pulumi";
import { Pod } from "podwright";

const config = new Config();

const web = new Pod("web", {
  image: config.get("image") ?? "acme/pod:1",
  cpu: { id: "cpu3c", vcpuCount: 2 },
  disk: 10,
  ports: ["22/tcp", "8000/http"],
  env: { PORT: "8000" },
  startSsh: true,
  readiness: { http: { port: 8000 } },
});

export const url = web.urls.apply((urls) => urls["8000"]);

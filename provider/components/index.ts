import "../hosts/node/require-node";

export * from "./model-server";

import "../node/require-node";

export * from "./model-server";

import * as pulumi from "@pulumi/pulumi";
import { requireKept } from "./arguments";

/** Runs a function of the provider in the program's process. The first call loads the modules. */
export async function call<Result>(name: string, args: object): Promise<Result> {
  const { callFunction } = await import("./call-function.js");
  return (await callFunction(name, args as Readonly<Record<string, unknown>>)) as Result;
}

/**
 * Runs a function when its arguments are known. An unknown argument makes the result unknown, and a secret argument
 * makes it secret.
 */
export function callOutput<Result>(name: string, args: object): pulumi.Output<Result> {
  requireKept(name, args);
  return pulumi.output(args).apply((known) => call<Result>(name, known as object)) as pulumi.Output<Result>;
}

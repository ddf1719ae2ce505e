import * as z from "zod";
import type { Values } from "../../../kernel/values";

/** The URL of a model and its branch or commit. */
const form = /^(https:\/\/huggingface\.co\/[^\s/:]+\/[^\s/:]+):([^\s:]+)$/;
const commit = /^[0-9a-f]{40}$/;

export const modelReference = z.string().regex(form, {
  message: "must be a model's URL with its branch or commit, such as https://huggingface.co/Qwen/Qwen3-8B:main",
});

/**
 * Puts the program's branch in place of the commit that RunPod reports for the same model. RunPod replaces a branch with
 * its commit when it saves an endpoint, so the difference is no outside change. Only GraphQL reports an empty list, so it
 * leaves out an empty list that the program does not declare: the state is then the same over both APIs.
 */
export function modelsInForm(live: Values, { modelReferences: declared }: Values): Values {
  const { modelReferences: reported, ...rest } = live;
  if (Array.isArray(reported) && reported.length === 0 && declared === undefined) return rest;
  if (!Array.isArray(declared) || !Array.isArray(reported)) return live;
  const branches = new Map<string | undefined, string>(
    declared.map(String).flatMap((one) => (commit.test(refOf(one)) ? [] : [[modelOf(one), one]])),
  );
  return {
    ...live,
    modelReferences: reported.map((one) => (commit.test(refOf(one)) ? (branches.get(modelOf(one)) ?? one) : one)),
  };
}

function modelOf(reference: unknown): string | undefined {
  return form.exec(String(reference))?.[1];
}

function refOf(reference: unknown): string {
  return form.exec(String(reference))?.[2] ?? "";
}

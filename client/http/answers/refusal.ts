import * as z from "zod";
import type { ApiResponse } from "../requests";

/** The reasons in an unsuccessful response of any surface. Their texts are not masked and may contain secrets. */
interface Refusal {
  readonly detail: string;
  readonly errors: readonly string[];
  /** Code of the problem document, such as `ENDPOINT_PAUSED`, or of the first GraphQL error, such as `UNAUTHENTICATED`. */
  readonly code?: string | undefined;
}

export type RefusingResponse = Pick<ApiResponse, "headers" | "text" | "json">;

/** Whether the body is plain text, which a proxy or firewall sends. RunPod itself answers with JSON. */
export function isPlainText({ text, json }: RefusingResponse): boolean {
  return text.trim() !== "" && json() === undefined;
}

/** Whether the body is an HTML page. Such a page comes from a proxy or from a wrong host. */
export function isHtml({ headers, text }: RefusingResponse): boolean {
  return /\bhtml\b/i.test(String(headers["content-type"] ?? "")) || /^\s*<(!doctype|html)/i.test(text);
}

/**
 * Reads the reasons of a refusal. REST sends problem documents, and GraphQL sends a list of `{message}`. RunPod documents no
 * errors of job operations, but recordings show `{error}`. If the body is plain text, the text is the reason; an HTML page is
 * no reason.
 */
export function readRefusal(response: RefusingResponse): Refusal {
  const body = response.json();
  if (typeof body !== "object" || body === null) {
    return { detail: isHtml(response) ? "" : response.text.trim(), errors: [] };
  }
  const fields = body as Record<string, unknown>;
  const list = Array.isArray(fields.errors) ? fields.errors.map(textOf).filter((text) => text !== "") : [];
  const [detail = list[0] ?? ""] = [fields.detail, fields.message, fields.error, fields.title]
    .map(textOf)
    .filter(Boolean);
  const first: unknown = Array.isArray(fields.errors) ? fields.errors[0] : undefined;
  const code = codedError.safeParse(first).data?.extensions.code ?? (textOf(fields.code) || undefined);
  return { detail, errors: missingFirst(list.filter((text) => text !== detail)), code };
}

const codedError = z.object({ extensions: z.object({ code: z.string() }) });

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "object" && value !== null && "message" in value) return textOf(value.message);
  return "";
}

/**
 * Sorts the errors: missing fields first, then the deepest fields. If a field is missing, RunPod also reports the correct
 * fields beside it as unexpected.
 */
function missingFirst(errors: readonly string[]): string[] {
  const rank = (text: string) => (/\bmissing\b|\brequired\b/i.test(text) ? 0 : 1);
  const depth = (text: string) => (/^\$[^\s:]*/.exec(text)?.[0].match(/[.[]/g) ?? []).length;
  return [...errors].sort((a, b) => rank(a) - rank(b) || depth(b) - depth(a));
}

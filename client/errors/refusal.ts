import type { ApiResponse } from "../http/requests";

/** The reasons in an unsuccessful response of any surface. All texts are as received, secrets included. */
interface Refusal {
  readonly detail: string;
  readonly errors: readonly string[];
}

type Response = Pick<ApiResponse, "headers" | "text" | "json">;

/** A page for people, from a proxy or from the wrong host. */
export function isHtml({ headers, text }: Response): boolean {
  return /\bhtml\b/i.test(String(headers["content-type"] ?? "")) || /^\s*<(!doctype|html)/i.test(text);
}

/**
 * REST sends problem documents; GraphQL a list of `{message}`; job operations document nothing and are seen with
 * `{error}`. A text that is not JSON is the reason itself, a page is not.
 */
export function readRefusal(response: Response): Refusal {
  const body = response.json();
  if (typeof body !== "object" || body === null) {
    return { detail: isHtml(response) ? "" : response.text.trim(), errors: [] };
  }
  const fields = body as Record<string, unknown>;
  const list = Array.isArray(fields.errors) ? fields.errors.map(textOf).filter((text) => text !== "") : [];
  const [detail = list[0] ?? ""] = [fields.detail, fields.message, fields.error, fields.title]
    .map(textOf)
    .filter(Boolean);
  return { detail, errors: missingFirst(list.filter((text) => text !== detail)) };
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "object" && value !== null && "message" in value) return textOf(value.message);
  return "";
}

/**
 * For a missing field the platform also reports its correct siblings as unexpected, so missing fields come first, then
 * the deepest places.
 */
function missingFirst(errors: readonly string[]): string[] {
  const rank = (text: string) => (/\bmissing\b|\brequired\b/i.test(text) ? 0 : 1);
  const depth = (text: string) => (/^\$[^\s:]*/.exec(text)?.[0].match(/[.[]/g) ?? []).length;
  return [...errors].sort((a, b) => rank(a) - rank(b) || depth(b) - depth(a));
}

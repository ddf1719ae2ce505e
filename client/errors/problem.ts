import type { Answer } from "../http/message";

/** What an unsuccessful answer says, whichever surface said it. All texts are as received, secrets included. */
export interface Problem {
  readonly detail: string;
  readonly errors: readonly string[];
}

/** A page for people, from a proxy or from the wrong host. */
export function isHtml({ headers, text }: Answer): boolean {
  return /\bhtml\b/i.test(String(headers["content-type"] ?? "")) || /^\s*<(!doctype|html)/i.test(text);
}

/**
 * REST answers problem documents (contract section 3.1); GraphQL a list of `{message}`; job operations promise nothing
 * and are seen with `{error}`. Text that is not JSON speaks for itself, a page does not.
 */
export function readProblem(answer: Answer): Problem {
  const body = answer.json();
  if (typeof body !== "object" || body === null) {
    return { detail: isHtml(answer) ? "" : answer.text.trim(), errors: [] };
  }
  const said = body as Record<string, unknown>;
  const list = Array.isArray(said.errors) ? said.errors.map(textOf).filter((text) => text !== "") : [];
  const [detail = list[0] ?? ""] = [said.detail, said.message, said.error, said.title].map(textOf).filter(Boolean);
  return { detail, errors: missingFirst(list.filter((text) => text !== detail)) };
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "object" && value !== null && "message" in value) return textOf(value.message);
  return "";
}

/**
 * A missing field makes the platform report its innocent siblings as unexpected (contract section 3.2), so what is
 * missing comes first, then the deepest places.
 */
function missingFirst(errors: readonly string[]): string[] {
  const rank = (text: string) => (/\bmissing\b|\brequired\b/i.test(text) ? 0 : 1);
  const depth = (text: string) => (/^\$[^\s:]*/.exec(text)?.[0].match(/[.[]/g) ?? []).length;
  return [...errors].sort((a, b) => rank(a) - rank(b) || depth(b) - depth(a));
}

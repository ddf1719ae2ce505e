import { createServer, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { listen } from "../../../support/listen";

export interface Comment {
  readonly id: number;
  readonly on: string;
  body: string;
}

/** The most characters that GitHub takes for a comment. */
const longest = 65_536;

/** Stands in for GitHub's interface to the comments of one repository, and refuses what GitHub would. */
export async function serveComments(repository: string, token: string) {
  const comments: Comment[] = [];
  const server = createServer((request, response) => {
    answer(request).then(
      ([status, body]) => response.writeHead(status).end(JSON.stringify(body)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  const url = await listen(server);
  return { url, comments, close: () => void server.close() };

  async function answer(request: IncomingMessage): Promise<[status: number, body: unknown]> {
    if (request.headers.authorization !== `Bearer ${token}`) return [403, { message: "Resource not accessible" }];
    const { pathname, searchParams } = new URL(request.url ?? "/", url);
    const [, on, id] =
      new RegExp(`^/repos/${repository}/issues/(?:(\\d+)/comments|comments/(\\d+))$`).exec(pathname) ?? [];
    if (request.method === "GET" && on !== undefined) {
      const [size, page] = ["per_page", "page"].map((name) => Number(searchParams.get(name)));
      return [200, comments.filter((comment) => comment.on === on).slice(size! * (page! - 1), size! * page!)];
    }
    const { body } = (await json(request)) as { body: string };
    if (body.trim() === "" || body.length > longest) return [422, { message: "Validation Failed" }];
    const former = comments.find((comment) => String(comment.id) === id);
    if (request.method === "PATCH" && former !== undefined) former.body = body;
    else if (request.method === "POST" && on !== undefined) comments.push({ id: comments.length + 1, on, body });
    else return [404, { message: "Not Found" }];
    return [200, {}];
  }
}

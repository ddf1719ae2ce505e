import { createServer, type IncomingMessage, type Server } from "node:http";
import { json } from "node:stream/consumers";
import { listen } from "../../../support/listen";
import type { Issue } from "./runner";

/** Stands in for GitLab's interface, for one project. */
export class Gitlab {
  readonly notes: string[] = [];
  readonly issues: Issue[] = [];
  readonly #server: Server;
  #address = "";

  private constructor(token: string) {
    this.#server = createServer((request, response) => {
      this.#answer(request, token).then(
        ([status, body]) => response.writeHead(status).end(JSON.stringify(body)),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
    });
  }

  static async start(token: string): Promise<Gitlab> {
    const gitlab = new Gitlab(token);
    gitlab.#address = await listen(gitlab.#server);
    return gitlab;
  }

  /** What a job finds in `CI_API_V4_URL`. */
  get url(): string {
    return `${this.#address}/api/v4`;
  }

  async close(): Promise<void> {
    await new Promise((closed) => this.#server.close(closed));
  }

  async #answer(request: IncomingMessage, token: string): Promise<[status: number, body: unknown]> {
    if (request.headers["private-token"] !== token) return [401, { message: "401 Unauthorized" }];
    const { pathname, searchParams: asked } = new URL(request.url ?? "/", this.url);
    const form = request.method === "GET" ? {} : ((await json(request)) as Form);
    const [, number] = /\/(?:issues|notes)\/(\d+)$/.exec(pathname) ?? [];
    const what = `${request.method} ${pathname.replace(/\/\d+$/, "/N")}`;
    switch (what) {
      case "GET /api/v4/projects/1/merge_requests/2/notes":
        return [200, this.notes.map((body, index) => ({ id: index + 1, body }))];
      case "POST /api/v4/projects/1/merge_requests/2/notes":
        this.notes.push(filled(form, "body"));
        return [201, {}];
      case "PUT /api/v4/projects/1/merge_requests/2/notes/N":
        this.notes[Number(number) - 1] = filled(form, "body");
        return [200, {}];
      case "GET /api/v4/projects/1/issues":
        return [200, this.#found(asked)];
      case "POST /api/v4/projects/1/issues": {
        const issue = {
          number: this.issues.length + 1,
          title: filled(form, "title"),
          body: filled(form, "description"),
        };
        this.issues.push(issue);
        return [201, {}];
      }
      case "PUT /api/v4/projects/1/issues/N": {
        const at = this.issues.findIndex((issue) => issue.number === Number(number));
        const issue = this.issues[at];
        if (issue === undefined) return [404, {}];
        this.issues[at] = { ...issue, body: filled(form, "description") };
        return [200, {}];
      }
      default:
        throw new Error(`nobody has told the test about ${what}`);
    }
  }

  /** GitLab looks for parts of a title, too. */
  #found(asked: URLSearchParams): { iid: number; title: string }[] {
    if (asked.get("in") !== "title" || asked.get("state") !== "opened") throw new Error(`asked for ${asked}`);
    return this.issues
      .filter(({ title }) => title.includes(asked.get("search") ?? ""))
      .map(({ number, title }) => ({ iid: number, title }));
  }
}

type Form = Readonly<Record<string, string>>;

function filled(form: Form, field: string): string {
  const value = form[field] ?? "";
  if (value.trim() === "") throw new Error(`${field} can't be blank`);
  return value;
}

import { createServer, type IncomingMessage, type Server } from "node:http";
import { json } from "node:stream/consumers";
import { listen } from "../../../support/listen";

export interface Note {
  readonly id: number;
  readonly author: number;
  body: string;
}

export interface GitlabIssue {
  readonly iid: number;
  readonly author: number;
  title: string;
  description: string;
  open: boolean;
  readonly notes: string[];
}

/** The user who owns the project's access token. */
export const bot = 42;

/** Stands in for GitLab's interface to a project. */
export class Gitlab {
  readonly notes: Note[] = [];
  readonly issues: GitlabIssue[] = [];
  /** Called before a note is added, so that another job can be faster. */
  beforeNote: () => void = () => undefined;
  readonly #server: Server;
  #address = "";

  private constructor(token: string) {
    this.#server = createServer((request, response) => {
      this.#answer(request, token).then(
        ([status, body]) => response.writeHead(status).end(body === undefined ? undefined : JSON.stringify(body)),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
    });
  }

  static async start(token: string): Promise<Gitlab> {
    const gitlab = new Gitlab(token);
    gitlab.#address = await listen(gitlab.#server);
    return gitlab;
  }

  /** The value of `CI_API_V4_URL`. */
  get url(): string {
    return `${this.#address}/api/v4`;
  }

  async close(): Promise<void> {
    await new Promise((closed) => this.#server.close(closed));
  }

  addNote(author: number, body: string): Note {
    const note = { id: (this.notes.at(-1)?.id ?? 0) + 1, author, body };
    this.notes.push(note);
    return note;
  }

  async #answer(request: IncomingMessage, token: string): Promise<readonly [status: number, body?: unknown]> {
    if (request.headers["private-token"] !== token) return [401, { message: "401 Unauthorized" }];
    const { pathname, searchParams: asked } = new URL(request.url ?? "/", this.url);
    const form = ["GET", "DELETE"].includes(request.method ?? "") ? {} : ((await json(request)) as Form);
    const [, below = ""] = /^\/api\/v4\/(?:projects\/1\/)?(.*)$/.exec(pathname) ?? [];
    const number = Number(/\d+$/.exec(below)?.[0] ?? /issues\/(\d+)\/notes$/.exec(below)?.[1]);
    const note = this.notes.find(({ id, author }) => id === number && author === bot);
    const issue = this.issues.find(({ iid, author }) => iid === number && author === bot);
    switch (`${request.method} ${below.replace(/(notes|issues)\/\d+/, "$1/N")}`) {
      case "GET user":
        return [200, { id: bot }];
      case "GET merge_requests/2/notes":
        return [200, this.notes.map(({ id, author, body }) => ({ id, body, author: { id: author } }))];
      case "POST merge_requests/2/notes":
        this.beforeNote();
        return [201, this.addNote(bot, filled(form, "body"))];
      case "PUT merge_requests/2/notes/N":
        if (note === undefined) return [403, {}];
        note.body = filled(form, "body");
        return [200, {}];
      case "DELETE merge_requests/2/notes/N":
        if (note === undefined) return [403, {}];
        this.notes.splice(this.notes.indexOf(note), 1);
        return [204];
      case "GET issues":
        return [200, this.#found(asked)];
      case "POST issues": {
        const [title, description] = [filled(form, "title"), filled(form, "description")];
        this.issues.push({ iid: this.issues.length + 1, author: bot, title, description, open: true, notes: [] });
        return [201, {}];
      }
      case "POST issues/N/notes":
        issue?.notes.push(filled(form, "body"));
        return [201, {}];
      case "PUT issues/N": {
        if (issue === undefined) return [404, {}];
        if (form.state_event === "close") issue.open = false;
        else Object.assign(issue, { title: filled(form, "title"), description: filled(form, "description") });
        return [200, {}];
      }
      default:
        throw new Error(`the test does not know ${request.method} ${below}`);
    }
  }

  #found(asked: URLSearchParams) {
    if (asked.get("state") !== "opened") throw new Error(`asked for ${asked}`);
    return this.issues
      .filter(({ open }) => open)
      .map(({ iid, description, author }) => ({ id: iid + 1000, iid, description, author: { id: author } }));
  }
}

type Form = Readonly<Record<string, string>>;

function filled(form: Form, field: string): string {
  const value = form[field] ?? "";
  if (value.trim() === "") throw new Error(`${field} can't be blank`);
  return value;
}

import { createServer, type IncomingMessage, type Server } from "node:http";
import { json } from "node:stream/consumers";
import { listen } from "../../../support/listen";

export interface Comment {
  readonly id: number;
  readonly on: string;
  readonly author: string;
  body: string;
}

export interface Issue {
  readonly number: number;
  readonly author: string;
  title: string;
  body: string;
  open: boolean;
}

/** GitHub's limit of characters for a comment or an issue. */
const longest = 65_536;

const token = "token";

/** The author of comments and issues that a job's own token writes. */
export const bot = "github-actions[bot]";

type Answer = readonly [status: number, body?: unknown];

/** Stands in for GitHub's interface to the comments and issues of a repository, with GitHub's refusals. */
export class Github {
  readonly repository = "team/infrastructure";
  readonly comments: Comment[] = [];
  readonly issues: Issue[] = [];
  /** Called before a comment is added, so that another job can be faster. */
  beforeComment: () => void = () => undefined;
  readonly #server: Server;
  #url = "";

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#answer(request).then(
        ([status, body]) => response.writeHead(status).end(body === undefined ? undefined : JSON.stringify(body)),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
    });
  }

  static async start(): Promise<Github> {
    const github = new Github();
    github.#url = await listen(github.#server);
    return github;
  }

  /** The environment of a step. */
  get env() {
    const GITHUB_GRAPHQL_URL = `${this.#url}/graphql`;
    return { GITHUB_API_URL: this.#url, GITHUB_GRAPHQL_URL, GITHUB_REPOSITORY: this.repository };
  }

  /** The values of expressions in a pull request's workflow. */
  get known() {
    return {
      "github.token": token,
      "github.repository": this.repository,
      "github.server_url": "https://github.example",
      "github.run_id": "11",
      "github.sha": "merged",
      "github.event.pull_request.number": "7",
      "github.event.pull_request.head.sha": "head",
    };
  }

  addComment(author: string, body: string): Comment {
    const comment = { id: this.comments.length + 1, on: "7", author, body };
    this.comments.push(comment);
    return comment;
  }

  close(): void {
    this.#server.close();
  }

  async #answer(request: IncomingMessage): Promise<Answer> {
    if (request.headers.authorization !== `Bearer ${token}`) return [403, { message: "Resource not accessible" }];
    const { pathname, searchParams } = new URL(request.url ?? "/", this.#url);
    const page = <T>(all: readonly T[]) => {
      const [size, number] = ["per_page", "page"].map((name) => Number(searchParams.get(name)));
      return all.slice(size! * (number! - 1), size! * number!);
    };
    if (pathname === "/graphql") return [200, { data: { viewer: { login: bot } } }];
    const below = new RegExp(`^/repos/${this.repository}/issues(.*)$`).exec(pathname)?.[1];
    const [, on, id] = /^\/(?:(\d+)\/comments|comments\/(\d+))$/.exec(below ?? "") ?? [];
    const number = /^\/(\d+)$/.exec(below ?? "")?.[1];
    const comment = this.comments.find((one) => String(one.id) === id);
    const issue = this.issues.find((one) => String(one.number) === number);
    const given = ["POST", "PATCH"].includes(request.method ?? "") ? ((await json(request)) as Partial<Issue>) : {};
    if (given.body !== undefined && (given.body.trim() === "" || given.body.length > longest)) return [422, {}];
    switch (`${request.method} ${below?.replace(/\d+/, "N")}`) {
      case "GET /N/comments":
        return [200, page(this.comments.filter((one) => one.on === on).map(shown))];
      case "POST /N/comments": {
        if (on === "7") this.beforeComment();
        const added = { id: this.comments.length + 1, on: on ?? "", author: bot, body: given.body ?? "" };
        this.comments.push(added);
        return [201, shown(added)];
      }
      case "PATCH /comments/N":
        if (comment === undefined || comment.author !== bot) return [403, {}];
        comment.body = given.body ?? "";
        return [200, {}];
      case "DELETE /comments/N":
        if (comment === undefined || comment.author !== bot) return [403, {}];
        this.comments.splice(this.comments.indexOf(comment), 1);
        return [204];
      case "GET ": {
        if (searchParams.get("state") !== "open") return [500, "asked for closed issues"];
        return [200, page(this.issues.filter(({ open }) => open).map((one) => shown({ id: one.number, ...one })))];
      }
      case "POST ": {
        const { title = "", body = "" } = given;
        this.issues.push({ number: this.issues.length + 101, author: bot, open: true, title, body });
        return [201, {}];
      }
      case "PATCH /N": {
        if (issue === undefined || issue.author !== bot) return [403, {}];
        const { state, ...rest } = given as Partial<Issue> & { state?: string };
        Object.assign(issue, rest, state === undefined ? {} : { open: state === "open" });
        return [200, {}];
      }
      default:
        return [404, { message: "Not Found" }];
    }
  }
}

/** A comment of a deleted account has no author. */
function shown<T extends { readonly author: string }>({ author, ...rest }: T) {
  return { ...rest, user: author === "" ? null : { login: author } };
}

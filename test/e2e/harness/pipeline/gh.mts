// Stands in for GitHub's command: it keeps what it is told in $GH_FILE, and refuses what GitHub would.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

interface Kept {
  issues: { number: number; title: string; body: string }[];
}

const longest = 65_536;
const file = process.env.GH_FILE ?? "";
const kept: Kept = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Kept) : { issues: [] };
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    "body-file": { type: "string", default: "" },
    jq: { type: "string", default: "" },
    json: { type: "string" },
    limit: { type: "string" },
    title: { type: "string", default: "" },
  },
});
const [command, verb, number = ""] = positionals;

if (!process.env.GH_TOKEN) throw new Error("To use GitHub CLI in a GitHub Actions workflow, set GH_TOKEN");
act(`${command} ${verb}`);
writeFileSync(file, JSON.stringify(kept));

function act(what: string): void {
  switch (what) {
    case "issue list":
      for (const issue of kept.issues) if (issue.title === titleSelected()) console.log(issue.number);
      return;
    case "issue create":
      kept.issues.push({ number: kept.issues.length + 1, title: values.title, body: body() });
      return;
    case "issue edit": {
      const issue = kept.issues.find((one) => String(one.number) === number);
      if (issue === undefined) throw new Error(`no issue ${number}`);
      issue.body = body();
      return;
    }
    default:
      throw new Error(`this gh cannot "${what}"`);
  }
}

function titleSelected(): string {
  const [, title] = /^\.\[\] \| select\(\.title == "(.*)"\) \| \.number$/.exec(values.jq) ?? [];
  if (title === undefined || values.json !== "number,title") throw new Error(`this gh cannot read ${values.jq}`);
  return title;
}

function body(): string {
  const text = readFileSync(values["body-file"], "utf8");
  if (text.trim() === "") throw new Error("Body cannot be blank");
  if (text.length > longest) throw new Error(`Body is too long (maximum is ${longest} characters)`);
  return text;
}

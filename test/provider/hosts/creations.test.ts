import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { backendIn, creationNotes } from "../../../provider/hosts/journal/creations";
import { temporaryFolder } from "../../support/temporary-folder";

const creation = { project: "shop", stack: "prod", kind: "NetworkVolume", name: "data", marker: "data-1a2b3c4d5e6f" };
const noon = Date.parse("2026-05-01T12:00:00Z");

test("a note says when a creation began, until the creation ends", () => {
  const folder = temporaryFolder("notes");
  const notes = creationNotes(folder, "file:///backend");
  expect(notes.timeOf(creation)).toBeUndefined();
  notes.begin(creation, noon);
  expect(creationNotes(folder, "file:///backend").timeOf(creation)).toBe("2026-05-01T12:00:00.000Z");
  notes.end(creation.marker);
  expect(notes.timeOf(creation)).toBeUndefined();
});

test.each([
  ["project", { project: "other" }],
  ["stack", { stack: "dev" }],
  ["kind", { kind: "Template" }],
  ["name", { name: "cache" }],
  ["mark", { marker: "data-0000000000000" }],
])("a note proves nothing about a creation of another %s", (_, other) => {
  const notes = creationNotes(temporaryFolder("notes"), "file:///backend");
  notes.begin(creation, noon);
  expect(notes.timeOf({ ...creation, ...other })).toBeUndefined();
});

test("a note proves nothing about a stack of the same name in another backend", () => {
  const folder = temporaryFolder("notes");
  creationNotes(folder, "file:///backend").begin(creation, noon);
  expect(creationNotes(folder, "file:///other").timeOf(creation)).toBeUndefined();
});

test("a note that a kill cut off proves nothing, and a folder that nobody can write fails nothing", () => {
  const folder = temporaryFolder("notes");
  const notes = creationNotes(folder, "file:///backend");
  notes.begin(creation, noon);
  const [file = ""] = readdirSync(join(folder, "creations"));
  const path = join(folder, "creations", file);
  writeFileSync(path, readFileSync(path, "utf8").slice(0, 20));
  expect(notes.timeOf(creation)).toBeUndefined();
  const closed = creationNotes(path, "file:///backend");
  closed.begin(creation, noon);
  closed.end(creation.marker);
  expect(closed.timeOf(creation)).toBeUndefined();
});

test("the first note of a process removes notes of killed runs after 30 days, and no other file", () => {
  const folder = temporaryFolder("notes");
  const notes = () => creationNotes(folder, "file:///backend");
  notes().begin(creation, noon);
  const [file = ""] = readdirSync(join(folder, "creations"));
  const daysAgo = (days: number) => (Date.now() - days * 86_400_000) / 1_000;
  utimesSync(join(folder, "creations", file), daysAgo(29), daysAgo(29));
  notes().begin({ ...creation, marker: "second" }, Date.now());
  expect(readdirSync(join(folder, "creations"))).toHaveLength(2);
  utimesSync(join(folder, "creations", file), daysAgo(31), daysAgo(31));
  notes().begin({ ...creation, marker: "third" }, Date.now());
  expect(readdirSync(join(folder, "creations"))).toHaveLength(2);
  expect(notes().timeOf(creation)).toBeUndefined();
  const users = join(folder, "creations", "paper.json");
  writeFileSync(users, "{}");
  utimesSync(users, daysAgo(31), daysAgo(31));
  notes().begin({ ...creation, marker: "fourth" }, Date.now());
  expect(readdirSync(join(folder, "creations"))).toContain("paper.json");
});

test.each([
  ["Pulumi.yaml", "name: shop\nbackend:\n  # ours\n  url: s3://states\nruntime: yaml\n"],
  ["Pulumi.yaml", "name: shop\nbackend: { url: 's3://states' }\n"],
  ["Pulumi.json", '{ "name": "shop", "backend": { "url": "s3://states" } }'],
])("a stack's backend is the one of the variable, else the one that %s names, else the login", (name, text) => {
  const project = temporaryFolder("project");
  const folder = join(project, "src");
  mkdirSync(folder);
  const login = backendIn({ PULUMI_HOME: "/home/ci" }, folder);
  expect(login).toBe("login in /home/ci");
  expect(backendIn({ PULUMI_HOME: "/home/me" }, folder)).not.toBe(login);
  writeFileSync(join(project, name), text);
  expect(backendIn({}, folder)).toBe("s3://states");
  expect(backendIn({ PULUMI_BACKEND_URL: "https://api.example.com" }, folder)).toBe("https://api.example.com");
});

test("a relative folder of states is another backend in each project", () => {
  const env = { PULUMI_BACKEND_URL: "file://states" };
  expect(backendIn(env, "/work/a")).toBe("/work/a/states");
  expect(backendIn(env, "/work/b")).toBe("/work/b/states");
  expect(backendIn({ PULUMI_BACKEND_URL: "file:///work/a/states" }, "/work/b")).toBe("/work/a/states");
});

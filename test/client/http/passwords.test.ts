import { describe, expect, test } from "vitest";
import { passwordsIn, withoutPasswords } from "../../../client/http/secrets/passwords";

const masked = "[secret]@";

describe("the password in an address", () => {
  test.each([
    ["postgres://user:canary@db/state", `postgres://${masked}db/state`],
    [
      'database "postgres://user:p@ss:canary@db:5432/x?a=b": refused',
      `database "postgres://${masked}db:5432/x?a=b": refused`,
    ],
    ["postgres://user:canary/with#signs@db/x", `postgres://${masked}db/x`],
    ["postgres://user:p%40canary@db/x, then retry", `postgres://${masked}db/x, then retry`],
    ["https://canary@git.example.com/team.git", `https://${masked}git.example.com/team.git`],
    ["https://o:canary@[::1]:80/x", `https://${masked}[::1]:80/x`],
    ["u=postgres%3A%2F%2Fuser%3Acanary%40db%2Fx&v=1", "u=postgres%3A%2F%2F[secret]%40db%2Fx&v=1"],
    ["host=db user=me password=canary sslmode=off", "host=db user=me password=[secret] sslmode=off"],
  ])("is masked in %j", (text, shown) => {
    expect(withoutPasswords(text)).toBe(shown);
  });

  test.each([
    "https://github.com/pulumi/actions@v1",
    "http://127.0.0.1:8484/x@y",
    "http://[::1]:8484/x@y",
    "file:///home/me@work/state",
    "created by ada@laptop (pid 7)",
    'see "https://runpod.io" and ada@example.com',
    "git@example.com:team/infra.git",
  ])("does not exist in %j", (text) => {
    expect(withoutPasswords(text)).toBe(text);
  });

  test("is found as it is written and as it is decoded", () => {
    expect(passwordsIn("postgres://me:p%40ss@db/x")).toEqual(["p%40ss", "p@ss"]);
    expect(passwordsIn("file:///state")).toEqual([]);
  });
});

import { expect, test } from "vitest";
import { messageOf } from "../../../kernel/plain-text";
import { failuresOf } from "../../../provider/hosts/check-failure";
import { logReason } from "../../../provider/lifecycle/log-tail";
import { InitError } from "../../../provider/pulumi/errors";

const hostile = "stderr: ready\r\n::error::forged\u001b]52;c;aGk=\u0007\u202e";

test("a container's log in an error cannot control the terminal or imitate a line of Podwright", () => {
  expect(logReason("its", [hostile], (text) => text)).toEqual([
    "the last lines of its log:\n  | stderr: ready ::error::forged ]52;c;aGk= ",
  ]);
});

test("an error from RunPod reaches the engine as plain lines", () => {
  expect(messageOf(new Error(hostile))).toBe("stderr: ready\r\n\\::error::forged]52;c;aGk=");
  expect(failuresOf([hostile])[0]?.reason).toBe("stderr: ready\r\n\\::error::forged]52;c;aGk=");
  expect(new InitError("id", {}, [hostile]).reasons).toEqual(["stderr: ready\r\n\\::error::forged]52;c;aGk="]);
});

test("a shortened line of a log shows no part of a secret", () => {
  const line = `${"x".repeat(480)}canary-Tb6/value${"y".repeat(2_000)}`;
  const [text = ""] = logReason("its", [line], (whole) => whole.replace("canary-Tb6/value", "[secret]"));
  expect(text).toMatch(/ x{480}\[secret\]y+… \(2488 characters\)$/);
  expect(text.length).toBeLessThan(600);
});

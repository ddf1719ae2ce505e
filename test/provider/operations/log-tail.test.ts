import { expect, test } from "vitest";
import { failuresOf } from "../../../provider/hosts/check-failure";
import { InitError, messageOf } from "../../../provider/operations/errors";
import { logReason } from "../../../provider/operations/log-tail";

const hostile = "stderr: ready\r\n::error::forged\u001b]52;c;aGk=\u0007\u202e";

test("a container's log cannot write to the terminal or begin a line of its own in an error", () => {
  expect(logReason("its", [hostile], (text) => text)).toEqual([
    "the last lines of its log:\n  | stderr: ready ::error::forged ]52;c;aGk= ",
  ]);
});

test("an error of the platform's reaches the engine as plain lines", () => {
  expect(messageOf(new Error(hostile))).toBe("stderr: ready\r\n\\::error::forged]52;c;aGk=");
  expect(failuresOf([hostile])[0]?.reason).toBe("stderr: ready\r\n\\::error::forged]52;c;aGk=");
  expect(new InitError("id", {}, [hostile]).reasons).toEqual(["stderr: ready\r\n\\::error::forged]52;c;aGk="]);
});

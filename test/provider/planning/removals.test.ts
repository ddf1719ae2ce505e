import { expect, test } from "vitest";
import * as z from "zod";
import { property } from "../../../provider/planning/declaration";
import { ignored, live, replaces } from "../../../provider/planning/rules";

const wire = "create update read";
const text = z.string().optional();

// The compiler is the test: `npm run typecheck` fails if a line below needs no comment that expects an error.
test("an optional input that an update sends does not compile unless it says what its removal does", () => {
  // @ts-expect-error The preview would show a removal that no update sends.
  const forgotten = property(text, { on: live, wire });
  // @ts-expect-error A container setting takes its operations from its kind.
  const perKind = (of: typeof wire | "create") => property(text, { on: live, wire: of });
  const stated = [
    property(text, { on: live, unset: "", wire }),
    property(text, { on: live, removed: "none", wire }),
    property(text, { on: live, generated: true, wire }),
    property(text, { on: replaces("it is fixed"), wire }),
    property(text, { on: { add: live, change: live, remove: ignored("it stays") }, wire }),
    property(text, { on: live, wire: "create read" }),
    property(z.string(), { on: live, wire }),
  ];
  expect([forgotten, perKind(wire), ...stated]).toHaveLength(9);
});

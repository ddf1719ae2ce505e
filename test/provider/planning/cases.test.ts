import { expect, test } from "vitest";
import { casesOf, isConditional, kinds, rowsOf } from "../../e2e/harness/cases/cases";

test("the sample changes of the tests cover every row and condition of the change tables", () => {
  for (const kind of kinds) {
    const cases = casesOf(kind);
    for (const row of rowsOf(kind)) {
      const tried = cases.filter(({ path }) => path === row.path);
      expect(tried, `${kind} ${row.path}`).not.toEqual([]);
      const rules = [row.add, row.change, row.remove].filter(isConditional);
      for (const effect of rules.flatMap((rule) => [rule.effect, rule.otherwise]))
        expect(
          tried.map((one) => one.effect),
          `${kind} ${row.path}`,
        ).toContain(effect);
    }
  }
});

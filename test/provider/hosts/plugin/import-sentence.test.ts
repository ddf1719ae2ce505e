import { expect, test } from "vitest";
import { importSentence } from "../../../../provider/hosts/plugin/import-sentence";

const urn = (type: string, name: string) => `urn:pulumi:prod::shop::${type}::${name}`;

test.each([
  [
    urn("podwright:index:Pod", "web"),
    "With Pulumi alone, run: pulumi import podwright:index:Pod web pod-1 --protect=false",
  ],
  [
    urn("podwright:index:Pod", "Ann's pod"),
    "With Pulumi alone, run: pulumi import podwright:index:Pod 'Ann'\\''s pod' pod-1 --protect=false",
  ],
  [
    urn("shop:index:Site$podwright:index:Pod", "web"),
    'With Pulumi alone, give web the resource option import: "pod-1" until the next "pulumi up" has succeeded.',
  ],
])("an error suggests how to import %s", (of, line) => {
  expect(importSentence(of, "pod-1")).toBe(line);
});

import { expect, test } from "vitest";
import { importSentence } from "../../../../provider/hosts/plugin/import-sentence";

const urn = (type: string, name: string) => `urn:pulumi:prod::shop::${type}::${name}`;
const site = urn("shop:index:Site", "main");
const inSite = urn("shop:index:Site$podwright:index:Pod", "web");

test.each([
  [
    urn("podwright:index:Pod", "web"),
    "With Pulumi alone, run: pulumi import podwright:index:Pod web pod-1 --protect=false",
  ],
  [
    urn("podwright:index:Pod", "Ann's pod"),
    "With Pulumi alone, run: pulumi import podwright:index:Pod 'Ann'\\''s pod' pod-1 --protect=false",
  ],
  [inSite, `With Pulumi alone, run: pulumi import podwright:index:Pod web pod-1 --parent main=${site} --protect=false`],
])("an error suggests how to import %s", (of, line) => {
  expect(importSentence(of, "pod-1", [site, urn("podwright:index:Pod", "other")])).toBe(line);
});

test.each([
  [
    "the state contains the resource that the new one replaces",
    urn("podwright:index:Pod", "web"),
    [urn("podwright:index:Pod", "web")],
  ],
  ["the state contains no component that can be the parent", inSite, [urn("shop:index:Page", "main")]],
  [
    "an explicit provider may have the account",
    urn("podwright:index:Pod", "web"),
    [urn("pulumi:providers:podwright", "second")],
  ],
  ["several components can be the parent", inSite, [site, urn("shop:index:Site", "second")]],
])("an error suggests no import if %s", (_, of, urns) => {
  expect(importSentence(of, "pod-1", urns)).toBeUndefined();
});

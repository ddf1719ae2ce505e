import { describe, expect, test, vi } from "vitest";
import { maskerOf } from "../../../client/http/secrets/masking";
import { masker } from "../../../client/http/secrets/redact";
import { base64Forms, partsOf, plainForms } from "../../../client/http/secrets/spellings";
import { fc, runs } from "../../support/property";

const maskSecrets = (text: string, secrets: readonly string[]) => maskerOf(secrets)(text);

describe("the masking of secrets", () => {
  const letters = fc.string({ unit: fc.constantFrom(..."abc$.*\\"), minLength: 4, maxLength: 8 });

  test("hides every secret of four characters or more in a text", () => {
    fc.assert(
      fc.property(
        fc.array(letters, { minLength: 1, maxLength: 3 }),
        fc.array(letters),
        letters,
        (secrets, noise, glue) => {
          const text = [...secrets, ...noise, ...secrets].join(glue.slice(0, 1));
          const pieces = maskSecrets(text, secrets).split("[secret]");
          return secrets.every((secret) => pieces.every((piece) => !piece.includes(secret)));
        },
      ),
    );
  });

  test("keeps a text without secrets unchanged", () => {
    fc.assert(fc.property(fc.string(), (text) => maskSecrets(text, ["§§§§ never there"]) === text));
  });

  test("leaves no part of two overlapping secrets", () => {
    expect(maskSecrets("say abcdefgh now", ["abcdef", "cdefgh"])).toBe("say [secret] now");
    expect(maskSecrets("abcdefgh", ["abcd", "efgh"])).toBe("[secret]");
  });

  test("hides a secret that the end of a shortened text cuts off", () => {
    const secret = "hunter22-canary-long";
    for (let kept = 4; kept < secret.length; kept += 1) {
      const cut = `a line with ${secret.slice(0, kept)}… (700 characters)`;
      expect(maskSecrets(cut, [secret])).toBe("a line with [secret]… (700 characters)");
      const text = masker([secret])(`${"x".repeat(600 - kept)}${secret} and more`);
      expect(text).not.toContain(secret.slice(0, 4));
    }
    expect(maskSecrets("hunting… and hun…", [secret])).toBe("hunting… and hun…");
  });

  test("hides each line of a secret with several lines", () => {
    expect(maskSecrets("log: -----BEGIN-----\nlog: tail", ["-----BEGIN-----\ntail"])).toBe(
      "log: [secret]\nlog: [secret]",
    );
  });

  test("hides a short secret only as a whole word", () => {
    expect(maskSecrets("port 80, 8080, v1.80", ["80", "", " "])).toBe("port [secret], 8080, v1.80");
  });

  test("does not mask its own placeholder", () => {
    expect(maskSecrets("the password hunter22", ["hunter22", "secret"])).toBe("the password [secret]");
  });

  test("hides a secret that is escaped in JSON or in a URL", () => {
    const password = 'hu"nt\\er-22';
    expect(maskSecrets(JSON.stringify({ pw: password }), [password])).toBe('{"pw":"[secret]"}');
    const token = "abc/def+gh==";
    const url = `https://x.example/?t=${encodeURIComponent(token)}&u=abc/def%2bgh%3d%3d&v=1`;
    expect(maskSecrets(url, [token])).toBe("https://x.example/?t=[secret]&u=[secret]&v=1");
    expect(maskSecrets('{"pw": "p\\u00e4ssw\\u00f6rter"}', ["pässwörter"])).toBe('{"pw": "[secret]"}');
    expect(maskSecrets("user=a&pw=two+words%21", ["two words!"])).toBe("user=a&pw=[secret]");
  });

  const anything = fc
    .string({ unit: "grapheme", minLength: 6, maxLength: 12 })
    .filter((text) => text.trim().length > 3);

  test.each([
    ["JSON", (text: string) => JSON.stringify(text)],
    ["a URL", encodeURIComponent],
  ])("hides any secret in a text that is encoded as %s", (_where, written) => {
    fc.assert(
      fc.property(anything, fc.string({ unit: "grapheme" }), (secret, noise) => {
        const plain = maskSecrets(written(`${noise} ${secret}\n${secret}`), [secret]).replaceAll("[secret]", "\0");
        return !plain.includes(secret) && !plain.includes(written(secret).replace(/^"|"$/g, ""));
      }),
    );
  });

  const awkward = fc.string({
    unit: fc.constantFrom(
      ..."abZ09_.-",
      ..."\"'&<>/\\%+= \n",
      ...["ä", "İ", "K", "€", "😀", "\\u0041", "\\x22", "…", "\ud83d", "%2F"],
    ),
    minLength: 4,
    maxLength: 40,
  });

  test("hides each spelling of a secret, whole and up to a cut, between any other texts", () => {
    fc.assert(
      fc.property(awkward, fc.array(awkward, { maxLength: 2 }), fc.nat(), fc.nat(), (secret, others, which, length) => {
        const forms = partsOf(secret)
          .flatMap((part) => [...plainForms(part), ...base64Forms(part)])
          .filter((form) => form.length >= 4);
        if (forms.length === 0) return;
        const form = forms[which % forms.length] ?? "";
        const kept = form.slice(0, 4 + (length % (form.length - 3)));
        const mask = maskerOf([...others, secret]);
        for (const text of [form, `say "${form}" (${form})`]) expect(mask(text)).not.toContain(form);
        for (const text of [`${kept}…`, `noise:${kept}… (700 characters)`])
          expect(mask(text)).not.toContain(`${kept}…`);
      }),
      { numRuns: runs(500) },
    );
  });

  test("hides the beginning of a long secret with half of a character before a cut", () => {
    const secret = `\ud83dpassword-of-the-shop-${"x".repeat(300)}`;
    for (const form of [secret, JSON.stringify(secret).slice(1)])
      expect(maskerOf([secret])(`bad input: ${form.slice(0, 30)}…`)).toBe("bad input: [secret]…");
  });

  test("reads a text with megabytes of base64", () => {
    expect(maskerOf(["secretvalue1"])(`${"A".repeat(8_000_000)} secretvalue1`).slice(-10)).toBe("A [secret]");
  });

  test("computes only spellings that the text may contain, if a job has thousands of values or a very long one", () => {
    const many = Array.from({ length: 20_000 }, (_, index) => `prompt number ${index} of many`);
    const long = `${"a long text & ".repeat(200_000)}the end`;
    const text = "the value 'prompt number 19999 of many' is refused, and a-canary-value too";
    const cut = "the value 'a long text &amp; a long te… is too long";
    const computed: string[] = [];
    const spied = class extends URLSearchParams {
      constructor(values: Record<string, string>) {
        super(values);
        computed.push(values[""] ?? "");
      }
    };
    vi.stubGlobal("URLSearchParams", spied);
    const mask = maskerOf([...many, long, "a-canary-value"]);
    const masked = [mask(text), mask(cut)];
    vi.unstubAllGlobals();
    expect(masked).toEqual(["the value '[secret]' is refused, and [secret] too", "the value '[secret]… is too long"]);
    // A few other prompts have only words and digits that are in the text.
    expect(computed.length).toBeLessThan(15);
    expect(computed).toEqual(expect.arrayContaining(["prompt number 19999 of many", "a-canary-value"]));
    expect(computed.at(-1)).toHaveLength(cut.length);
  });

  const secret = `pa"ss'wo<rd>&/\\x`;
  const json = (text: string) => JSON.stringify(text);
  const escaped = (some: RegExp, write: (code: string) => string) =>
    secret.replace(some, (one) => write(one.charCodeAt(0).toString(16)));
  test.each([
    ["in JSON within JSON", json(json({ key: secret } as never)), '"{\\"key\\":\\"[secret]\\"}"'],
    ["in HTML", `<b>pa&quot;ss&#39;wo&lt;rd&gt;&amp;/\\x</b>`, "<b>[secret]</b>"],
    ["in HTML with numbers", `<b>pa&#34;ss&#39;wo&lt;rd&gt;&amp;/\\x</b>`, "<b>[secret]</b>"],
    ["with the escapes of a web server", escaped(/["\\]/g, (code) => `\\x${code.toUpperCase()}`), "[secret]"],
    ["with the escapes of a program", escaped(/["'\\&<>]/g, (code) => `\\x${code}`), "[secret]"],
    ["in other case", `<${secret.toUpperCase()}>`, "<[secret]>"],
    ["in base64", `basic ${Buffer.from(secret).toString("base64")}`, /^basic \[secret\].{0,3}$/],
    ["in base64 of a user and the secret", Buffer.from(`me:${secret};`).toString("base64"), /^.{4,6}\[secret\].{0,4}$/],
    ["in base64 for URLs", Buffer.from(`m:${secret}`).toString("base64url"), /^.{2,4}\[secret\].{0,4}$/],
  ])("hides a secret %s", (_, text, shown) => {
    const masked = maskerOf([secret])(text);
    if (typeof shown === "string") expect(masked).toBe(shown);
    else expect(masked).toMatch(shown);
  });

  test.each<[string, (code: string) => string]>([
    ["decimal", (code) => `&#${Number.parseInt(code, 16)};`],
    ["padded decimal", (code) => `&#${String(Number.parseInt(code, 16)).padStart(3, "0")};`],
    ["hexadecimal", (code) => `&#x${code};`],
    ["padded hexadecimal", (code) => `&#x00${code.toUpperCase()};`],
  ])("hides a secret in HTML with %s numbers", (_, write) => {
    for (const some of [/["'&<>]/g, /["&<>]/g]) expect(maskerOf([secret])(escaped(some, write))).toBe("[secret]");
  });

  test("keeps a word that equals a short value in another case", () => {
    expect(maskerOf(["info"])("INFO: started")).toBe("INFO: started");
  });

  test("hides a line of a secret even if the text omits the line's indentation", () => {
    expect(maskSecrets("got: private: canary", ["key:\n  private: canary"])).toBe("got: [secret]");
    expect(maskSecrets("token=canary-1;", ["canary-1\n"])).toBe("token=[secret];");
  });
});

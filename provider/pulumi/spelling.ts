/** How the SDK of a language writes names and flags. */
interface Style {
  readonly nameOf: (name: string) => string;
  readonly flagOf: (name: string, value: string) => string;
}

const same = (name: string) => name;
const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const pascalCase = (name: string) => `${name[0]?.toUpperCase()}${name.slice(1)}`;
const withColon = (name: string, value: string) => `${name}: ${value}`;

/** Podwright's own messages are in this style. */
const asDeclared: Style = { nameOf: same, flagOf: withColon };

const styles: Readonly<Record<string, Style>> = {
  nodejs: asDeclared,
  yaml: asDeclared,
  python: { nameOf: snakeCase, flagOf: (name, value) => `${name}=${pascalCase(value)}` },
  go: { nameOf: pascalCase, flagOf: withColon },
  dotnet: { nameOf: pascalCase, flagOf: (name, value) => `${name} = ${value}` },
  java: { nameOf: same, flagOf: (name, value) => `${name}(${value})` },
};

/** Names of inputs, and of their parts. */
export type Names = ReadonlySet<string>;

/** Rewrites a message of Podwright for the reader. */
export type Spelling = (message: string) => string;

/** A text in quotes; or the path at the beginning of a line, before a colon; or a name and its flag. */
const parts =
  /("[^"\n]*")|(?<=^\s*)([a-z]\w*(?:\[\d+\]|\.[A-Za-z]\w*)*)(?=: (?!true\b|false\b))|(?<![\w$:/.-])([a-z][A-Za-z]*(?:\.[a-z][A-Za-z]*)*)(?:: (true|false)\b)?(?![\w$/-])/gm;

/**
 * Returns a function that writes the names of inputs as the SDK of the program's language does. `runtime` is Pulumi's name of
 * the language. If it is unknown, the function adds Python's spelling to the first use of each name that Python spells in
 * another way. It leaves texts in double quotes unchanged, because RunPod or the program wrote them. `namesOf` collects the names
 * from all schemas, which takes a tenth of a short command's time, and TypeScript and YAML need no names.
 */
export function spellingFor(runtime: string | undefined, namesOf: () => Names): Spelling {
  const style = styles[runtime ?? ""];
  if (style === asDeclared) return same;
  const names = namesOf();
  return style === undefined ? inBothSpellings(names) : (message) => spelled(message, style, names);
}

function spelled(message: string, { nameOf, flagOf }: Style, names: Names): string {
  const all = (path: string) => path.replace(/[a-z]\w*/g, (name) => (names.has(name) ? nameOf(name) : name));
  return message.replace(parts, (text, quoted?: string, path?: string, name = "", flag?: string) => {
    if (quoted !== undefined) return text;
    if (path !== undefined) return all(path);
    if (flag !== undefined && names.has(name)) return flagOf(nameOf(name), flag);
    return isUnmistakable(name, names) ? text.replace(name, all(name)) : text;
  });
}

function inBothSpellings(names: Names): Spelling {
  return (message) => {
    const seen = new Set<string>();
    return message.replace(parts, (text, quoted?: string, path?: string, name = "") => {
      const written = path ?? (quoted === undefined && isUnmistakable(name, names) ? name : "");
      const inPython = written.replace(/[a-z]\w*/g, (one: string) => (names.has(one) ? snakeCase(one) : one));
      if (inPython === written || seen.has(written)) return text;
      seen.add(written);
      return text.replace(written, `${written} (${inPython} in Python)`);
    });
  };
}

/** A single word such as `image` may be an English word. Words with a capital inside are names. */
function isUnmistakable(path: string, names: Names): boolean {
  return path.split(".").every((name) => names.has(name)) && /[A-Z]/.test(path);
}

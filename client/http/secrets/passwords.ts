import { MASK } from "./secret";

/**
 * Masks the user and the password in each address, such as `postgres://user:password@host/db`, also where the address is
 * percent-encoded. People write passwords with `@`, `/` and `#` into an address although they should encode these characters.
 * So the part up to the last `@` counts, and the mask may take more than the password.
 */
export function withoutPasswords(text: string): string {
  return text
    .replace(/\b([a-z][a-z\d+.-]*:\/\/)([^\s<>]*)@/gi, (whole, scheme: string, before: string) =>
      isUser(before) ? `${scheme}${MASK}@` : whole,
    )
    .replace(/\b([a-z][a-z\d+.-]*%3a%2f%2f)[^\s<>&"]*%40/gi, `$1${MASK}%40`)
    .replace(/\b(password|passwd|pwd)=('[^']*'|[^\s&"'`]+)/gi, `$1=${MASK}`);
}

/** Returns the passwords of the addresses in a text, as they are written there. */
export function passwordsIn(text: string): string[] {
  const users = [...text.matchAll(/:\/\/([^\s<>]*)@/g)].map(([, before = ""]) => before);
  return users.filter(isUser).flatMap((user) => {
    const password = user.slice(user.indexOf(":") + 1);
    return user.includes(":") && password !== "" ? [password, ...decoded(password)] : [];
  });
}

/** Returns whether the text before an `@` is a user. Without a user, it is a host, perhaps with a port, and a path. */
function isUser(before: string): boolean {
  const slash = before.indexOf("/");
  if (slash === -1) return !/["'`]/.test(before) || before.includes(":");
  const first = before.slice(0, slash);
  return first.includes("@") || (first.includes(":") && !/^(?:\[[^\]]*\]|[^:]*)(?::\d*)?$/.test(first));
}

function decoded(password: string): string[] {
  try {
    const plain = decodeURIComponent(password);
    return plain === password ? [] : [plain];
  } catch {
    return [];
  }
}

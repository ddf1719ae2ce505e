import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureContext, getCACertificates, type SecureContext } from "node:tls";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What a connection over TLS trusts where `SSL_CERT_FILE` names more authorities than the runtime trusts; `undefined` for the
 * runtime's own choice. Node and Bun read `NODE_EXTRA_CA_CERTS` by themselves, and Bun alone the other.
 */
export function ownAuthorities(environment: Environment, warn: (sentence: string) => void): SecureContext | undefined {
  const { SSL_CERT_FILE: file } = environment;
  if (file === undefined || file === "") return undefined;
  try {
    const text = readFileSync(file, "utf8");
    // Throws where the file begins with no certificate, which Node would pass over in silence.
    new X509Certificate(text);
    return createSecureContext({ ca: [...getCACertificates("default"), text] });
  } catch (error) {
    const reason =
      error instanceof Error && "syscall" in error && "code" in error ? String(error.code) : "it holds no certificate";
    warn(
      `Podwright cannot read the authorities in ${file}, which SSL_CERT_FILE names (${reason}), and trusts the usual ones alone.`,
    );
    return undefined;
  }
}

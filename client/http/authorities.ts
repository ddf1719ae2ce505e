import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureContext, getCACertificates, type SecureContext } from "node:tls";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The authorities that a TLS connection trusts when `SSL_CERT_FILE` names more than the runtime trusts; `undefined` for
 * the runtime's own choice. Node and Bun read `NODE_EXTRA_CA_CERTS` by themselves, but only Bun reads `SSL_CERT_FILE`.
 */
export function ownAuthorities(environment: Environment, warn: (sentence: string) => void): SecureContext | undefined {
  const { SSL_CERT_FILE: file } = environment;
  if (file === undefined || file === "") return undefined;
  try {
    const text = readFileSync(file, "utf8");
    // Throws if the file begins with no certificate: Node would silently ignore such a file.
    new X509Certificate(text);
    return createSecureContext({ ca: [...getCACertificates("default"), text] });
  } catch (error) {
    const reason =
      error instanceof Error && "syscall" in error && "code" in error ? String(error.code) : "it holds no certificate";
    warn(
      `Podwright cannot read the authorities in ${file}, which SSL_CERT_FILE names (${reason}), and trusts only the usual authorities.`,
    );
    return undefined;
  }
}

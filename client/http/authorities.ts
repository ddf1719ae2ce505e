import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureContext, getCACertificates, type SecureContext } from "node:tls";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the certificate authorities for TLS if `SSL_CERT_FILE` adds some, else `undefined` for the runtime's default. Node
 * and Bun read `NODE_EXTRA_CA_CERTS` themselves, but only Bun reads `SSL_CERT_FILE`.
 */
export function ownAuthorities(environment: Environment, warn: (sentence: string) => void): SecureContext | undefined {
  const { SSL_CERT_FILE: file } = environment;
  if (file === undefined || file === "") return undefined;
  try {
    const text = readFileSync(file, "utf8");
    // Throws if the file does not begin with a certificate. Node would silently ignore such a file.
    new X509Certificate(text);
    return createSecureContext({ ca: [...getCACertificates("default"), text] });
  } catch (error) {
    const reason =
      error instanceof Error && "syscall" in error && "code" in error
        ? String(error.code)
        : "it does not begin with a certificate";
    warn(
      `Podwright cannot read the certificate authorities in ${file}, which SSL_CERT_FILE names (${reason}). Podwright trusts only the default authorities.`,
    );
    return undefined;
  }
}

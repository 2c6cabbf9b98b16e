/** Verifies a server's certificate against the user's own authorities, for a network stack that knows only those of the system. */
import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { isValidAt, mayIssue, mayServe } from './certificate-rules';

export interface Chain {
  /** PEM texts: the server's certificate, then those that it sent with it. */
  readonly certificates: readonly string[];
  readonly hostname: string;
  /** PEM texts of the trusted ones. */
  readonly authorities: readonly string[];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export type ChainResult = 'trusted' | 'untrusted' | 'expired' | 'wrong-host';

const maxDepth = 8;
/** A server could otherwise make the search for a path take very long. */
const maxAttempts = 100;

/**
 * Returns whether a path leads from the server's certificate to one of the authorities, and if so, whether the certificate is valid now and for
 * the host. Revocation isn't checked: authorities of companies rarely offer that. Never throws.
 */
export function verifyChain({ certificates, hostname, authorities, now }: Chain): ChainResult {
  try {
    const [server, ...sent] = certificates.slice(0, maxDepth + 1).map((pem) => new X509Certificate(pem));
    if (server === undefined) return 'untrusted';
    const trusted = authorities.map((pem) => new X509Certificate(pem));
    // A server's own certificate may be the trusted one.
    const isOwn = trusted.some(({ raw }) => raw.equals(server.raw));
    if (!isOwn && !(mayServe(server) && findsPath({ trusted, now, attempts: 0 }, server, sent, 0))) return 'untrusted';
    if (!isValidAt(server, now)) return 'expired';
    return isFor(server, hostname) ? 'trusted' : 'wrong-host';
  } catch {
    return 'untrusted';
  }
}

interface Search {
  readonly trusted: readonly X509Certificate[];
  readonly now: number;
  attempts: number;
}

function findsPath(search: Search, issued: X509Certificate, sent: readonly X509Certificate[], below: number): boolean {
  const mayBeIssuer = (issuer: X509Certificate, isTrusted: boolean) => {
    search.attempts += 1;
    if (search.attempts > maxAttempts || below >= maxDepth) return false;
    return (
      issued.checkIssued(issuer) && isValidAt(issuer, search.now) && mayIssue(issuer, below, isTrusted) && issued.verify(issuer.publicKey)
    );
  };
  if (search.trusted.some((issuer) => mayBeIssuer(issuer, true))) return true;
  return sent.some((issuer) => {
    const others = sent.filter((other) => other !== issuer);
    return mayBeIssuer(issuer, false) && findsPath(search, issuer, others, below + 1);
  });
}

/** Only alternative names count, as in browsers. */
function isFor(server: X509Certificate, hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return server.checkIP(host) !== undefined;
  return server.checkHost(host, { subject: 'never' }) !== undefined;
}

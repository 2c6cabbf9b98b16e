/** Verifies a server's certificate against the user's own authorities, for a network stack that knows only those of the system. */
import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { type CertificateFacts, type Extension, readElements, readFacts } from './der';

/** What a certificate must be like to be part of a chain (RFC 5280 section 6, and what browsers require beyond it). */
const basicConstraints = '551d13';
const keyUsage = '551d0f';
const nameConstraints = '551d1e';
/** Also subject alternative names, extended key usage, and policies, which ask for nothing here. */
const understood: ReadonlySet<string> = new Set([basicConstraints, keyUsage, '551d11', '551d25', '551d20']);

const serverUse = '1.3.6.1.5.5.7.3.1';
const anyUse = '2.5.29.37.0';

/** RSA and ECDSA with SHA-256, 384, or 512, and Ed25519. */
const signatures: ReadonlySet<string> = new Set([
  '2a864886f70d01010b',
  '2a864886f70d01010c',
  '2a864886f70d01010d',
  '2a8648ce3d040302',
  '2a8648ce3d040303',
  '2a8648ce3d040304',
  '2b6570',
]);

const minimumRsaBits = 2_048;

/** Whether a certificate may be that of a server: for its use, not too weak, and without a condition that isn't understood. */
export function mayServe(certificate: X509Certificate): boolean {
  const facts = readFacts(certificate.raw);
  return facts !== null && signatures.has(facts.signature) && isUsable(certificate, facts);
}

/**
 * Whether a certificate may have issued another one, with `below` other authorities between it and the server. Those that are limited to some
 * names are refused, because the limit isn't checked here. `isTrusted` is for the user's own ones, whose signature proves nothing.
 */
export function mayIssue(certificate: X509Certificate, below: number, isTrusted: boolean): boolean {
  const facts = readFacts(certificate.raw);
  if (facts === null || !certificate.ca || !isUsable(certificate, facts)) return false;
  if (!isTrusted && !signatures.has(facts.signature)) return false;
  if (facts.extensions.some(({ id }) => id === nameConstraints)) return false;
  return below <= longestPath(facts.extensions) && maySign(facts.extensions);
}

/** Whether a certificate is valid at a moment (milliseconds since the epoch). */
function isValidAt({ validFrom, validTo }: X509Certificate, now: number): boolean {
  return Date.parse(validFrom) <= now && now <= Date.parse(validTo);
}

function isUsable(certificate: X509Certificate, { extensions }: CertificateFacts): boolean {
  if (extensions.some(({ id, isCritical }) => isCritical && !understood.has(id))) return false;
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
  if (asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) < minimumRsaBits) return false;
  // Node names the extended key usage so.
  const uses: readonly string[] | undefined = certificate.keyUsage;
  return uses === undefined || uses.some((use) => use === serverUse || use === anyUse);
}

function longestPath(extensions: readonly Extension[]): number {
  const value = extensionOf(extensions, basicConstraints);
  const [whole] = (value && readElements(value)) ?? [];
  const limit = whole && readElements(whole.body)?.find(({ tag }) => tag === 0x02);
  if (limit === undefined) return Number.POSITIVE_INFINITY;
  return limit.body.length === 1 ? (limit.body[0] ?? 0) : 0;
}

/** Whether the bit `keyCertSign` is set, if the certificate says what its key is for. */
function maySign(extensions: readonly Extension[]): boolean {
  const value = extensionOf(extensions, keyUsage);
  if (value === null) return true;
  const [bits] = readElements(value) ?? [];
  return ((bits?.body[1] ?? 0) & 0x04) !== 0;
}

function extensionOf(extensions: readonly Extension[], wanted: string): Buffer | null {
  return extensions.find(({ id }) => id === wanted)?.value ?? null;
}

interface Chain {
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

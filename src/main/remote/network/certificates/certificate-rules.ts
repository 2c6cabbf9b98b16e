/** What a certificate must be like to be part of a chain (RFC 5280 section 6, and what browsers require beyond it). */
import type { X509Certificate } from 'node:crypto';
import { type CertificateFacts, type Extension, readElements, readFacts } from './der';

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
export function isValidAt({ validFrom, validTo }: X509Certificate, now: number): boolean {
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

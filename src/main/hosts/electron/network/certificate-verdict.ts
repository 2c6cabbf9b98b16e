/** The result that a session returns after Chromium has verified a server's certificate. Doesn't import Electron. */
import { verifyChain } from '../../../remote/network/certificates/verify-chain';

/** The parts of Electron's request that are used. */
export interface VerificationRequest {
  readonly hostname: string;
  readonly errorCode: number;
  readonly certificate: SentCertificate;
}

export interface SentCertificate {
  /** PEM. */
  readonly data: string;
  readonly issuerCert?: SentCertificate;
}

const accepted = 0;
/** Chromium's own result applies. */
const asVerified = -3;
/** `net::ERR_CERT_AUTHORITY_INVALID`. Chromium reports it before a wrong name or date, which are therefore verified here again. */
const unknownAuthority = -202;
const verdicts = { trusted: accepted, untrusted: asVerified, expired: -201, 'wrong-host': -200 } as const;

const maxCertificates = 10;

/**
 * Returns the number that Electron expects. The user's authorities count only where Chromium knows none: its other refusals, such as of a
 * revoked certificate, stay.
 */
export function certificateVerdict(request: VerificationRequest, authorities: readonly string[], now: number): number {
  if (request.errorCode !== unknownAuthority) return asVerified;
  const { hostname } = request;
  return verdicts[verifyChain({ certificates: sentWith(request.certificate), hostname, authorities, now })];
}

function sentWith(first: SentCertificate): string[] {
  const texts: string[] = [];
  let next: SentCertificate | undefined = first;
  while (next?.data !== undefined && texts.length < maxCertificates && !texts.includes(next.data)) {
    texts.push(next.data);
    next = next.issuerCert;
  }
  return texts;
}

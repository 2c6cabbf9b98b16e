import type { TransportFailure } from '../../ports/ports';

const codes: Readonly<Record<string, TransportFailure>> = {
  ENOTFOUND: 'name-not-found',
  EAI_AGAIN: 'name-not-found',
  ECONNREFUSED: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ETIMEDOUT: 'timed-out',
  UND_ERR_CONNECT_TIMEOUT: 'timed-out',
  UND_ERR_ABORTED: 'cancelled',
  UND_ERR_INVALID_ARG: 'bad-input',
  EPROTO: 'tls-refused',
  CERT_HAS_EXPIRED: 'tls-expired',
  CERT_NOT_YET_VALID: 'tls-expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tls-wrong-host',
};

/** Returns our code for one of Node or undici. */
export function failureOf(code: string): TransportFailure {
  const known = codes[code];
  if (known !== undefined) return known;
  if (/^(CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/.test(code)) return 'tls-untrusted';
  return /^ERR_(TLS|SSL)_/.test(code) ? 'tls-refused' : 'connection-lost';
}

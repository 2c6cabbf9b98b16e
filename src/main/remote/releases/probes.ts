/** Checks TCP and TLS connections without sending a request. */
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { type Certificate, connect as connectTls, type DetailedPeerCertificate, type SecureContext, type TLSSocket } from 'node:tls';
import type { DiagnosisStep, ServerCertificate } from '#contract/bridge/diagnostics.ts';

/** Opens and closes a TCP connection. Resolves to the remote address and port. */
export function reach(host: string, port: number, limit: number): Promise<string> {
  const socket = connectTcp({ host, port, timeout: limit });
  return outcome(socket, 'connect', () => `${socket.remoteAddress}:${socket.remotePort}`);
}

interface CertificateProbe {
  readonly host: string;
  readonly port: number;
  /** A connection to the server through a proxy. */
  readonly socket?: Socket;
  readonly secureContext?: SecureContext | undefined;
}

/** What a step found. */
export type Finding = Pick<DiagnosisStep, 'found' | 'certificate' | 'authorities' | 'aheadSeconds'>;

/** Resolves to the server's certificate. Rejects with the reason's code and the certificate if it isn't valid. */
export function certificate({ host, port, socket: through, secureContext }: CertificateProbe, limit: number): Promise<Finding> {
  // Nothing is sent on this connection, so it is safe to accept an untrusted certificate in order to inspect it.
  const name = isIP(host) === 0 ? { servername: host } : {};
  const way = through === undefined ? { host, port } : { host, socket: through };
  const trust = secureContext === undefined ? {} : { secureContext };
  const socket = connectTls({ ...way, ...trust, timeout: limit, rejectUnauthorized: false, ...name });
  return outcome(socket, 'secureConnect', () => {
    const shown = describe(socket.getPeerCertificate(true));
    if (!socket.authorized) throw Object.assign(new Error(), { code: reasonOf(socket), certificate: shown });
    return { found: shown?.issuer ?? '', certificate: shown };
  });
}

/** Returns the code of a certificate error, a string or an error: Node's types don't match its behavior. */
function reasonOf({ authorizationError }: TLSSocket): string {
  const reason: unknown = authorizationError;
  return typeof reason === 'string' ? reason : ((reason as NodeJS.ErrnoException | null)?.code ?? 'refused');
}

/** A server without a certificate has an empty one. */
function describe(certificate: Partial<DetailedPeerCertificate>): ServerCertificate | undefined {
  const { subject, issuer, subjectaltname = '', valid_from: from = '', valid_to: until = '' } = certificate;
  if (subject === undefined || issuer === undefined) return undefined;
  const authority = lastIssuer(certificate) ?? issuer;
  return {
    subject: nameOf(subject) || subjectaltname.slice(0, maxName),
    issuer: nameOf(issuer),
    authority: nameOf(authority),
    from: Date.parse(from),
    until: Date.parse(until),
  };
}

/** Servers may send chains of any length. */
const maxChain = 10;

/** Returns whose name ends the chain that the server sent. A root is its own issuer. */
function lastIssuer(first: Partial<DetailedPeerCertificate>): Certificate | undefined {
  let last = first;
  for (let above = 0; above < maxChain && last.issuerCertificate !== undefined; above += 1) last = last.issuerCertificate;
  return last.issuer;
}

const maxName = 200;

function nameOf({ O: organization, CN: name }: Certificate): string {
  return [organization, name].flat().filter(Boolean).join(' ').slice(0, maxName);
}

function outcome<S extends Socket, T>(socket: S, event: 'connect' | 'secureConnect', read: () => T): Promise<T> {
  const found = new Promise<T>((resolve, reject) => {
    socket.once(event, () => {
      try {
        resolve(read());
      } catch (thrown) {
        reject(thrown);
      }
    });
    socket.once('timeout', () => reject(Object.assign(new Error(), { code: 'ETIMEDOUT' })));
    socket.on('error', reject);
    socket.once('close', () => reject(Object.assign(new Error(), { code: 'ECONNRESET' })));
  });
  return found.finally(() => socket.destroy());
}

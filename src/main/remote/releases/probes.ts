/** Checks TCP and TLS connections without sending a request. */
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls';

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

/** Resolves to the issuer and expiry of the server's certificate. Rejects with the reason and the same text if it isn't valid. */
export function certificate({ host, port, socket: through, secureContext }: CertificateProbe, limit: number): Promise<string> {
  // Nothing is sent on this connection, so it is safe to accept an untrusted certificate in order to inspect it.
  const name = isIP(host) === 0 ? { servername: host } : {};
  const way = through === undefined ? { host, port } : { host, socket: through };
  const trust = secureContext === undefined ? {} : { secureContext };
  const socket = connectTls({ ...way, ...trust, timeout: limit, rejectUnauthorized: false, ...name });
  return outcome(socket, 'secureConnect', () => {
    if (!socket.authorized) throw Object.assign(new Error(), { code: `${reasonOf(socket)}: ${issuerOf(socket)}` });
    return issuerOf(socket);
  });
}

/** Returns the code of a certificate error, a string or an error: Node's types don't match its behavior. */
function reasonOf({ authorizationError }: TLSSocket): string {
  const reason: unknown = authorizationError;
  return typeof reason === 'string' ? reason : ((reason as NodeJS.ErrnoException | null)?.code ?? 'refused');
}

function issuerOf(socket: TLSSocket): string {
  const { issuer, valid_to: until } = socket.getPeerCertificate();
  return `${[issuer?.O, issuer?.CN].flat().filter(Boolean).join(' ')}, until ${until}`;
}

function outcome<S extends Socket>(socket: S, event: 'connect' | 'secureConnect', read: () => string): Promise<string> {
  const found = new Promise<string>((resolve, reject) => {
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

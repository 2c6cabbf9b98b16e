/** Looks at a connection without asking anything over it. */
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';

/** Opens a connection and closes it; answers where it led. */
export function reach(host: string, port: number, limit: number): Promise<string> {
  const socket = connectTcp({ host, port, timeout: limit });
  return outcome(socket, 'connect', () => `${socket.remoteAddress}:${socket.remotePort}`);
}

/** Answers who issued the service's certificate and until when it holds; a refused one fails with the reason and the same facts. */
export function certificate(host: string, port: number, limit: number): Promise<string> {
  // Nothing is sent on this connection, so that a certificate which is not to be trusted can be looked at.
  const name = isIP(host) === 0 ? { servername: host } : {};
  const socket = connectTls({ host, port, timeout: limit, rejectUnauthorized: false, ...name });
  return outcome(socket, 'secureConnect', () => {
    if (!socket.authorized) throw Object.assign(new Error(), { code: `${reasonOf(socket)}: ${issuerOf(socket)}` });
    return issuerOf(socket);
  });
}

/** The code of a refusal; Node's types and Node disagree about its form. */
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

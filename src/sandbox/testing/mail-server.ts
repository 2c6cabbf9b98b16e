/** A mail server on loopback for specs, which accepts messages or rejects them as configured. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { MailServer } from '../mail/smtp';

export type Refusal = 'login' | 'recipient' | 'sender' | 'letter' | 'later' | 'once';

export interface TestMailServer {
  /** Connection settings with a valid login. */
  readonly config: MailServer;
  /** Received messages with headers. */
  readonly messages: string[];
  close(): Promise<void>;
}

export const login = { username: 'mailer', password: 'smtp-password-1' };
const sender = { sender_name: 'Engines', sender_email: 'noreply@engines.example' };

class Refused extends Error {
  constructor(
    readonly responseCode: number,
    text: string,
  ) {
    super(text);
  }
}

/** Starts a server that accepts everything except what it is configured to reject. */
export async function startMailServer(refuses?: Refusal): Promise<TestMailServer> {
  const messages: string[] = [];
  let busy = refuses === 'once' ? 1 : 0;
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    logger: false,
    onAuth({ username, password }, _session, done) {
      const right = refuses !== 'login' && username === login.username && password === login.password;
      done(right ? null : new Refused(535, `Not with ${password}`), right ? { user: username } : undefined);
    },
    onMailFrom(_address, _session, done) {
      done(refuses === 'sender' ? new Refused(553, 'Not from there') : null);
    },
    onRcptTo(_address, _session, done) {
      if (refuses === 'recipient') return done(new Refused(550, 'Unknown recipient'));
      if (refuses === 'later' || busy > 0) {
        busy -= 1;
        return done(new Refused(450, 'Try again later'));
      }
      done();
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refuses === 'letter') return done(new Refused(554, 'Not that letter'));
        messages.push(Buffer.concat(chunks).toString());
        done();
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    config: { host: '127.0.0.1', port: portOf(server.server), ...login, ...sender },
    messages,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Starts a server that doesn't respond, closes connections immediately, or responds like a web server. */
export async function failingMailServer(manner: 'silent' | 'hangs-up' | 'nonsense'): Promise<TestMailServer> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (manner === 'hangs-up') socket.end();
    if (manner === 'nonsense') socket.write('HTTP/1.1 400 Bad Request\r\n\r\n');
  });
  const sockets = new Set<{ destroy(): void }>();
  server.on('connection', (socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    config: { host: '127.0.0.1', port: portOf(server), ...login, ...sender },
    messages: [],
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Returns the address of a closed port, to test connection failures. */
export async function closedPort(): Promise<MailServer> {
  const { config, close } = await failingMailServer('silent');
  await close();
  return config;
}

function portOf(server: Pick<Server, 'address'>): number {
  return (server.address() as AddressInfo).port;
}

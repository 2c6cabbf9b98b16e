/** An HTTP proxy on loopback for tunnels (CONNECT), which knows the names of a spec's servers. */
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Certificate } from './certificate';

export interface ConnectProxy {
  readonly url: string;
  /** What was asked for, such as `service.test:443`. */
  readonly asked: readonly string[];
  /** The `proxy-authorization` headers, in the same order. */
  readonly passwords: readonly (string | undefined)[];
  /** A status other than 200 refuses the tunnel. */
  status: number;
  /** The `proxy-authorization` that it wants; null for none. */
  signIn: string | null;
}

/** Starts a proxy that ends with the test. `places` are the ports on loopback of host names. */
export async function startConnectProxy(places: Readonly<Record<string, number>> = {}, certificate?: Certificate): Promise<ConnectProxy> {
  const sockets = new Set<Socket>();
  const asked: string[] = [];
  const passwords: (string | undefined)[] = [];
  const server = certificate ? createSecureServer({ key: certificate.key, cert: certificate.cert }) : createServer();
  const keep = (socket: Socket) => void sockets.add(socket.on('error', () => undefined));
  server.on('connection', keep);
  server.on('connect', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    keep(socket);
    asked.push(request.url ?? '');
    passwords.push(request.headers['proxy-authorization']);
    const port = places[request.url?.split(':')[0] ?? ''];
    const isRefused = proxy.signIn !== null && request.headers['proxy-authorization'] !== proxy.signIn;
    const status = isRefused ? 407 : proxy.status === 200 && port === undefined ? 502 : proxy.status;
    socket.write(`HTTP/1.1 ${status} Answer\r\n${status === 407 ? 'proxy-authenticate: Basic realm="x"\r\n' : ''}\r\n`);
    if (status !== 200 || port === undefined) return void socket.end();
    const onward = connect(port, '127.0.0.1');
    keep(onward);
    onward.write(head);
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => void server.close(() => resolve()));
  });
  const { port } = server.address() as AddressInfo;
  const proxy: ConnectProxy = { url: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`, asked, passwords, status: 200, signIn: null };
  return proxy;
}

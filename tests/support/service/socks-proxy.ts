/** A SOCKS 5 proxy on loopback (RFC 1928, with sign-in as in RFC 1929), which knows the names of a spec's servers. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface SocksProxy {
  readonly url: string;
  /** What was asked for, such as `service.test:443`. */
  readonly asked: readonly string[];
  /** The user names and passwords, as `name:password`. */
  readonly passwords: readonly string[];
}

/** Starts a proxy that ends with the test. `places` are the ports on loopback of host names; `signIn` is what it wants, as `name:password`. */
export async function startSocksProxy(places: Readonly<Record<string, number>> = {}, signIn: string | null = null): Promise<SocksProxy> {
  const sockets = new Set<Socket>();
  const asked: string[] = [];
  const passwords: string[] = [];
  const keep = (socket: Socket) => void sockets.add(socket.on('error', () => undefined));

  const greet = (socket: Socket) => (greeting: Buffer) => {
    const method = signIn === null ? 0 : 2;
    if (!greeting.subarray(2).includes(method)) return void socket.end(Buffer.from([5, 0xff]));
    socket.once('data', signIn === null ? open(socket) : check(socket));
    socket.write(Buffer.from([5, method]));
  };
  const check = (socket: Socket) => (sent: Buffer) => {
    const nameEnd = 2 + (sent[1] ?? 0);
    const found = `${sent.subarray(2, nameEnd)}:${sent.subarray(nameEnd + 1)}`;
    passwords.push(found);
    if (found !== signIn) return void socket.end(Buffer.from([1, 1]));
    socket.once('data', open(socket));
    socket.write(Buffer.from([1, 0]));
  };
  const open = (socket: Socket) => (request: Buffer) => {
    // A name; addresses aren't asked for in specs.
    const name = request[3] === 3 ? String(request.subarray(5, 5 + (request[4] ?? 0))) : '';
    asked.push(`${name}:${request.readUInt16BE(request.length - 2)}`);
    const port = places[name];
    socket.write(Buffer.from([5, port === undefined ? 4 : 0, 0, 1, 127, 0, 0, 1, 0, 0]));
    if (port === undefined) return void socket.end();
    const onward = connect(port, '127.0.0.1');
    keep(onward);
    socket.pipe(onward).pipe(socket);
  };

  const server = createServer((socket) => {
    keep(socket);
    socket.once('data', greet(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => void server.close(() => resolve()));
  });
  return { url: `socks5://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, passwords };
}

/** Faults of services, gateways and hotspots. */
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Fault } from './fault-server';

type Headers = Readonly<Record<string, string>>;

const head = (status: number, headers: Headers): string =>
  [`HTTP/1.1 ${status} Status`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n');

/** Returns a fault that sends an ordinary response. */
export function answer(status: number, body: string | Buffer = '', headers: Headers = {}): Fault {
  const bytes = Buffer.from(body);
  return (socket) => {
    socket.write(head(status, { 'content-length': String(bytes.length), ...headers }));
    socket.write(bytes);
  };
}

/** Returns a fault that sends a JSON response; a string is sent as it is. */
export function json(value: unknown, headers: Headers = {}, status = 200): Fault {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return answer(status, text, { 'content-type': 'application/json; charset=utf-8', ...headers });
}

/** Returns a fault that sends plain text, like gateways and unexpected failures of the service. */
export const plain = (status: number, text: string, headers: Headers = {}): Fault =>
  answer(status, text, { 'content-type': 'text/plain; charset=utf-8', ...headers });

/** Returns a fault that sends a known error with an overridden status; the header and the body may contradict each other. */
export function known(header: string, status: number | string, body: object): Fault {
  return json(body, { 'x-stack-known-error': header, 'x-stack-actual-status': String(status) });
}

/** Resets the connection, like a process that crashes. */
export const reset: Fault = (socket) => void socket.resetAndDestroy();

/** Never responds. */
export const stallBeforeHeaders: Fault = () => undefined;

export const stallWithinHeaders: Fault = (socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-type: appl');

export const stallWithinBody: Fault = (socket) => void socket.write(`${head(200, { 'content-length': '100' })}{"half":`);

/** Sends one byte of a body at each interval, without end. */
export const dribble =
  (every: number): Fault =>
  (socket) => {
    socket.write(head(200, { 'content-type': 'application/json', 'content-length': '1000000' }));
    drip(socket, every, () => '[');
  };

/** Sends one byte of the head at each interval. */
export const dribbleHeaders =
  (every: number): Fault =>
  (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
    drip(socket, every, () => 'z');
  };

function drip(socket: Socket, every: number, next: () => string): void {
  const timer = setInterval(() => (socket.writable ? socket.write(next()) : clearInterval(timer)), every);
  socket.once('close', () => clearInterval(timer));
}

export const truncatedChunks: Fault = (socket) => void socket.end(`${head(200, { 'transfer-encoding': 'chunked' })}5\r\n{"id"\r\n`);

/** Announces more bytes than it sends, and closes. */
export const lengthTooLong: Fault = (socket) => void socket.end(`${head(200, { 'content-length': '500' })}{"id":"x"}`);

/** Announces fewer bytes than it sends. */
export const lengthTooShort: Fault = (socket) => void socket.end(`${head(200, { 'content-length': '5' })}{"id":"x"}`);

export const notHttp: Fault = (socket) => void socket.end('220 mail.example ESMTP ready\r\n');

/** Sends 50 MB of zeros in 50 kB. */
export function gzipBomb(): Fault {
  return answer(200, gzipSync(Buffer.alloc(50_000_000)), { 'content-type': 'application/json', 'content-encoding': 'gzip' });
}

/** Returns a fault that sends a list of `megabytes` without an end, as fast as it is read. */
export function endlessList(megabytes: number): Fault {
  const row = Buffer.from(`${JSON.stringify({ display_name: 'x'.repeat(65_000) })},`);
  return (socket) => {
    let left = Math.ceil((megabytes * 1024 * 1024) / row.length);
    socket.write(`${head(200, { 'content-type': 'application/json' })}{"items":[`);
    const more = () => {
      while (left > 0 && socket.writable) {
        left -= 1;
        if (!socket.write(row)) return;
      }
      socket.end('{}]}');
    };
    socket.on('drain', more);
    more();
  };
}

export const captivePortal: Fault = answer(200, '<!doctype html><title>Café</title><form action="/login">Welcome</form>', {
  'content-type': 'text/html',
});

export const deepJson = (): Fault => json(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);

/** Sends keys with a special meaning in JavaScript. */
export const prototypeKeys: Fault = json('{"__proto__":{"id":"x","isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}');

export const invalidUtf8: Fault = answer(200, Buffer.from([0x22, 0xc3, 0x28, 0xff, 0x22]), { 'content-type': 'application/json' });

/** Returns a fault that redirects; `location` may be absolute. */
export const redirect = (status: number, location: string): Fault => answer(status, '', { location });

/** Repeats the whole request, like debugging gateways. */
export const echo: Fault = (socket, request) => plain(500, `Upstream refused ${JSON.stringify(request)}`)(socket, request);

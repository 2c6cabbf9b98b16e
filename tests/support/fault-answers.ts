/** What a service, a gateway or a hotspot may do to a request. */
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Fault } from './fault-server';

type Headers = Readonly<Record<string, string>>;

const head = (status: number, headers: Headers): string =>
  [`HTTP/1.1 ${status} Status`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n');

/** An answer as any server gives it. */
export function answer(status: number, body: string | Buffer = '', headers: Headers = {}): Fault {
  const bytes = Buffer.from(body);
  return (socket) => {
    socket.write(head(status, { 'content-length': String(bytes.length), ...headers }));
    socket.write(bytes);
  };
}

/** An answer in JSON; text stands for JSON already written. */
export function json(value: unknown, headers: Headers = {}, status = 200): Fault {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return answer(status, text, { 'content-type': 'application/json; charset=utf-8', ...headers });
}

/** A plain sentence, as gateways and unexpected failures of the service have it. */
export const plain = (status: number, text: string, headers: Headers = {}): Fault =>
  answer(status, text, { 'content-type': 'text/plain; charset=utf-8', ...headers });

/** A known error as it arrives when the status is overridden; the header and the body may be made to disagree. */
export function known(header: string, status: number | string, body: object): Fault {
  return json(body, { 'x-stack-known-error': header, 'x-stack-actual-status': String(status) });
}

/** Closes the connection without a word, as a process that dies does. */
export const reset: Fault = (socket) => void socket.resetAndDestroy();

/** Nothing, for ever. */
export const stallBeforeHeaders: Fault = () => undefined;

export const stallWithinHeaders: Fault = (socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-type: appl');

export const stallWithinBody: Fault = (socket) => void socket.write(`${head(200, { 'content-length': '100' })}{"half":`);

/** One byte of a body every so often, and no end of it. */
export const dribble =
  (every: number): Fault =>
  (socket) => {
    socket.write(head(200, { 'content-type': 'application/json', 'content-length': '1000000' }));
    drip(socket, every, () => '[');
  };

/** The same with the bytes of a head. */
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

/** Promises more than it sends, and closes. */
export const lengthTooLong: Fault = (socket) => void socket.end(`${head(200, { 'content-length': '500' })}{"id":"x"}`);

/** Promises less than it sends. */
export const lengthTooShort: Fault = (socket) => void socket.end(`${head(200, { 'content-length': '5' })}{"id":"x"}`);

export const notHttp: Fault = (socket) => void socket.end('220 mail.example ESMTP ready\r\n');

/** 50 MB of nothing in 50 kB. */
export function gzipBomb(): Fault {
  return answer(200, gzipSync(Buffer.alloc(50_000_000)), { 'content-type': 'application/json', 'content-encoding': 'gzip' });
}

/** A list of `megabytes` without end, sent as fast as it is taken. */
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

/** Keys that mean something to JavaScript. */
export const prototypeKeys: Fault = json('{"__proto__":{"id":"x","isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}');

export const invalidUtf8: Fault = answer(200, Buffer.from([0x22, 0xc3, 0x28, 0xff, 0x22]), { 'content-type': 'application/json' });

/** A redirect; `location` may be absolute. */
export const redirect = (status: number, location: string): Fault => answer(status, '', { location });

/** Repeats everything it was sent, as debugging gateways do. */
export const echo: Fault = (socket, request) => plain(500, `Upstream refused ${JSON.stringify(request)}`)(socket, request);

/** `net.request` over Node's own client: the same events in the same order; redirects are only reported. */
import {
  type IncomingMessage,
  type ClientRequest as NodeRequest,
  request as requestHttp,
  validateHeaderName,
  validateHeaderValue,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import type { ClientRequestConstructorOptions } from 'electron';
import { requireReady } from './app';
import { Emitter, emitterMembers } from './emitter';
import { eventNames } from './event-names';
import { faceOf, refuse } from './refuse';

/** Chromium's error names by Node's error codes. */
const failures: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'net::ERR_CONNECTION_REFUSED',
  ECONNRESET: 'net::ERR_CONNECTION_RESET',
  ENOTFOUND: 'net::ERR_NAME_NOT_RESOLVED',
};
const failureOf = ({ code }: NodeJS.ErrnoException) => failures[code ?? ''] ?? 'net::ERR_FAILED';

/** A response reports that its connection was lost as an error. It isn't notified of an abort: it ends without a word. */
class StandInResponse extends Emitter<(typeof eventNames.IncomingMessage)[number]> {
  readonly face: this = faceOf(this, 'incomingMessage', [...emitterMembers, 'statusCode', 'headers']);
  readonly statusCode: number;
  readonly headers: IncomingMessage['headers'];
  private over = false;

  constructor(inner: IncomingMessage) {
    super('incomingMessage', eventNames.IncomingMessage);
    this.statusCode = inner.statusCode ?? 0;
    this.headers = inner.headers;
    inner.on('data', (chunk) => this.over || this.tell('data', chunk));
    inner.on('end', () => this.over || this.tell('end'));
    inner.on('error', () => undefined);
  }

  destroy(error?: Error): void {
    if (this.over) return;
    this.over = true;
    if (error !== undefined) this.tell('error', error);
  }
}

class StandInRequest extends Emitter<(typeof eventNames.ClientRequest)[number]> {
  readonly face: this = faceOf(this, 'clientRequest', [...emitterMembers, 'abort', 'end']);
  private readonly inner: NodeRequest;
  private response: StandInResponse | null = null;
  private over = false;

  constructor(options: ClientRequestConstructorOptions) {
    super('clientRequest', eventNames.ClientRequest);
    const { url = refuse('net.request: no address'), method = 'GET', headers = {} } = options;
    const { protocol } = new URL(url);
    if (protocol !== 'http:' && protocol !== 'https:') refuse('ClientRequest only supports http: and https: protocols');
    for (const [name, value] of Object.entries(headers)) checkHeader(name, value);
    const start = protocol === 'https:' ? requestHttps : requestHttp;
    this.inner = start(url, { method, headers: headers as Record<string, string> });
    this.inner.on('response', (response) => this.answer(response, options));
    this.inner.on('error', (error: NodeJS.ErrnoException) => this.fail(failureOf(error)));
  }

  end(body?: string): this {
    this.inner.end(body);
    return this;
  }

  /** Reports the abort later, to the request alone. */
  abort(): void {
    if (this.over) return;
    this.over = true;
    process.nextTick(() => this.tell('abort'));
    this.response?.destroy();
    this.inner.destroy();
  }

  private answer(response: IncomingMessage, { redirect = 'follow', method = 'GET' }: ClientRequestConstructorOptions): void {
    const { statusCode = 0, headers } = response;
    if (statusCode < 300 || statusCode >= 400 || headers.location === undefined) {
      this.response = new StandInResponse(response);
      response.on('error', (error) => this.fail(failureOf(error)));
      this.tell('response', this.response.face);
      return;
    }
    if (redirect !== 'manual') refuse('net.request: redirects other than manual ones are not in the stand-in for Electron');
    const listed = Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value : [String(value)]]);
    this.tell('redirect', statusCode, method, new URL(headers.location, 'http://localhost').href, Object.fromEntries(listed));
    response.resume();
    this.fail('Redirect was cancelled');
  }

  private fail(message: string): void {
    if (this.over) return;
    this.over = true;
    const error = new Error(message);
    this.response?.destroy(error);
    this.tell('error', error);
  }
}

function checkHeader(name: string, value: unknown): void {
  if (value == null) refuse(`\`value\` required in setHeader("${name}", value)`);
  try {
    validateHeaderName(name);
  } catch {
    refuse(`Invalid header name: '${name}'`);
  }
  validateHeaderValue(name, String(value));
}

class StandInNet {
  readonly face: this = faceOf(this, 'net', ['request']);
  /** Requests, in order. */
  readonly requests: ClientRequestConstructorOptions[] = [];

  request(options: ClientRequestConstructorOptions) {
    requireReady('net');
    this.requests.push(options);
    return new StandInRequest(options).face;
  }
}

export const net = new StandInNet();

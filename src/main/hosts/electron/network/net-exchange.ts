/** A request over Chromium's network stack as a promise, with the app's limits and error codes. Does not import Electron. */
import { AppError, fail } from '#contract/errors.ts';
import type { ProxyServer } from '../../../ports/network-plan';
import type { Clock, TransportFailure, TransportLimits, TransportRequest, TransportResponse } from '../../../ports/ports';
import { type ActiveRequest, bareCause, createBody, flatten, isEncoded, startRequest } from '../../../remote/shared-transport';

type Headers = Record<string, string | string[]>;

/** The part of Electron's `IncomingMessage` that is used. */
export interface NetResponse {
  readonly statusCode: number;
  readonly headers: Headers;
  on(event: 'data', listener: (chunk: Buffer) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** The part of Electron's `ClientRequest` that is used. */
export interface NetRequest {
  on(event: 'response', listener: (response: NetResponse) => void): unknown;
  on(event: 'redirect', listener: (status: number, method: string, url: string, headers: Record<string, string[]>) => void): unknown;
  on(event: 'abort', listener: () => void): unknown;
  on(event: 'login', listener: (info: { isProxy: boolean }, answer: (username?: string, password?: string) => void) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  end(body?: string): unknown;
  abort(): void;
}

type ExchangeOptions = Pick<TransportRequest, 'body' | 'limits' | 'signal'> & {
  /** Reads the sign-in for the proxy, if one is stored. */
  readonly proxySignIn?: ProxyServer['signIn'];
};

/**
 * Starts a prepared request and resolves to the response. Redirects are returned, not followed. Chromium does not report when it has
 * connected, so the timeout for headers starts with the request. After the promise has settled, nothing more is read.
 */
export function exchange(request: NetRequest, options: ExchangeOptions, clock: Clock): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    // A request that was not started doesn't need to be aborted.
    if (options.signal?.aborted) return reject(fail('cancelled'));
    // Added first and never removed, because an unhandled `error` event ends the process.
    request.on('error', (error) => active.giveUp(failureOf(error)));
    request.on('abort', () => active.giveUp(fail('connection-lost')));
    let hasSignedIn = false;
    // Proxies that the system signs in to don't get here. Without an answer, the request would wait.
    request.on('login', ({ isProxy }, answer) => {
      if (!isProxy) return answer();
      // Chromium asks again if the proxy has refused the answer.
      if (options.proxySignIn === undefined || hasSignedIn) return active.giveUp(fail('proxy-sign-in'));
      hasSignedIn = true;
      options.proxySignIn().then(
        ({ username, password }) => active.isOver || answer(username, password),
        (thrown) => active.giveUp(thrown instanceof AppError ? thrown : fail('internal')),
      );
    });
    const active = startRequest(options, clock, { resolve, reject, abort: () => request.abort() });
    request.on('redirect', (status, _method, _url, headers) => active.done({ status, headers: flatten(headers), bytes: new Uint8Array() }));
    request.on('response', (response) => read(request, response, options.limits, active));
    active.expectWithin(options.limits.headers);
    request.end(options.body);
  });
}

function read(request: NetRequest, response: NetResponse, limits: TransportLimits, active: ActiveRequest): void {
  const head = { status: response.statusCode, headers: flatten(response.headers) };
  const body = createBody(limits.bodyBytes);
  response.on('error', (error) => active.giveUp(failureOf(error)));
  if (isEncoded(head.headers)) {
    active.done({ ...head, bytes: new Uint8Array() });
    request.abort();
    return;
  }
  active.expectWithin(limits.idle);
  response.on('data', (chunk) => {
    active.expectWithin(limits.idle);
    try {
      body.add(chunk);
    } catch (thrown) {
      active.giveUp(thrown as AppError);
    }
  });
  response.on('end', () => active.done({ ...head, bytes: body.whole() }));
}

function failureOf(error: Error): AppError {
  return fail(codeOf(error), {}, bareCause(error));
}

const codes: readonly (readonly [RegExp, TransportFailure])[] = [
  [/^NAME_|^DNS_|^ICANN_NAME_COLLISION$/, 'name-not-found'],
  [/^CERT_DATE_INVALID$/, 'tls-expired'],
  [/^CERT_COMMON_NAME_INVALID$/, 'tls-wrong-host'],
  [/^CERT/, 'tls-untrusted'],
  [/^SSL_|^BAD_SSL_|^ECH_/, 'tls-refused'],
  [/TIMED_OUT$|^CONNECTION_TIMEOUT$/, 'timed-out'],
  [/^INTERNET_DISCONNECTED$/, 'offline'],
  [/^PROXY_AUTH_/, 'proxy-sign-in'],
  [/^PROXY_|^SOCKS_|^NO_SUPPORTED_PROXIES$|^MANDATORY_PROXY_/, 'proxy-unreachable'],
  [/^TUNNEL_/, 'proxy-refused'],
  [/^CONNECTION_(REFUSED|FAILED)$|^ADDRESS_|^UNSAFE_PORT$/, 'unreachable'],
  [/^NETWORK_ACCESS_DENIED$|^BLOCKED_BY_/, 'unreachable'],
  [/^INVALID_(ARGUMENT|URL)$|^DISALLOWED_URL_SCHEME$|^UNKNOWN_URL_SCHEME$/, 'bad-input'],
];

/** Returns the code for an error whose message contains Chromium's name for it, as in `net::ERR_NAME_NOT_RESOLVED`. */
export function codeOf({ message }: Error): TransportFailure {
  const name = /net::ERR_([A-Z0-9_]+)/.exec(message)?.[1] ?? '';
  return codes.find(([pattern]) => pattern.test(name))?.[1] ?? 'connection-lost';
}

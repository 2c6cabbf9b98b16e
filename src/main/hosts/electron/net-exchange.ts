/** One request over Chromium's network stack, as a promise with our limits and our codes. Knows Electron by shape only. */
import { type AppError, fail } from '../../../contract/errors';
import type { Clock, TransportFailure, TransportRequest, TransportResponse } from '../../ports';
import { bareCause, createBody, flatten, isEncoded } from '../../service/shared-transport';

type Headers = Record<string, string | string[]>;

/** What is used of Electron's `IncomingMessage`. */
export interface NetResponse {
  readonly statusCode: number;
  readonly headers: Headers;
  on(event: 'data', listener: (chunk: Buffer) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  on(event: 'aborted', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** What is used of Electron's `ClientRequest`. */
export interface NetRequest {
  on(event: 'response', listener: (response: NetResponse) => void): unknown;
  on(event: 'redirect', listener: (status: number, method: string, url: string, headers: Record<string, string[]>) => void): unknown;
  on(event: 'abort', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  end(body?: string): unknown;
  abort(): void;
}

type Given = Pick<TransportRequest, 'body' | 'limits' | 'signal'>;

/**
 * Starts a prepared request and answers what comes back; a redirect is an answer, never followed. Chromium does not tell when
 * it has connected, so the limit for headers counts from the start. After the promise is settled nothing is read any more.
 */
export function exchange(request: NetRequest, { body, limits, signal }: Given, clock: Clock): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    const timers = createTimers(clock, () => giveUp(fail('timed-out')));
    let isOver = false;
    const over = () => {
      isOver = true;
      timers.stop();
      signal?.removeEventListener('abort', cancel);
    };
    const done = (response: TransportResponse) => {
      if (isOver) return;
      over();
      resolve(response);
    };
    const giveUp = (error: AppError) => {
      if (isOver) return;
      over();
      reject(error);
      request.abort();
    };
    const cancel = () => giveUp(fail('cancelled'));
    const failed = (error: Error) => giveUp(fail(codeOf(error), {}, bareCause(error)));

    // Listened to before anything else, and for ever: an `error` that nobody hears ends the program.
    request.on('error', failed);
    request.on('abort', () => giveUp(fail('connection-lost')));
    request.on('redirect', (status, _method, _url, headers) => done({ status, headers: flatten(headers), bytes: new Uint8Array() }));
    request.on('response', (response) => {
      response.on('error', failed);
      response.on('aborted', () => giveUp(fail('connection-lost')));
      timers.idle(limits.idle);
      const head = { status: response.statusCode, headers: flatten(response.headers) };
      if (!isEncoded(head.headers)) return read(response);
      done({ ...head, bytes: new Uint8Array() });
      request.abort();
    });
    const read = (response: NetResponse) => {
      const received = createBody(limits.bodyBytes);
      response.on('data', (chunk) => {
        if (isOver) return;
        timers.idle(limits.idle);
        try {
          received.add(chunk);
        } catch (thrown) {
          giveUp(thrown as AppError);
        }
      });
      response.on('end', () => done({ status: response.statusCode, headers: flatten(response.headers), bytes: received.whole() }));
    };

    if (signal?.aborted) return cancel();
    signal?.addEventListener('abort', cancel);
    timers.total(limits.total);
    timers.idle(limits.headers);
    request.end(body);
  });
}

/** Two clocks on one request: one for the whole of it, one that every sign of life sets anew. */
function createTimers(clock: Clock, onEnd: () => void) {
  let stopTotal = () => {};
  let stopIdle = () => {};
  return {
    total(limit: number) {
      stopTotal = clock.after(limit, onEnd);
    },
    idle(limit: number) {
      stopIdle();
      stopIdle = clock.after(limit, onEnd);
    },
    stop() {
      stopTotal();
      stopIdle();
    },
  };
}

const codes: readonly (readonly [RegExp, TransportFailure])[] = [
  [/^NAME_|^DNS_|^ICANN_NAME_COLLISION$/, 'name-not-found'],
  [/^CERT|^SSL_|^BAD_SSL_|^ECH_/, 'tls-refused'],
  [/TIMED_OUT$|^CONNECTION_TIMEOUT$/, 'timed-out'],
  [/^INTERNET_DISCONNECTED$/, 'offline'],
  [
    /^CONNECTION_(REFUSED|FAILED)$|^ADDRESS_|^PROXY_|^TUNNEL_|^SOCKS_|^MANDATORY_PROXY_|^NO_SUPPORTED_PROXIES$|^UNSAFE_PORT$/,
    'unreachable',
  ],
  [/^NETWORK_ACCESS_DENIED$|^BLOCKED_BY_/, 'unreachable'],
  [/^INVALID_(ARGUMENT|URL)$|^DISALLOWED_URL_SCHEME$|^UNKNOWN_URL_SCHEME$/, 'bad-input'],
];

/** Chromium names its failures in the text: `net::ERR_NAME_NOT_RESOLVED`. */
export function codeOf({ message }: Error): TransportFailure {
  const name = /net::ERR_([A-Z0-9_]+)/.exec(message)?.[1] ?? '';
  return codes.find(([pattern]) => pattern.test(name))?.[1] ?? 'connection-lost';
}

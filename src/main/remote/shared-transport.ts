/** Shared parts of all transports: timeouts and cancellation, body limits, and error causes without secrets. */
import { type AppError, type ErrorReport, fail } from '#contract/errors.ts';
import { isLoopback, parseUrl } from '#contract/urls.ts';
import type { Clock, Ports, Transport, TransportRequest, TransportResponse } from '../ports/ports';
import { createFixedClock } from '../runtime/system-clock';

/** A request in flight. It settles once, and then removes its timers and listeners. */
export interface ActiveRequest {
  readonly isOver: boolean;
  done(response: TransportResponse): void;
  giveUp(error: AppError): void;
  /** Fails the request with `timed-out` unless there is progress within `limit` milliseconds. */
  expectWithin(limit: number): void;
}

interface Ends {
  resolve(response: TransportResponse): void;
  reject(error: AppError): void;
  /** Aborts the underlying request. */
  abort(error: AppError): void;
}

/** Starts the timeout of a whole request. The returned request is already over if the signal was aborted before. */
export function startRequest(
  { limits, signal }: Pick<TransportRequest, 'limits' | 'signal'>,
  { after, monotonic }: Pick<Clock, 'after' | 'monotonic'>,
  ends: Ends,
): ActiveRequest {
  let isOver = false;
  let stopSilence = () => {};
  let silenceEnds = Number.POSITIVE_INFINITY;
  let timerEnds = Number.POSITIVE_INFINITY;
  const end = () => {
    isOver = true;
    stopTotal();
    stopSilence();
    signal?.removeEventListener('abort', cancel);
  };
  const giveUp = (error: AppError) => {
    if (isOver) return;
    end();
    ends.reject(error);
    ends.abort(error);
  };
  const cancel = () => giveUp(fail('cancelled'));
  const late = () => giveUp(fail('timed-out'));
  const stopTotal = after(limits.total, late);
  const watchSilence = (delay: number) => {
    stopSilence();
    timerEnds = monotonic() + delay;
    stopSilence = after(delay, () => {
      const left = silenceEnds - monotonic();
      if (left > 0) watchSilence(left);
      else late();
    });
  };
  if (signal?.aborted) cancel();
  else signal?.addEventListener('abort', cancel);
  return {
    get isOver() {
      return isOver;
    },
    giveUp,
    done(response) {
      if (isOver) return;
      end();
      ends.resolve(response);
    },
    expectWithin(limit) {
      if (isOver) return;
      silenceEnds = monotonic() + limit;
      // A later end is noticed when the timer is due, because progress is frequent and a timer costs more than reading the clock.
      if (silenceEnds < timerEnds) watchSilence(limit);
    },
  };
}

export interface Body {
  /** Adds the next part. Throws `response-too-large` when the limit is exceeded. */
  add(part: Uint8Array): void;
  /** Returns the whole body. May be called once. */
  whole(): Uint8Array;
}

/** Creates a buffer for a body of at most `limit` bytes. */
export function createBody(limit: number): Body {
  const parts: Uint8Array[] = [];
  let size = 0;
  return {
    add(part) {
      size += part.length;
      if (size > limit) throw tooManyBytes(limit);
      parts.push(part);
    },
    whole() {
      // Otherwise the parts would stay in memory with the whole as long as the request.
      const all = parts.splice(0);
      return all.length === 1 && all[0] ? all[0] : Buffer.concat(all, size);
    },
  };
}

/** Creates the error for a response of more than `max` bytes. */
export function tooManyBytes(max: number, facts: Omit<ErrorReport, 'code'> = {}): AppError {
  return fail('response-too-large', { ...facts, details: { limit: 'bytes', max } });
}

/** Whether the body is compressed. Such bodies are rejected, because a small one may decompress to a very large one. */
export function isEncoded(headers: TransportResponse['headers']): boolean {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  return encoding !== '' && encoding !== 'identity';
}

/** Returns the headers with names in lower case, and the last value of a repeated header. */
export function flatten(headers: Readonly<Record<string, string | readonly string[] | undefined>>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    const last = typeof value === 'string' ? value : value?.at(-1);
    // Assigning `__proto__` would set the prototype instead of a header.
    if (last !== undefined && name !== '__proto__') flat[name.toLowerCase()] = last;
  }
  return flat;
}

/** Returns an error with the code and message only: errors of parsers and sockets may have the data as properties. */
export function bareCause(thrown: unknown): Error {
  if (typeof thrown !== 'object' || thrown === null) return new Error('unknown');
  const { message, cause, errors } = thrown as { message?: unknown; cause?: unknown; errors?: readonly unknown[] };
  const code = firstCode(thrown);
  const inner = errors?.[0] ?? cause;
  const text = typeof message === 'string' && message !== '' ? message : inner === undefined ? code : bareCause(inner).message;
  return Object.assign(new Error(text.slice(0, 200)), code === '' ? {} : { code });
}

/** Returns the first code in the chain of causes. A refused dual-stack connection is an `AggregateError`. */
export function firstCode(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return '';
  const { code, cause, errors } = thrown as { code?: unknown; cause?: unknown; errors?: readonly unknown[] };
  if (typeof code === 'string') return code;
  return firstCode(errors?.[0] ?? cause);
}

/** Returns a transport that sends requests only to this machine, for tests that must not reach any other. Others fail with `offline`. */
export function createLoopbackTransport(inner: Transport): Transport {
  return {
    async send(request) {
      const url = parseUrl(request.url);
      if (url === null || !isLoopback(url)) throw fail('offline');
      return inner.send(request);
    },
    ...(inner.follow ? { follow: inner.follow } : {}),
    ...(inner.route ? { route: inner.route } : {}),
    close: () => inner.close(),
  };
}

/**
 * Returns a transport that sends requests only where the policy allows, however the address came about, and to the sandbox, which is on this
 * machine. Others fail with `host-not-allowed`.
 */
export function createPolicyTransport(
  inner: Transport,
  policy: { mayReach(address: string): boolean },
  sandbox: { readonly ready: { readonly url: string } | null },
): Transport {
  const isSandbox = (address: string) => sandbox.ready !== null && parseUrl(address)?.origin === parseUrl(sandbox.ready.url)?.origin;
  return {
    async send(request) {
      if (!isSandbox(request.url) && !policy.mayReach(request.url)) throw fail('host-not-allowed');
      return inner.send(request);
    },
    close: () => inner.close(),
  };
}

/** Returns the ports without a network, or with a fixed time, if the options require that. */
export function restrictPorts(ports: Ports): Ports {
  return withFixedTime(ports.noNetwork ? withoutNetwork(ports) : ports);
}

/** Returns ports that send nothing to other machines. */
function withoutNetwork(ports: Ports): Ports {
  return { ...ports, transport: createLoopbackTransport(ports.transport), updater: { off: 'not-offered' } };
}

function withFixedTime(ports: Ports): Ports {
  return ports.fixedTime === undefined ? ports : { ...ports, clock: createFixedClock(ports.clock, ports.fixedTime) };
}

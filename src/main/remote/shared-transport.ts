/** What every transport does alike: ends once and in time, keeps a body within its limit, drops what a cause might give away. */
import { type AppError, type ErrorReport, fail } from '../../contract/errors';
import type { Clock, TransportRequest, TransportResponse } from '../ports';

/** A request on its way: it ends once, and takes its timers and listeners along. */
export interface ActiveRequest {
  readonly isOver: boolean;
  done(answer: TransportResponse): void;
  giveUp(error: AppError): void;
  /** The next sign of life must come within so many milliseconds. */
  expectWithin(limit: number): void;
}

interface Ends {
  resolve(answer: TransportResponse): void;
  reject(error: AppError): void;
  /** Stops whatever is still going on. */
  abort(error: AppError): void;
}

/** Starts the clock of a whole request. It may be over when this answers, for nobody may want it any more. */
export function startRequest(
  { limits, signal }: Pick<TransportRequest, 'limits' | 'signal'>,
  after: Clock['after'],
  ends: Ends,
): ActiveRequest {
  let isOver = false;
  let stopSilence = () => {};
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
  if (signal?.aborted) cancel();
  else signal?.addEventListener('abort', cancel);
  return {
    get isOver() {
      return isOver;
    },
    giveUp,
    done(answer) {
      if (isOver) return;
      end();
      ends.resolve(answer);
    },
    expectWithin(limit) {
      stopSilence();
      if (!isOver) stopSilence = after(limit, late);
    },
  };
}

export interface Body {
  /** Takes the next part; fails with `response-too-large` at the first byte too many. */
  add(part: Uint8Array): void;
  /** Returns all of it, once. */
  whole(): Uint8Array;
}

/** Collects a body of at most `limit` bytes. */
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
      // The parts would otherwise live as long as the request, beside the whole.
      const all = parts.splice(0);
      return all.length === 1 && all[0] ? all[0] : Buffer.concat(all, size);
    },
  };
}

/** The error for a response of more than `max` bytes. */
export function tooManyBytes(max: number, facts: Omit<ErrorReport, 'code'> = {}): AppError {
  return fail('response-too-large', { ...facts, details: { limit: 'bytes', max } });
}

/** True for a body that would have to be unpacked: a small one may become a very large one. */
export function isEncoded(headers: TransportResponse['headers']): boolean {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  return encoding !== '' && encoding !== 'identity';
}

/** Names in lower case, the last value of a repeated header. */
export function flatten(headers: Readonly<Record<string, string | readonly string[] | undefined>>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const last = typeof value === 'string' ? value : value?.at(-1);
    // Assigning would lose a header of that name; it means nothing to us.
    if (last !== undefined && name !== '__proto__') flat[name.toLowerCase()] = last;
  }
  return flat;
}

/** A cause reduced to its code and sentence: parsers keep what they read on their errors, and sockets what was sent. */
export function bareCause(thrown: unknown): Error {
  if (typeof thrown !== 'object' || thrown === null) return new Error('unknown');
  const { message, cause, errors } = thrown as { message?: unknown; cause?: unknown; errors?: readonly unknown[] };
  const code = firstCode(thrown);
  const inner = errors?.[0] ?? cause;
  const text = typeof message === 'string' && message !== '' ? message : inner === undefined ? code : bareCause(inner).message;
  return Object.assign(new Error(text.slice(0, 200)), code === '' ? {} : { code });
}

/** The code nearest the cause: a refused dual-stack connection arrives as an `AggregateError`. */
export function firstCode(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return '';
  const { code, cause, errors } = thrown as { code?: unknown; cause?: unknown; errors?: readonly unknown[] };
  if (typeof code === 'string') return code;
  return firstCode(errors?.[0] ?? cause);
}

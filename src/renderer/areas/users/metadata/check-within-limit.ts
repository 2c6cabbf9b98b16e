/** Checks a value against a schema without stopping the window, and for a limited time. */
import type { MessageKey } from '#messages/translator.ts';
import type { SchemaProblem } from './check-schema';
import type { SchemaRequest } from './schema-worker';

/** The problems found; `invalid` if the schema can't be applied, `too-slow` if it takes too long for this value. */
export type SchemaResult = readonly SchemaProblem[] | 'invalid' | 'too-slow';

/** Milliseconds. The largest value takes less than a tenth with a harmless schema. */
const limitMillis = 2_000;

export type SchemaWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

/** Resolves to the result, or to `too-slow` at the limit or once `signal` is aborted. Never rejects. */
export function checkWithinLimit(request: SchemaRequest, signal: AbortSignal, createWorker = startWorker): Promise<SchemaResult> {
  return new Promise((resolve) => {
    const worker = createWorker();
    const finish = (result: SchemaResult) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      worker.terminate();
      resolve(result);
    };
    const stop = () => finish('too-slow');
    const timer = setTimeout(stop, limitMillis);
    signal.addEventListener('abort', stop, { once: true });
    worker.onmessage = ({ data }: MessageEvent<readonly SchemaProblem[] | null>) => finish(data ?? 'invalid');
    worker.onerror = () => finish('invalid');
    worker.postMessage(request);
  });
}

function startWorker(): SchemaWorker {
  return new Worker(new URL('./schema-worker.ts', import.meta.url), { type: 'module' });
}

/** The profile keeps no longer values. */
const maxLength = 14_000;

/**
 * Resolves to what is wrong with the text of a schema; undefined for none, and for no schema. It is applied to find references that lead nowhere
 * and patterns that aren't valid: some take any time, whatever the value.
 */
export async function problemOfSchema(text: string, check: typeof checkWithinLimit = checkWithinLimit): Promise<MessageKey | undefined> {
  if (text.trim() === '') return undefined;
  if (JSON.stringify(text).length > maxLength) return 'users.schema.too-long';
  const result = await check({ text, value: {} }, new AbortController().signal);
  if (result === 'too-slow') return 'users.schema.too-slow';
  return result === 'invalid' ? 'users.schema.not-a-schema' : undefined;
}

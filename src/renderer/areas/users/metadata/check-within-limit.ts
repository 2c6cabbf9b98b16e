/** Checks a value against a schema without stopping the window, and for a limited time. */
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

/** Sends rows together with one request. What the service refuses because of one of them, or because they are too many, is sent in halves. */

import { fail } from '#contract/errors.ts';
import type { RowError } from '#contract/jobs/job.ts';
import type { StoredRow } from '#contract/workers/job-records.ts';
import type { Together } from './job-spec';
import { failureOf } from './row-errors';
import { createMark, RunEnded, type SendRowDeps } from './send-row';

export type SendBlockDeps = Omit<SendRowDeps, 'spec' | 'clock'> & { readonly together: Together };

/** What the service accepted without saying that it was done for a row. Sending it again could do it twice. */
const unlisted: RowError = { code: 'bad-response', known: null, status: null, text: null };

/**
 * Sends rows that wait. All of them become `sent` before the request, and have a result after it: those of a request without a response are unknown. Rejects
 * as `SendRow.send` does.
 */
export async function sendBlock(deps: SendBlockDeps, rows: readonly StoredRow[]): Promise<void> {
  if (!(await isToSplit(deps, rows))) return;
  const middle = Math.ceil(rows.length / 2);
  for (const half of [rows.slice(0, middle), rows.slice(middle)]) {
    // They wait, as those that no run has taken.
    if (deps.isHalted()) return;
    await sendBlock(deps, half);
  }
}

type Result =
  | { readonly kind: 'response'; readonly response: unknown }
  | { readonly kind: 'error'; readonly thrown: unknown; readonly isSent: boolean };

async function isToSplit(deps: SendBlockDeps, rows: readonly StoredRow[]): Promise<boolean> {
  const { together } = deps;
  const result = await request(deps, rows);
  if (result.kind === 'response') {
    const done = together.done(result.response);
    await putAll(deps, rows, ({ target }) => (done.has(target.id) ? { state: 'done' } : { state: 'unknown', error: unlisted }));
    return false;
  }
  const failure = failureOf(result.thrown, { isSent: result.isSent, isRepeated: false }, {});
  if (failure.kind === 'later') {
    await putAll(deps, rows, () => ({ state: 'waiting' }));
    throw failure.paused;
  }
  if (failure.kind === 'needless') throw new Error('Rows that are sent together have no needless refusals.');
  const { kind, error } = failure;
  if (kind === 'failed' && rows.length > 1 && together.isOfSome(error)) {
    // Nothing was done. A process that ends before the halves are sent leaves rows that wait.
    await putAll(deps, rows, () => ({ state: 'waiting' }));
    return true;
  }
  await putAll(deps, rows, () => ({ state: kind === 'failed' ? 'failed' : 'unknown', error }));
  return false;
}

async function request(deps: SendBlockDeps, rows: readonly StoredRow[]): Promise<Result> {
  const { service, ledger, signal, together } = deps;
  // A job that was paused or canceled in the meantime, also by another process, sends nothing more.
  const mark = createMark(async () => {
    if ((await putAll(deps, rows, () => ({ state: 'sent' }))).includes(false)) throw new RunEnded();
  });
  let isSent = false;
  let isHalted = false;
  try {
    const response = await service.write(together.call(rows), {
      mark: mark.store,
      onSent() {
        if (!isSent && deps.isHalted()) {
          isHalted = true;
          throw fail('cancelled');
        }
        isSent = true;
        ledger.requested();
      },
    });
    return { kind: 'response', response };
  } catch (thrown) {
    mark.assertStored();
    if (isHalted) await putAll(deps, rows, () => ({ state: 'waiting' }));
    if (isHalted || signal.aborted) throw new RunEnded();
    return { kind: 'error', thrown, isSent };
  }
}

type Change = Omit<Parameters<SendBlockDeps['ledger']['put']>[0], 'n'>;

/** Changes of the same moment are stored together, or none of them is. */
function putAll({ ledger }: SendBlockDeps, rows: readonly StoredRow[], change: (row: StoredRow) => Change): Promise<readonly boolean[]> {
  return Promise.all(rows.map((row) => ledger.put({ n: row.n, ...change(row) })));
}

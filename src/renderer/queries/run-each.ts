import type { ErrorReport } from '../../contract/errors';
import { reportOf } from '../lib/errors/error-text';
import { isRefusal } from '../lib/errors/is-refusal';

/**
 * How far one of several requests has come. `unknown`: the response was lost, so it may have had its effect. `skipped`: it wasn't sent,
 * because an earlier one failed for a reason that applies to all.
 */
export type StepResult =
  | { readonly state: 'waiting' | 'running' | 'done' | 'skipped' }
  | { readonly state: 'failed' | 'unknown'; readonly report: ErrorReport };

interface EachOptions<I> {
  readonly send: (item: I) => Promise<unknown>;
  readonly report: (item: I, result: StepResult) => void;
  /** Refusals that apply to every item, by the service's error code or, where it has none, by its text. */
  readonly ofAll: ReadonlySet<string | undefined>;
}

/**
 * Sends one item after another and reports each. A refusal of one item doesn't stop the run. Anything else does, because it would stop
 * the rest too; those are skipped.
 */
export async function runEach<I>(items: readonly I[], { send, report, ofAll }: EachOptions<I>): Promise<void> {
  for (const item of items) report(item, { state: 'waiting' });
  for (const [at, item] of items.entries()) {
    report(item, { state: 'running' });
    const result = await attempt(() => send(item));
    report(item, result);
    if (result.state === 'done' || (result.state === 'failed' && concernsOne(result.report, ofAll))) continue;
    for (const rest of items.slice(at + 1)) report(rest, { state: 'skipped' });
    return;
  }
}

async function attempt(send: () => Promise<unknown>): Promise<StepResult> {
  try {
    await send();
    return { state: 'done' };
  } catch (thrown) {
    const report = reportOf(thrown);
    return { state: isRefusal(report) ? 'failed' : 'unknown', report };
  }
}

function concernsOne({ code, known, text }: ErrorReport, ofAll: ReadonlySet<string | undefined>): boolean {
  if (code === 'service-error') return text === undefined || !ofAll.has(text);
  return code === 'bad-input' || (code === 'known-error' && !ofAll.has(known));
}

import type { ErrorReport } from '../../contract/errors';
import { reportOf } from '../lib/errors/error-text';

/** How far one row of several has come. */
export type RowResult = { readonly state: 'waiting' | 'running' | 'revoked' } | { readonly state: 'failed'; readonly report: ErrorReport };

export interface RevokeSummary {
  readonly revoked: number;
  readonly failed: number;
  /** Not tried, because what stopped the run would have stopped these too. */
  readonly left: number;
}

/**
 * Revokes one after another and tells of each. A refusal of one row does not keep the rest from their turn; anything else,
 * such as a lost network or an ended session, concerns them all and ends the run.
 */
export async function revokeSequentially(
  ids: readonly string[],
  revoke: (id: string) => Promise<unknown>,
  tell: (id: string, result: RowResult | null) => void,
): Promise<RevokeSummary> {
  let revoked = 0;
  let failed = 0;
  for (const id of ids) tell(id, { state: 'waiting' });
  for (const [at, id] of ids.entries()) {
    tell(id, { state: 'running' });
    const report = await attempt(() => revoke(id));
    tell(id, report === null ? { state: 'revoked' } : { state: 'failed', report });
    if (report === null) revoked += 1;
    else failed += 1;
    if (report === null || concernsOneRow(report)) continue;
    const rest = ids.slice(at + 1);
    for (const untried of rest) tell(untried, null);
    return { revoked, failed, left: rest.length };
  }
  return { revoked, failed, left: 0 };
}

async function attempt(run: () => Promise<unknown>): Promise<ErrorReport | null> {
  try {
    await run();
    return null;
  } catch (thrown) {
    return reportOf(thrown);
  }
}

function concernsOneRow({ code }: ErrorReport): boolean {
  return code === 'known-error' || code === 'service-error';
}

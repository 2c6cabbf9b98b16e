import type { ErrorReport } from '../../../../contract/errors';
import { api } from '../../../api';
import { needsSandbox } from './failure-place';

/** Does again what failed, with the sandbox started first where that was what was missing. */
export async function retryAfter<T>(after: ErrorReport, run: () => Promise<T>): Promise<T> {
  if (needsSandbox(after)) await api.sandbox.restart({});
  return run();
}

import type { ErrorReport } from '#contract/errors.ts';
import { api } from '#data/api.ts';
import { needsSandbox } from './failure-position';

/** Restarts the sandbox if a failure says that it isn't running, before the failed call is repeated. */
export async function restartSandboxAfter(failure: ErrorReport): Promise<void> {
  if (needsSandbox(failure)) await api.sandbox.restart({});
}

/** How a command ends. */
import type { ErrorReport } from '#contract/errors.ts';

export const exitCodes = { done: 0, failed: 1, differences: 2, usage: 3 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A failure with a sentence for the user, such as a file that can't be read. Never contains a secret. */
export class TerminalError extends Error {
  override readonly name = 'TerminalError';
  constructor(
    message: string,
    readonly exitCode: ExitCode = exitCodes.failed,
    /** What `--json` prints. */
    readonly code: ErrorReport['code'] | 'usage' | 'failed' = exitCode === exitCodes.usage ? 'usage' : 'failed',
  ) {
    super(message);
  }
}

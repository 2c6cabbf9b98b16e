/** Our own error codes, the failures that carry them, and the reply that carries either outcome. Without schemas: windows load it. */
import type { ErrorCode } from './error-codes';
import type { ErrorReport } from './error-report';

export type { ErrorReport };

export type Reply = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: ErrorReport };

/** A failure inside the program. The cause stays in the main process. */
export class AppError extends Error {
  override readonly name = 'AppError';
  constructor(
    readonly report: ErrorReport,
    options?: { cause?: unknown },
  ) {
    super(report.known ?? report.code, options);
  }
  get code(): ErrorCode {
    return this.report.code;
  }
}

/** For `.catch`: returns null for an error that the app reports, and throws any other, which is a fault. */
export function nullForAppError(thrown: unknown): null {
  if (thrown instanceof AppError) return null;
  throw thrown;
}

/** Shorthand for an error with nothing to say but its code and perhaps a few facts. */
export function fail(code: ErrorCode, facts: Omit<ErrorReport, 'code'> = {}, cause?: unknown): AppError {
  return new AppError({ code, ...facts }, { cause });
}

/** What crosses the bridge for anything thrown: an `AppError`'s report, else `internal` without a word of the cause. */
export function toReport(thrown: unknown): ErrorReport {
  return thrown instanceof AppError ? thrown.report : { code: 'internal' };
}

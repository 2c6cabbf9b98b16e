/** Coded errors and replies of the bridge. Imports no schemas, because windows load it. */
import type { ErrorCode } from './error-codes';
import type { ErrorReport } from './error-report';

export type { ErrorReport };

export type Reply = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: ErrorReport };

/** An error with a code that the app reports. The cause stays in the main process. */
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

/** Returns null for an `AppError` and rethrows other errors, which are bugs. Used with `.catch`. */
export function nullForAppError(thrown: unknown): null {
  if (thrown instanceof AppError) return null;
  throw thrown;
}

/** Creates an `AppError`. */
export function fail(code: ErrorCode, facts: Omit<ErrorReport, 'code'> = {}, cause?: unknown): AppError {
  return new AppError({ code, ...facts }, { cause });
}

/** Returns the report of an `AppError`; for other errors `internal`, without details. */
export function toReport(thrown: unknown): ErrorReport {
  return thrown instanceof AppError ? thrown.report : { code: 'internal' };
}

/** The service's known errors (wire/conventions 9.1): status, group and text with `{placeholders}`. Groups have no status. */
import table from './known-errors.json';

export type KnownErrorCode = keyof typeof table;

interface KnownError {
  readonly status: number | null;
  readonly parent: string | null;
  readonly text: string | null;
}

export const knownErrors: Readonly<Record<KnownErrorCode, KnownError>> = table;

/** Whether the code is in the table. */
export function isKnownErrorCode(code: string): code is KnownErrorCode {
  return Object.hasOwn(knownErrors, code);
}

/** Whether `code` is `group` or one of its descendants. Unknown codes belong to no group. */
export function isInGroup(code: string, group: KnownErrorCode): boolean {
  let at: string | null = code;
  while (at !== null && isKnownErrorCode(at)) {
    if (at === group) return true;
    at = knownErrors[at].parent;
  }
  return false;
}

import { type ErrorCode, errorCodes, type NextStep } from '../../../contract/error-codes';

/** Returns what the user can do about one of our own error codes. */
export function nextStepOf(code: ErrorCode): NextStep {
  return errorCodes[code].next;
}

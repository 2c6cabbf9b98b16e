/** Writes with what was before, what is now, and what undoing them sends. */
import type { Feature } from '#contract/features.ts';
import type { UndoEntry, UndoStep } from '#contract/journal/undo-plan.ts';

export interface UndoCase {
  readonly of: string;
  readonly what?: string;
  readonly input: UndoEntry['input'];
  readonly before?: unknown;
  readonly response?: unknown;
  readonly now?: unknown;
  readonly byAccount?: boolean;
  readonly without?: readonly Feature[];
  /** The requests, or why there are none. */
  readonly sends: readonly UndoStep[] | string;
  readonly asks?: readonly string[];
  readonly losses?: readonly string[];
}

/** An update of one field that isn't changed since. */
export function updated(of: string, input: UndoEntry['input'], was: object, is: object, sends: readonly UndoStep[] | string): UndoCase {
  return { of, input, before: was, response: is, now: is, sends };
}

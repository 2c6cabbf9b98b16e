/** The key that submits a form from any of its fields, also from a text of several lines. */
import type { KeyboardEvent } from 'react';
import { pressedKey } from './pressed-key';

/** Whether a key press submits the form around the field: Ctrl+Enter, on a Mac also Cmd+Enter. */
export function isSubmitKey(event: KeyboardEvent): boolean {
  return pressedKey(event) === 'Enter' && (event.ctrlKey || event.metaKey);
}

/** Whether an event comes from within the element that handles it, and not from a dialog that React counts among its children. */
export function isWithin({ currentTarget, target }: KeyboardEvent): boolean {
  return target instanceof Node && currentTarget.contains(target);
}

/** Keys that are pressed while a dialog is opening. */
import { isMac } from '../use-shortcut';
import { pressedKey } from './pressed-key';

export interface Press {
  readonly key: string;
  readonly isComposing: boolean;
  readonly keyCode: number;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  getModifierState(name: 'AltGraph'): boolean;
}

/**
 * What happens to a key that is pressed while a dialog is opening: it is kept for the dialog's first field, it is dropped together with all
 * that follow it, or it passes as it always does.
 */
export type Handling = 'keep' | 'drop' | 'pass';

const modifiers = /^(Shift|Control|Alt|AltGraph|Meta|CapsLock|NumLock|Fn)$/;
const functionKey = /^F\d+$/;

/**
 * Returns what happens to a key. Only text, its correction, and Escape are kept: Enter, Tab, or an arrow would act on what the user hasn't seen.
 */
export function handlingOf(press: Press, onMac = isMac): Handling {
  const key = pressedKey(press);
  if (key === 'Enter') return 'drop';
  const isCommand = !press.getModifierState('AltGraph') && (press.ctrlKey || press.metaKey || (press.altKey && !onMac));
  if (key === '' || isCommand || modifiers.test(key) || functionKey.test(key)) return 'pass';
  return [...key].length === 1 || key === 'Backspace' || key === 'Escape' ? 'keep' : 'drop';
}

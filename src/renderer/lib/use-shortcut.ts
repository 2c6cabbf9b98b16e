import { useEffect, useRef } from 'react';
import { openDialog } from './keyboard/open-dialog';
import { pressedKey } from './keyboard/pressed-key';

export interface Shortcut {
  readonly key: string;
  /** Ctrl, or Cmd on a Mac. */
  readonly mod?: boolean;
  readonly shift?: boolean;
}

export const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);

/** Whether keys typed here are text, so that a single letter must not act. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName);
}

/**
 * Whether a key press is the shortcut. A key that is also text counts only where nothing is being typed and no dialog is open.
 */
export function matches(event: KeyboardEvent, { key, mod = false, shift }: Shortcut): boolean {
  if (event.defaultPrevented || event.altKey) return false;
  if ((isMac ? event.metaKey : event.ctrlKey) !== mod || (isMac ? event.ctrlKey : event.metaKey)) return false;
  if (shift !== undefined && event.shiftKey !== shift) return false;
  const isText = !mod && key.length === 1;
  if (isText && (isTyping(event.target) || openDialog() !== null)) return false;
  return pressedKey(event).toLowerCase() === key.toLowerCase();
}

/** Runs the action when the shortcut is pressed anywhere in the window. */
export function useShortcut(shortcut: Shortcut, action: (event: KeyboardEvent) => void): void {
  const current = useRef({ shortcut, action });
  current.current = { shortcut, action };
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!matches(event, current.current.shortcut)) return;
      event.preventDefault();
      current.current.action(event);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

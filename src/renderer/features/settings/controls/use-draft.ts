import { type KeyboardEvent, useState } from 'react';
import { pressedKey } from '../../../lib/keyboard/pressed-key';

interface Draft {
  readonly text: string;
  /** Whether the last attempt to save the text failed because of it. */
  readonly isRefused: boolean;
  readonly change: (text: string) => void;
  /** Saves what was typed. */
  readonly commit: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * Returns the text of a field that is saved when it is left, or with Enter. Escape takes back what was typed. `save` returns whether the text
 * is valid; one that isn't stays in the field.
 */
export function useDraft(stored: string, save: (text: string) => boolean): Draft {
  const [draft, setDraft] = useState<string | null>(null);
  const [isRefused, setRefused] = useState(false);
  const take = (text: string | null, refused = false) => {
    setDraft(text);
    setRefused(refused);
  };
  const commit = () => {
    if (draft === null) return;
    if (draft.trim() === stored || save(draft.trim())) take(null);
    else take(draft, true);
  };
  return {
    text: draft ?? stored,
    isRefused,
    change: (text) => take(text),
    commit,
    onKeyDown: (event) => {
      const key = pressedKey(event);
      if (key === 'Enter') commit();
      if (key === 'Escape' && draft !== null) {
        event.stopPropagation();
        take(null);
      }
    },
  };
}

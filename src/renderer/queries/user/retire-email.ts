/** What becomes of the address that was primary, once another one is. */
import { findOldEmail, type OldEmailFate } from '../../lib/rules/removal/old-email';
import type { EmailList } from './emails';

export interface RetireCalls {
  readonly list: () => Promise<EmailList>;
  readonly turnOff: (id: string) => Promise<unknown>;
  readonly remove: (id: string) => Promise<unknown>;
}

/**
 * Removes the previous address, or turns off its use for sign-in. The addresses are read first, because only some releases keep it: it
 * may be gone, or primary again.
 */
export async function retireEmail({ list, turnOff, remove }: RetireCalls, value: string, fate: OldEmailFate): Promise<void> {
  if (fate === 'keep') return;
  const old = findOldEmail((await list()).items, value);
  if (old === undefined) return;
  if (fate === 'remove') await remove(old.id);
  else if (old.used_for_auth) await turnOff(old.id);
}

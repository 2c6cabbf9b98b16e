/** Calls of an account that change how its own user signs in. */
import type { ServiceCall } from '../../contract/dispatch';
import { hasField } from './has-field';

/** Whether a call changes how its account's user signs in. */
export function changesSignIn({ row, actor, input }: Pick<ServiceCall, 'row' | 'actor' | 'input'>): boolean {
  if (actor !== 'account' || row.changesSignIn === undefined) return false;
  return row.changesSignIn === true || hasField(input.body, row.changesSignIn);
}

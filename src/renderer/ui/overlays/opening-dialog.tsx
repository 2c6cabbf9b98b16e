import { useLayoutEffect } from 'react';
import { holdKeys } from '../../lib/keyboard/held-keys';

/** What stands in for a dialog while its code is loading: what is typed in the meantime is for the dialog. */
export function OpeningDialog() {
  useLayoutEffect(holdKeys, []);
  return null;
}

import { Info } from 'lucide-react';
import { expect, it } from 'vitest';
import { shownMessage } from './status-message';

const messages = (...keys: string[]) => keys.map((key) => ({ key, icon: Info, text: key }));

it.each<[what: string, keys: string[], heldKey: string | null, shown: string | undefined]>([
  ['nothing without messages', [], null, undefined],
  ['the first one', ['outage', 'notice'], null, 'outage'],
  ['the one under the pointer, even if a more urgent one arrives', ['outage', 'notice'], 'notice', 'notice'],
  ['nothing in place of the one under the pointer', ['outage', 'notice'], 'link', undefined],
  ['nothing when the one under the pointer was the last', [], 'link', undefined],
])('shows %s', (_what, keys, heldKey, shown) => {
  expect(shownMessage(messages(...keys), heldKey)?.key).toBe(shown);
});

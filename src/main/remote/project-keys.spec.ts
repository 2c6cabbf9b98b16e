import { expect, test, vi } from 'vitest';
import { keysInHand, readOnce } from './project-keys';

test('a key that several requests of a call need is read once', async () => {
  const read = vi.fn(async () => 'pck');
  const key = readOnce(read);
  expect(read).not.toHaveBeenCalled();
  expect([await Promise.all([key(), key()]), await key()]).toEqual([['pck', 'pck'], 'pck']);
  expect(read).toHaveBeenCalledOnce();
});

test('keys in hand are those named, and no others', async () => {
  const keys = keysInHand({ client: 'pck', admin: 'sak' });
  expect([await keys.client?.(), keys.server, await keys.admin?.()]).toEqual(['pck', undefined, 'sak']);
});

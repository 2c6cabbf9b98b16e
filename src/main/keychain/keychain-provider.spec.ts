import { beforeEach, describe, expect, test, vi } from 'vitest';
import { faultOf, loadProvider } from './keychain-provider';

/** As libsecret does it: a locked keyring hides its items, and storing one has the user unlock the keyring, or fails. */
const keyring = vi.hoisted(() => ({ items: new Map<string, string>(), isLocked: false, doesUserUnlock: false }));
vi.mock('keytar', () => ({
  default: {
    getPassword: async (_service: string, item: string) => (keyring.isLocked ? null : (keyring.items.get(item) ?? null)),
    async setPassword(_service: string, item: string, value: string) {
      if (keyring.isLocked && !keyring.doesUserUnlock) throw new Error('The prompt was dismissed');
      keyring.isLocked = false;
      keyring.items.set(item, value);
    },
    deletePassword: async (_service: string, item: string) => !keyring.isLocked && keyring.items.delete(item),
  },
}));

describe('a library that hides what is in a locked keyring', () => {
  beforeEach(() => {
    Object.assign(keyring, { items: new Map([['one', '1']]), isLocked: true, doesUserUnlock: false });
  });

  test('finds an item that was hidden until the user unlocked the keyring', async () => {
    keyring.doesUserUnlock = true;
    const provider = await loadProvider('keytar', 'x');
    expect([await provider.get('one'), await provider.get('none')]).toEqual(['1', null]);
  });

  test('deletes an item that was hidden until the user unlocked the keyring', async () => {
    keyring.doesUserUnlock = true;
    await (await loadProvider('keytar', 'x')).delete('one');
    expect(keyring.items.has('one')).toBe(false);
  });

  test('fails while the keyring stays locked, whether the item is there or not', async () => {
    const provider = await loadProvider('keytar', 'x');
    for (const request of [provider.get('one'), provider.get('none'), provider.delete('one')])
      await expect(request).rejects.toThrow('The prompt was dismissed');
    expect(keyring.items.get('one')).toBe('1');
  });
});

test.each([
  ['Cannot create an item in a locked collection', 'keychain-locked'],
  ['The prompt was dismissed', 'keychain-locked'],
  ['User interaction is not allowed.', 'keychain-locked'],
  ['User canceled the operation.', 'keychain-denied'],
  ['Access is denied.', 'keychain-denied'],
  ['Attribute value is too long', 'keychain-full'],
  ['The stub received bad data.', 'keychain-full'],
  ['Data is not UTF-8 encoded', 'keychain-corrupt'],
  ['Unknown or unsupported transport “unix”', 'keychain-absent'],
  ['The name org.freedesktop.secrets was not provided by any .service files', 'keychain-absent'],
  ['', 'keychain-absent'],
])('"%s" is %s', (text, fault) => {
  expect([faultOf(new Error(text)), faultOf(text)]).toEqual([fault, fault]);
});

test('treats a thrown value that is not an error as an absent keychain', () => {
  for (const thrown of [undefined, null, 7, {}]) expect(faultOf(thrown)).toBe('keychain-absent');
});

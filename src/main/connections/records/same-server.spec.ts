import { describe, expect, test } from 'vitest';
import { reportOf } from '../../../../tests/support/test-ports';
import { requireKeysForNewServer } from './same-server';

const key = { item: 'connection/a/serverKey', ending: 'k3vx' };
const held = { baseUrl: 'https://api.test', keys: { client: key, server: key }, owner: null };
const again = { client: 'pck', server: null };

const ask = async (...input: Parameters<typeof requireKeysForNewServer>) => requireKeysForNewServer(...input);

describe('a new base URL', () => {
  test.each([undefined, 'https://api.test', 'https://API.test/path', 'https://api.test:443'])(
    'of the same server requires no keys: %s',
    (baseUrl) => {
      expect(requireKeysForNewServer(held, baseUrl, {})).toBe(false);
    },
  );

  test.each(['https://api.test:444', 'http://api.test', 'https://other.test', 'https://api.test.evil.test'])(
    'of another server requires every key again, or its removal: %s',
    async (baseUrl) => {
      const asked = [{}, { client: 'pck' }, { server: 'ssk' }].map((given) => reportOf(ask(held, baseUrl, given)));
      expect(await Promise.all(asked)).toEqual([
        { code: 'keys-needed-again', path: 'keys.client' },
        { code: 'keys-needed-again', path: 'keys.server' },
        { code: 'keys-needed-again', path: 'keys.client' },
      ]);
      expect(requireKeysForNewServer(held, baseUrl, again)).toBe(true);
      expect(requireKeysForNewServer({ ...held, keys: {} }, baseUrl, {})).toBe(true);
    },
  );

  test('is rejected for a connection with an owner’s session', async () => {
    const owner = { kind: 'owner' as const, internalConnectionId: 'i', userId: 'u', name: null };
    expect(await reportOf(ask({ ...held, owner }, 'https://other.test', again))).toEqual({ code: 'bad-input', path: 'baseUrl' });
  });
});

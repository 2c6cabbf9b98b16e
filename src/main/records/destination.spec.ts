import { describe, expect, test } from 'vitest';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { requireKeysForNewServer } from './destination';

const key = { item: 'connection/a/serverKey', ending: 'k3vx' };
const held = { baseUrl: 'https://api.test/a', keys: { client: key, server: key }, owner: null };
const again = { client: 'pck', server: null };

const ask = async (...input: Parameters<typeof requireKeysForNewServer>) => requireKeysForNewServer(...input);

describe('a new base URL', () => {
  test.each([undefined, 'https://api.test/a', 'https://API.test/a/', 'https://api.test:443/a', 'https://api.test/a/api/v1'])(
    'of the same server requires no keys: %s',
    (baseUrl) => {
      expect(requireKeysForNewServer(held, baseUrl, {})).toBe(false);
    },
  );

  test.each([
    'https://api.test:444/a',
    'http://api.test/a',
    'https://other.test/a',
    'https://api.test.evil.test/a',
    'https://api.test/b',
    'https://api.test',
    'https://api.test/a/b',
    'https://api.test/A',
  ])('of another server requires every key again, or its removal: %s', async (baseUrl) => {
    const asked = [{}, { client: 'pck' }, { server: 'ssk' }].map((given) => reportOf(ask(held, baseUrl, given)));
    expect(await Promise.all(asked)).toEqual([
      { code: 'keys-needed-again', path: 'keys.client' },
      { code: 'keys-needed-again', path: 'keys.server' },
      { code: 'keys-needed-again', path: 'keys.client' },
    ]);
    expect(requireKeysForNewServer(held, baseUrl, again)).toBe(true);
    expect(requireKeysForNewServer({ ...held, keys: {} }, baseUrl, {})).toBe(true);
  });

  test('is rejected for a connection with an owner’s session', async () => {
    const owner = { kind: 'owner' as const, internalConnectionId: 'i', userId: 'u', name: null };
    expect(await reportOf(ask({ ...held, owner }, 'https://other.test', again))).toEqual({ code: 'bad-input', path: 'baseUrl' });
  });
});

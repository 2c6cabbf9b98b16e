import { expect, test } from 'vitest';
import { fail } from '../../contract/errors';
import type { Sender } from '../service/send';
import { createTrustReturn } from './trusted-return';

const config = { allow_localhost: true, domains: [{ domain: 'https://app.example', handler_path: '/handler' }] };

function setUp(answer: () => unknown = () => ({ config })) {
  const sent: unknown[] = [];
  const sender = {
    send: async (row: unknown) => {
      sent.push(row);
      return answer();
    },
  } as unknown as Sender;
  const trust = createTrustReturn(sender, async () => ({ baseUrl: 'http://x.test', projectId: 'p', keys: {} }));
  return { trust, sent };
}

test.each([null, '/', '/teams?a=1'])('%s needs nobody’s trust', async (place) => {
  const { trust, sent } = setUp();
  expect(await trust(place, 'c')).toBe(place);
  expect(sent).toEqual([]);
});

test.each([
  ['https://app.example/x', true],
  ['http://localhost:3000/x', true],
  ['https://app.example.evil.example/', false],
  ['https://evil.example/?https://app.example', false],
])('%s is trusted by the project: %s', async (place, isTrusted) => {
  expect(await setUp().trust(place, 'c')).toBe(isTrusted ? place : null);
});

test.each(['missing-credentials', 'unreachable', 'known-error'] as const)(
  'a project that does not say (%s) trusts nobody',
  async (code) => {
    const { trust } = setUp(() => {
      throw fail(code);
    });
    expect(await trust('https://app.example/x', 'c')).toBeNull();
    expect(await trust('/teams', 'c')).toBe('/teams');
  },
);

test('a mistake of ours is not taken for an answer', async () => {
  const { trust } = setUp(() => {
    throw new TypeError('ours');
  });
  await expect(trust('https://app.example/x', 'c')).rejects.toThrow('ours');
});

import { expect, test, vi } from 'vitest';
import { clientSecretOf, publicClientSecret } from './client-secret';
import { keysInHand } from './project-keys';
import type { Target } from './send';

const place = { baseUrl: 'http://x.test', projectId: 'p' };

test.each<[string, Pick<Target, 'keys' | 'features'>, string | null]>([
  ['the publishable key', { keys: keysInHand({ client: 'pck' }) }, 'pck'],
  ['the public secret where no key is needed', { keys: {}, features: async () => ({ 'keyless-clients': true }) }, publicClientSecret],
  ['the public secret where the release is unknown', { keys: {}, features: async () => ({}) }, publicClientSecret],
  ['the public secret for a key that was lost', { keys: { client: async () => null } }, publicClientSecret],
  ['nothing where a key is needed', { keys: keysInHand({ admin: 'sak' }), features: async () => ({ 'keyless-clients': false }) }, null],
])('a client proves itself with %s', async (_what, target, secret) => {
  expect(await clientSecretOf({ ...place, ...target })).toBe(secret);
});

test('a publishable key is used without detecting the release', async () => {
  const features = vi.fn(async () => ({}));
  await clientSecretOf({ ...place, keys: keysInHand({ client: 'pck' }), features });
  expect(features).not.toHaveBeenCalled();
});

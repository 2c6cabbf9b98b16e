import { expect, test } from 'vitest';
import { withEntered } from './entered-secrets';

const ask = { path: 'config.oauth_providers.google.client_secret', provider: 'google' };
const google = { id: 'google', type: 'standard', client_id: 'g' };
const github = { id: 'github', type: 'standard', client_id: 'h', client_secret: 'kept' };
const stepOf = (...oauth_providers: object[]) => [{ endpoint: 'projects.update', body: { config: { oauth_providers } } }];

test('a secret is that of its provider, wherever it is in the list by now', () => {
  const entered = { [ask.path]: 'secret' };
  const own = { ...google, client_secret: 'secret' };
  expect(withEntered([ask], stepOf(google, github), entered)).toEqual(stepOf(own, github));
  expect(withEntered([ask], stepOf(github, google), entered)).toEqual(stepOf(github, own));
});

test('a secret that was entered for another provider isn’t used', () => {
  const before = { ...ask, path: 'config.oauth_providers.github.client_secret' };
  expect(() => withEntered([ask], stepOf(google, github), { [before.path]: 'secret' })).toThrow(
    expect.objectContaining({ code: 'bad-input' }),
  );
});

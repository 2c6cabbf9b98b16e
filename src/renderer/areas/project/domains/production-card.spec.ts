import { expect, it } from 'vitest';
import { recommendedChecks } from './production-card';

type Config = Parameters<typeof recommendedChecks>[0];

it.each([
  ['shared and enabled', [{ id: 'google', type: 'shared', enabled: true }], ['google']],
  ['shared, of a later release', [{ id: 'github', type: 'shared' }], ['github']],
  ['shared and disabled', [{ id: 'google', type: 'shared', enabled: false }], []],
  ['with own keys', [{ id: 'google', type: 'standard', enabled: true }], []],
  ['none', [], []],
])('names providers that are %s', (_, providers, expected) => {
  const config = { oauth_providers: providers, email_config: { type: 'shared' } } as unknown as Config;
  expect(recommendedChecks(config)).toEqual({ sharedProviders: expected, hasOwnEmailServer: false });
});

it('knows an own email server', () => {
  expect(recommendedChecks({ oauth_providers: [], email_config: { type: 'standard' } } as unknown as Config).hasOwnEmailServer).toBe(true);
});

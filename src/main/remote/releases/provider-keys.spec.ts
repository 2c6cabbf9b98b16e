import { describe, expect, test } from 'vitest';
import { providerKeys } from './provider-keys';

const google = { id: 'google', type: 'shared', provider_config_id: 'google' } as const;
const keys = { client_id: 'c', client_secret: 's' } as const;
const on = { allowSignIn: true, allowConnectedAccounts: true } as const;
const googleEntry = { type: 'google', isShared: true, ...on };
const off = { type: 'github', isShared: false, clientId: 'c', clientSecret: 's', allowSignIn: false, allowConnectedAccounts: true };
const rendered = (providers: object) => JSON.parse(JSON.stringify({ auth: { oauth: { providers } } }));
const path = (key: string) => `auth.oauth.providers.${key}`;

describe('an update of the list', () => {
  test.each([
    { what: 'no provider', listed: [], entries: {} },
    { what: 'a listed one', listed: [google], entries: { google: googleEntry } },
    {
      what: 'a listed one with nothing further set',
      listed: [google],
      entries: { google: { ...googleEntry, appleBundles: {}, clientId: null } },
    },
    { what: 'one without a key of its own', listed: [{ id: 'google', type: 'shared' } as const], entries: { google: googleEntry } },
  ])('loses nothing with $what', ({ listed, entries }) => {
    expect(providerKeys([{ id: 'spotify', type: 'shared' }], listed, rendered(entries))).toBeNull();
  });

  test.each([
    { what: 'a provider whose sign-in is off', listed: [google], entries: { google: googleEntry, github: off } },
    { what: 'an ID that isn’t the type', listed: [{ ...google, provider_config_id: 'own' }], entries: { own: googleEntry } },
    { what: 'no connected accounts', listed: [google], entries: { google: { ...googleEntry, allowConnectedAccounts: false } } },
    { what: 'Apple’s bundles', listed: [google], entries: { google: { ...googleEntry, appleBundles: { one: { bundleId: 'b' } } } } },
  ])('would lose $what', ({ listed, entries }) => {
    expect(providerKeys([{ id: 'google', type: 'shared' }], listed, rendered(entries))).toEqual({});
  });
});

describe('the keys beside a provider whose sign-in is off', () => {
  const entries = rendered({ google: googleEntry, github: off });

  test.each([
    { what: 'remove what isn’t listed', wanted: [], written: { google: null } },
    { what: 'remove what is off', wanted: [{ ...google, enabled: false }], written: { google: null } },
    {
      what: 'add a provider',
      wanted: [google, { id: 'discord', type: 'standard', ...keys } as const],
      written: { discord: { type: 'discord', isShared: false, clientId: 'c', clientSecret: 's', ...on } },
    },
    {
      what: 'turn it on with other keys',
      wanted: [google, { id: 'github', type: 'standard', client_id: 'd', client_secret: 't' } as const],
      written: { github: { ...off, clientId: 'd', clientSecret: 't', allowSignIn: true } },
    },
    {
      what: 'give a provider keys',
      wanted: [{ id: 'google', type: 'standard', ...keys } as const],
      written: { google: { type: 'google', isShared: false, clientId: 'c', clientSecret: 's', ...on } },
    },
  ])('$what', ({ wanted, written }) => {
    const expected = Object.fromEntries(Object.entries(written).map(([key, entry]) => [path(key), entry]));
    expect(providerKeys(wanted, [google], entries)).toEqual(expected);
  });

  test('forget the keys of a provider that becomes shared, and keep what the list doesn’t have', () => {
    const own = { ...off, allowSignIn: true, allowConnectedAccounts: false };
    const listed = [{ id: 'github', type: 'standard', provider_config_id: 'github', ...keys } as const];
    expect(providerKeys([{ id: 'github', type: 'shared' }], listed, rendered({ github: own }))).toEqual({
      [path('github')]: { type: 'github', isShared: true, allowSignIn: true, allowConnectedAccounts: false },
    });
  });

  test('are free ones, or those of the provider with this type', () => {
    const discord = [{ id: 'discord', type: 'shared' } as const];
    expect(Object.keys(providerKeys(discord, [], rendered({ discord: off })) ?? {})).toEqual([path('discord-2')]);
    expect(Object.keys(providerKeys(discord, [], rendered({ own: { ...off, type: 'discord' } })) ?? {})).toEqual([path('own')]);
  });

  test('change the last of two providers of a type, and keep both', () => {
    const two = [
      { ...google, provider_config_id: 'one' },
      { ...google, provider_config_id: 'two' },
    ];
    const both = rendered({ one: googleEntry, two: googleEntry });
    expect(providerKeys([google], two, both)).toEqual({});
    expect(Object.keys(providerKeys([{ id: 'google', type: 'standard', ...keys }], two, both) ?? {})).toEqual([path('two')]);
  });
});

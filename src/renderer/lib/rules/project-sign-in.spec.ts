import { describe, expect, test } from 'vitest';
import { mergeOutcome, type ProjectSignIn, type ProviderSetup, providerRedirectUrl, signInEffects } from './project-sign-in';

const shared: ProviderSetup = { isOn: true, keys: 'shared', clientId: '', secret: { kind: 'none' }, configId: '', tenantId: '' };
const own: ProviderSetup = { ...shared, keys: 'own', clientId: 'id', secret: { kind: 'stored', lastFour: undefined } };
const before: ProjectSignIn = {
  password: true,
  code: true,
  passkey: true,
  signUp: true,
  merge: 'link_method',
  providers: { github: own, google: shared },
};
const off = { password: false, code: false, passkey: false };

describe('the effects of a change', () => {
  test.each<{ what: string; change: Partial<ProjectSignIn>; keeps: readonly string[]; removes?: readonly string[] }>([
    { what: 'nothing', change: {}, keeps: [] },
    { what: 'another strategy', change: { merge: 'raise_error' }, keeps: [] },
    { what: 'no passwords', change: { password: false }, keeps: ['password'] },
    { what: 'no codes', change: { code: false }, keeps: ['code'] },
    { what: 'no passkeys', change: { passkey: false }, keeps: ['passkey'] },
    { what: 'no sign-up', change: { signUp: false }, keeps: ['sign-up'] },
    {
      what: 'an own provider off',
      change: { providers: { ...before.providers, github: { ...own, isOn: false } } },
      keeps: ['provider GitHub'],
      removes: ['provider GitHub', 'keys GitHub'],
    },
    {
      what: 'an own provider left out',
      change: { providers: { google: shared } },
      keeps: ['provider GitHub'],
      removes: ['provider GitHub', 'keys GitHub'],
    },
    {
      what: 'a shared provider off',
      change: { providers: { github: own, google: { ...shared, isOn: false } } },
      keeps: ['provider Google'],
    },
    { what: 'shared keys', change: { providers: { ...before.providers, github: shared } }, keeps: ['keys GitHub'] },
    { what: 'own keys', change: { providers: { ...before.providers, google: own } }, keeps: [] },
    { what: 'another provider', change: { providers: { ...before.providers, x: own } }, keeps: [] },
    {
      what: 'no method',
      change: { ...off, providers: { github: own, google: { ...shared, isOn: false } } },
      keeps: ['password', 'code', 'passkey', 'provider Google'],
    },
    {
      what: 'no method and no provider',
      change: { ...off, signUp: false, providers: { github: { ...own, isOn: false }, google: { ...shared, isOn: false } } },
      keeps: ['none', 'password', 'code', 'passkey', 'provider GitHub', 'provider Google', 'sign-up'],
      removes: ['none', 'password', 'code', 'passkey', 'provider GitHub', 'keys GitHub', 'provider Google', 'sign-up'],
    },
  ])('$what', ({ change, keeps, removes = keeps }) => {
    const effects = (keepsKeys: boolean) =>
      signInEffects(before, { ...before, ...change }, keepsKeys).map(({ key, values }) =>
        [key.replace('sign-in-methods.effect.', ''), values?.provider].filter(Boolean).join(' '),
      );
    expect(effects(true)).toEqual(keeps);
    expect(effects(false)).toEqual(removes);
  });

  test('of turning things on are none', () => {
    expect(signInEffects({ ...before, ...off, signUp: false, providers: {} }, before, true)).toEqual([]);
  });
});

test.each([
  { strategy: 'link_method', verified: 'same-account', unverified: 'refused' },
  { strategy: 'raise_error', verified: 'refused', unverified: 'refused' },
  { strategy: 'allow_duplicates', verified: 'second-account', unverified: 'second-account' },
] as const)('the outcome of $strategy', ({ strategy, verified, unverified }) => {
  expect([mergeOutcome(strategy, true), mergeOutcome(strategy, false)]).toEqual([verified, unverified]);
});

test.each([
  { baseUrl: 'https://api.example.com', id: 'github', url: 'https://api.example.com/api/v1/auth/oauth/callback/github' },
  { baseUrl: 'http://127.0.0.1:8102/', id: 'x', url: 'http://127.0.0.1:8102/api/v1/auth/oauth/callback/x' },
  { baseUrl: 'https://a.example/auth', id: 'o/k', url: 'https://a.example/auth/api/v1/auth/oauth/callback/o%2Fk' },
])('the redirect URL of $id at $baseUrl', ({ baseUrl, id, url }) => {
  expect(providerRedirectUrl(baseUrl, id)).toBe(url);
});

import { describe, expect, test } from 'vitest';
import type { ProjectSignIn, ProviderSetup } from '#lib/rules/project-sign-in.ts';
import { createTranslator } from '#messages/translator.ts';
import { changesBetween } from '#parts/conflict/json-changes.ts';
import { changeSummary, changeText } from './change-text';
import { asStored, fromDraftValue, toDraftValue } from './sign-in-draft';

const shared: ProviderSetup = { isOn: true, keys: 'shared', clientId: '', secret: { kind: 'none' }, configId: '', tenantId: '' };
const own: ProviderSetup = { ...shared, keys: 'own', clientId: 'id', secret: { kind: 'stored', lastFour: '41d7' } };
const base: ProjectSignIn = {
  password: true,
  code: false,
  passkey: true,
  signUp: false,
  merge: 'raise_error',
  providers: { github: own, google: { ...shared, isOn: false } },
};
const withGithub = (setup: Partial<ProviderSetup>): ProjectSignIn => ({
  ...base,
  providers: { ...base.providers, github: { ...own, ...setup } },
});
const longSecret = 'a-secret-of-40-characters-whose-end-is-wxyz';

describe('a value', () => {
  test.each([
    { what: 'a stored secret', secret: own.secret },
    { what: 'a short stored secret', secret: { kind: 'stored', lastFour: undefined } },
    { what: 'no secret', secret: { kind: 'none' } },
    { what: 'a new secret', secret: { kind: 'new', text: longSecret } },
    { what: 'a new secret with colons', secret: { kind: 'new', text: 'a:b:' } },
  ] as const)('is reversed with $what', ({ secret }) => {
    const signIn = withGithub({ secret, configId: 'c', tenantId: 't' });
    expect(fromDraftValue(toDraftValue(signIn, true))).toEqual(signIn);
  });

  test('leaves out what is off where that removes it', () => {
    expect(Object.keys(fromDraftValue(toDraftValue(base, false)).providers)).toEqual(['github']);
  });

  test.each([
    { what: 'long', text: longSecret, stored: { kind: 'stored', lastFour: 'wxyz' } },
    { what: 'short', text: 'short', stored: { kind: 'stored', lastFour: undefined } },
  ] as const)('withholds a $what secret when it is stored', ({ text, stored }) => {
    const value = asStored(toDraftValue(withGithub({ secret: { kind: 'new', text } }), true));
    expect(fromDraftValue(value).providers.github?.secret).toEqual(stored);
    expect(JSON.stringify(value)).not.toContain(text);
  });

  test('compares a provider as a whole', () => {
    const changes = changesBetween(toDraftValue(base, true), toDraftValue(withGithub({ clientId: 'other', isOn: false }), true));
    expect(changes.map(({ path }) => path)).toEqual([['providers', 'github']]);
  });
});

describe('a change in words', () => {
  const texts = createTranslator('en');
  test.each<{ what: string; after: ProjectSignIn; text: readonly unknown[]; summary: string }>([
    { what: 'a switch', after: { ...base, password: false }, text: ['Password', 'On', 'Off'], summary: 'Password turned off' },
    {
      what: 'the strategy',
      after: { ...base, merge: 'link_method' },
      text: ['Same email from another provider', 'Show error', 'Use same account'],
      summary: 'Same email from another provider',
    },
    {
      what: 'a provider off',
      after: withGithub({ isOn: false }),
      text: ['GitHub', 'On', 'Off'],
      summary: 'GitHub turned off',
    },
    {
      what: 'a new secret, which is not shown',
      after: withGithub({ secret: { kind: 'new', text: longSecret } }),
      text: ['GitHub', 'secret ending in 41d7', 'new secret'],
      summary: 'GitHub edited',
    },
    {
      what: 'a part that is removed, which nothing replaces',
      after: withGithub({ clientId: '' }),
      text: ['GitHub', 'client ID id', undefined],
      summary: 'GitHub edited',
    },
    {
      what: 'a new provider',
      after: { ...base, providers: { ...base.providers, x: { ...own, secret: { kind: 'stored', lastFour: undefined }, tenantId: 't' } } },
      text: ['X', undefined, 'On, Own keys, client ID id, secret stored, tenant ID t'],
      summary: 'X turned on',
    },
  ])('$what', ({ after, text, summary }) => {
    const changes = changesBetween(toDraftValue(base, true), toDraftValue(after, true));
    expect(changes.map((change) => changeText(texts, change)).map((one) => [one.place, one.before, one.after])).toEqual([text]);
    expect(changeSummary(texts, changes)).toBe(summary);
  });
});

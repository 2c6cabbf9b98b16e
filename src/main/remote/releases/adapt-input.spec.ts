import { describe, expect, test } from 'vitest';
import type { KnownFeatures } from '#contract/bridge/connections.ts';
import { catalog } from '#contract/service/index.ts';
import { adaptInput } from './adapt-input';

describe('a list of users', () => {
  const later = { 'anonymous-opt-in': true };
  test.each<{ what: string; features: KnownFeatures; query: object | undefined; sent: object | undefined }>([
    { what: 'a later release', features: later, query: { limit: 5 }, sent: { limit: 5, include_anonymous: 'true' } },
    {
      what: 'a later release, without them',
      features: later,
      query: { include_anonymous: 'false' },
      sent: { include_anonymous: 'false' },
    },
    {
      what: 'a later release, with them only',
      features: later,
      query: { only_anonymous: 'true' },
      sent: { include_anonymous: 'true', only_anonymous: 'true' },
    },
    { what: 'a later release, without a query', features: later, query: undefined, sent: { include_anonymous: 'true' } },
    { what: 'the baseline', features: { 'anonymous-opt-in': false }, query: { limit: 5 }, sent: { limit: 5 } },
    { what: 'an unknown release', features: {}, query: { only_anonymous: 'true' }, sent: { only_anonymous: 'true' } },
  ])('includes anonymous ones: $what', ({ features, query, sent }) => {
    expect(adaptInput(catalog.users.list, { query }, features)).toEqual({ query: sent });
  });
});

describe.each([
  ['a password sign-in', catalog.auth.passwordSignIn, { password: 'Pass Word' }],
  ['a request for a one-time code', catalog.auth.sendSignInCode, { callback_url: 'https://X.example/Callback' }],
  ['a request for a password reset', catalog.auth.sendPasswordReset, { callback_url: 'https://X.example/Callback' }],
] as const)('%s', (_what, endpoint, rest) => {
  test.each<[string, KnownFeatures, string]>([
    ['lower-case-emails', { 'lower-case-emails': true }, 'ada@x.example'],
    ['capitals', { 'lower-case-emails': false }, 'Ada@X.Example'],
    ['an unknown release', {}, 'Ada@X.Example'],
  ])('sends the email address to a service with %s', (_service, features, email) => {
    expect(adaptInput(endpoint, { body: { ...rest, email: 'Ada@X.Example' } }, features)).toEqual({ body: { ...rest, email } });
  });
});

test('signing up sends the email address as it was typed', () => {
  const input = { body: { email: 'Ada@X.Example' } };
  expect(adaptInput(catalog.auth.passwordSignUp, input, { 'lower-case-emails': true })).toBe(input);
});

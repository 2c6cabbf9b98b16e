import { describe, expect, test } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { withoutConfigSecrets } from './config-secrets';

const shown = (config: unknown) => JSON.parse(withoutConfigSecrets({ config_string: JSON.stringify(config) }).config_string);

const token = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.abc';

describe('values that are hidden', () => {
  test.each([
    ['a secret of a provider', { auth: { oauth: { providers: { google: { clientSecret: 'abc' } } } } }],
    ['the same as an override', { 'auth.oauth.providers.google.clientSecret': 'abc' }],
    ['half an override', { 'auth.oauth.providers.google': { clientSecret: 'abc' } }],
    ['the password of a mail server', { 'emails.server.password': 'abc' }],
    ['an unknown field of a mail server', { emails: { server: { resendApiKey: 'abc' } } }],
    ['a number that is a secret', { 'emails.server.pin': 1234 }],
    ['a secret in a list', { 'emails.server.passwords': ['abc'] }],
    ['below a name that is a secret', { dataVault: { secrets: { store: { value: 'abc' } } } }],
    ['by its form, under a harmless name', { payments: { note: token } }],
    ['a URL with credentials', { dbSync: { externalDatabases: { main: { connection: 'postgres://u:abc@host/db' } } } }],
    ['an unknown key of sign-in', { 'auth.jwtSecrets.one.value': 'abc' }],
  ])('%s', (_what, config) => {
    const text = JSON.stringify(shown(config));
    expect(text).toContain('***');
    expect(text).not.toMatch(/abc|1234|eyJ/);
  });
});

describe('values that stay', () => {
  test.each([
    ['what is on or off', { 'apiKeys.enabled.user': true, auth: { password: { allowSignIn: false } } }],
    ['a provider', { auth: { oauth: { providers: { google: { type: 'google', clientId: 'id-1', isShared: false } } } } }],
    ['a sign-up rule with an ID like a secret', { 'auth.signUpRules.token-users': { displayName: 'Tokens', condition: 'email == "a"' } }],
    ['a permission about keys', { rbac: { permissions: { read_keys: { description: 'Reads keys', scope: 'team' } } } }],
    ['the source of a template', { 'emails.templates.x': { tsxSource: `<a href="https://a.example/?code=1">${token}</a>` } }],
    ['a domain', { 'domains.trustedDomains.a': { baseUrl: 'https://a.example', handlerPath: '/handler' } }],
    ['a mail server', { 'emails.server.host': 'smtp.a.example', 'emails.server.port': 25, 'emails.server.username': 'ada' }],
    ['null, numbers, and text elsewhere', { payments: { plan: null, seats: 3, items: ['a', { name: 'b' }] } }],
    ['a field that an assignment would lose', JSON.parse('{"__proto__": {"a": "b"}}')],
  ])('%s', (_what, config) => {
    expect(JSON.stringify(shown(config))).toBe(JSON.stringify(config));
  });
});

test.each(['', '{', '{"password": "hunter2'])('%j is refused without being quoted', (config_string) => {
  let thrown: unknown;
  try {
    withoutConfigSecrets({ config_string });
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(AppError);
  expect((thrown as AppError).report).toEqual({ code: 'bad-response', path: 'config_string' });
});

import { expect, test } from 'vitest';
import { canSignInAgain, isAnonymous } from './sign-in-methods';

const none = {
  primary_email: null,
  auth_with_email: false,
  has_password: false,
  otp_auth_enabled: false,
  passkey_auth_enabled: false,
  oauth_providers: [],
};
const primary_email = 'ada@x.io';

test.each([
  ['no method', none, false],
  ['an address alone', { ...none, primary_email }, false],
  ['a password without an address', { ...none, has_password: true, auth_with_email: true }, false],
  ['codes without an address', { ...none, otp_auth_enabled: true, auth_with_email: true }, false],
  ['an address and a password', { ...none, primary_email, has_password: true, auth_with_email: true }, true],
  ['an address and codes', { ...none, primary_email, otp_auth_enabled: true, auth_with_email: true }, true],
  ['a passkey', { ...none, passkey_auth_enabled: true }, true],
  ['a provider', { ...none, oauth_providers: [{ id: 'github', account_id: '1' }] }, true],
])('with %s a user can sign in again: %s', (_what, user, expected) => {
  expect(canSignInAgain(user)).toBe(expected);
  expect([isAnonymous({ ...user, is_anonymous: true }), isAnonymous({ ...user, is_anonymous: false })]).toEqual([!expected, false]);
});

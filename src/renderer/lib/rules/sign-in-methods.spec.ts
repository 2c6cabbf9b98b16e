import { describe, expect, it } from 'vitest';
import { providerName, signInMethods } from './sign-in-methods';

const none = {
  has_password: false,
  otp_auth_enabled: false,
  passkey_auth_enabled: false,
  oauth_providers: [],
  requires_totp_mfa: false,
  is_anonymous: false,
};

describe('the ways to sign in', () => {
  it('are empty for a user without a method', () => {
    expect(signInMethods(none)).toEqual([]);
  });

  it('include anonymous only if there is no other', () => {
    const anonymous = { ...none, is_anonymous: true };
    expect(signInMethods(anonymous)).toEqual([{ key: 'method.anonymous' }]);
    expect(signInMethods({ ...anonymous, has_password: true })).toEqual([{ key: 'method.password' }]);
    expect(signInMethods({ ...anonymous, oauth_providers: [{ id: 'x', account_id: '1' }] })).toEqual([{ provider: 'X' }]);
  });

  it('name providers first and the second step last', () => {
    const user = { ...none, has_password: true, requires_totp_mfa: true, oauth_providers: [{ id: 'github', account_id: '1' }] };
    expect(signInMethods(user)).toEqual([{ provider: 'GitHub' }, { key: 'method.password' }, { key: 'method.totp' }]);
  });

  it('name a provider once, however many of its accounts are linked', () => {
    const oauth_providers = [
      { id: 'x', account_id: '1' },
      { id: 'x', account_id: '2' },
    ];
    expect(signInMethods({ ...none, oauth_providers })).toEqual([{ provider: 'X' }]);
  });

  it.each([
    ['google', 'Google'],
    ['brand-new', 'brand-new'],
    ['__proto__', '__proto__'],
    ['constructor', 'constructor'],
  ])('call the provider %s %s', (id, name) => {
    expect(providerName(id)).toBe(name);
  });
});

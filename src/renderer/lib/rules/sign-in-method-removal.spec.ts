import { describe, expect, it, test } from 'vitest';
import { createTranslator } from '#messages/translator.ts';
import {
  providerAccounts,
  type Removal,
  removalRefusal,
  removalRefusalText,
  removalWarningText,
  type SignInSetup,
} from './sign-in-method-removal';

const passkey: Removal = { kind: 'passkey' };
const code: Removal = { kind: 'one-time-code' };
const password: Removal = { kind: 'password' };
const email = (id: string): Removal => ({ kind: 'email', id });
const provider = (id: string): Removal => ({ kind: 'provider', id });

/** Each letter is a method that is set, or an email: `v` verified and `u` unverified for sign-in, `n` not for sign-in. */
function setup(methods: string, offered: string, emails = ''): SignInSetup {
  return {
    user: { has_password: methods.includes('p'), otp_auth_enabled: methods.includes('c'), passkey_auth_enabled: methods.includes('k') },
    emails: [...emails].map((kind, at) => ({ id: `${at}`, is_verified: kind !== 'u', used_for_auth: kind !== 'n' })),
    providers: [
      ...(methods.includes('g') ? [{ id: 'g1', provider: 'github', allowsSignIn: true }] : []),
      ...(methods.includes('G') ? [{ id: 'g2', provider: 'github', allowsSignIn: true }] : []),
      ...(methods.includes('x') ? [{ id: 'x1', provider: 'x', allowsSignIn: false }] : []),
    ],
    config: {
      credential_enabled: offered.includes('p'),
      magic_link_enabled: offered.includes('c'),
      passkey_enabled: offered.includes('k'),
      enabled_oauth_providers: [...(offered.includes('g') ? [{ id: 'github' }] : []), ...(offered.includes('x') ? [{ id: 'x' }] : [])],
    },
  };
}

describe('allows to remove', () => {
  test.each<[string, Removal, SignInSetup]>([
    ['the passkey beside a password', passkey, setup('pk', 'pk', 'u')],
    ['the passkey beside one-time codes', passkey, setup('ck', 'ck', 'v')],
    ['the passkey beside a provider', passkey, setup('kg', 'kg')],
    ['the password beside a passkey', password, setup('pk', 'pk', 'v')],
    ['one-time codes beside a password', code, setup('pc', 'pc', 'v')],
    ['a provider beside a password', provider('g1'), setup('pg', 'pg', 'v')],
    ['one of two accounts of a provider', provider('g1'), setup('gG', 'g')],
    ['a provider account that isn’t used for sign-in', provider('x1'), setup('x', 'x')],
    ['a passkey that isn’t there', passkey, setup('', 'pk')],
    ['an email that isn’t used for sign-in', email('1'), setup('p', 'p', 'un')],
    ['one of two emails for sign-in with a password', email('0'), setup('p', 'p', 'vu')],
    ['the last email for sign-in beside a passkey', email('0'), setup('pk', 'pk', 'v')],
    ['an email that no method depends on', email('0'), setup('', 'pck', 'v')],
    ['the verified email of one-time codes beside a password', email('0'), setup('pc', 'pc', 'vu')],
    ['a method that is off beside one that is on', passkey, setup('pk', 'p', 'v')],
  ])('%s', (_title, removal, given) => {
    expect(removalRefusal(removal, given)).toBeNull();
  });
});

describe('refuses to remove', () => {
  test.each<[string, Removal, SignInSetup, string, string[]]>([
    ['the only passkey', passkey, setup('k', 'pckg', 'v'), 'last', ['password', 'one-time-code', 'provider']],
    ['the only passkey without an email', passkey, setup('k', 'pck'), 'last', []],
    ['the only provider', provider('g1'), setup('g', 'gk'), 'last', ['passkey', 'provider']],
    ['the only password', password, setup('p', 'pck', 'v'), 'last', ['one-time-code', 'passkey']],
    ['the only one-time codes', code, setup('c', 'pck', 'v'), 'last', ['password', 'passkey']],
    ['the only method when the project offers no other', code, setup('c', 'c', 'v'), 'last', []],
    ['the last method beside an account not used for sign-in', passkey, setup('kx', 'kx'), 'last', ['provider']],
    ['the passkey when passwords are off', passkey, setup('pk', 'k', 'v'), 'others-off', []],
    ['the passkey when the provider is off', passkey, setup('kg', 'pk', 'v'), 'others-off', ['password']],
    ['a passkey that is off when there is no other method', passkey, setup('k', 'p', 'v'), 'last', ['password']],
    ['the passkey beside a password without a sign-in email', passkey, setup('pk', 'pk', 'n'), 'last', ['email']],
    ['the passkey beside codes to an unverified email', passkey, setup('ck', 'ck', 'u'), 'last', ['verified-email']],
    ['the last email for sign-in with a password', email('0'), setup('p', 'pk', 'vn'), 'last', ['email', 'passkey']],
    ['the last verified email of one-time codes', email('0'), setup('c', 'c', 'vu'), 'last', ['verified-email']],
    ['the verified email when passwords are off', email('0'), setup('pc', 'c', 'vu'), 'others-off', ['verified-email']],
  ])('%s', (_title, removal, given, reason, additions) => {
    expect(removalRefusal(removal, given)).toEqual({ reason, removed: removal.kind, additions });
  });

  it('anything before the setup is loaded', () => {
    expect(removalRefusal(passkey, undefined)).toMatchObject({ reason: 'unknown' });
  });
});

describe('the text of a refusal', () => {
  const messages = createTranslator('en');
  test.each<[Removal, SignInSetup | undefined, string]>([
    [passkey, undefined, 'Your sign-in methods couldn’t be loaded.'],
    [code, setup('c', 'c', 'v'), 'This is your only sign-in method. This project offers no other method.'],
    [code, setup('c', 'pc', 'v'), 'This is your only sign-in method. First, set a password.'],
    [code, setup('c', 'pckg', 'v'), 'This is your only sign-in method. First, set a password, create a passkey, or connect an account.'],
    [email('0'), setup('p', 'p', 'v'), 'You can’t sign in without this email address. First, use another email address for sign-in.'],
    [passkey, setup('pk', 'k', 'v'), 'The project has turned off your other sign-in methods. This project offers no other method.'],
  ])('%j', (removal, given, text) => {
    const refusal = removalRefusal(removal, given);
    expect(refusal && removalRefusalText(messages, refusal)).toBe(text);
  });
});

describe('the warning to a project admin', () => {
  const messages = createTranslator('en');
  test.each<[Removal, SignInSetup | undefined, string | null]>([
    [passkey, undefined, 'The user’s other sign-in methods couldn’t be loaded. The user may not be able to sign in again.'],
    [code, setup('c', 'pc', 'v'), 'This is the user’s only sign-in method. The user can’t sign in again until you add another one.'],
    [email('0'), setup('p', 'p', 'v'), 'The user can’t sign in without this email address.'],
    [passkey, setup('pk', 'k', 'v'), 'The project has turned off the user’s other sign-in methods, so the user can’t sign in again.'],
    [passkey, setup('pk', 'pk', 'v'), null],
  ])('%j', (removal, given, text) => {
    const refusal = removalRefusal(removal, given);
    expect(refusal && removalWarningText(messages, refusal)).toBe(text);
  });
});

describe('the provider accounts', () => {
  const user = {
    oauth_providers: [
      { id: 'github', account_id: '1' },
      { id: 'github', account_id: '2' },
    ],
  };

  it('are those of the user on releases that list no objects', () => {
    expect(providerAccounts(user)).toEqual([
      { id: 'github/1', provider: 'github', allowsSignIn: true },
      { id: 'github/2', provider: 'github', allowsSignIn: true },
    ]);
  });

  it('are the listed objects on later releases', () => {
    const listed = [{ id: 'a', type: 'github', allow_sign_in: false }];
    expect(providerAccounts(user, listed)).toEqual([{ id: 'a', provider: 'github', allowsSignIn: false }]);
  });
});

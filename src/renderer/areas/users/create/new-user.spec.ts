import { describe, expect, it } from 'vitest';
import { type NewUserValues, newUserSchema, newUserValues, toNewUser } from './new-user';

const sent = (change: Partial<NewUserValues>) => newUserSchema.safeParse(toNewUser({ ...newUserValues, ...change }));
const account = { id: 'github', account_id: '42', email: '' };

describe('a new user', () => {
  it.each<[string, Partial<NewUserValues>, object]>([
    ['nothing', {}, {}],
    ['a name', { display_name: ' Ada ' }, { display_name: 'Ada' }],
    [
      'an email',
      { primary_email: 'ada@example.com' },
      { primary_email: 'ada@example.com', primary_email_verified: false, primary_email_auth_enabled: true },
    ],
    ['an email’s switches without one', { primary_email_verified: true }, {}],
    ['a password', { passwordKind: 'password', password: ' spaces ' }, { password: ' spaces ' }],
    ['a password that isn’t wanted', { passwordKind: 'none', password: 'x', password_hash: 'y' }, {}],
    ['a password hash', { passwordKind: 'hash', password: 'x', password_hash: '$2b$10$abc ' }, { password_hash: '$2b$10$abc' }],
    ['switches', { otp_auth_enabled: true, is_anonymous: true }, { otp_auth_enabled: true, is_anonymous: true }],
    ['an image', { profile_image_url: 'https://example.com/a.png' }, { profile_image_url: 'https://example.com/a.png' }],
    ['accounts', { oauth_providers: [account] }, { oauth_providers: [{ id: 'github', account_id: '42' }] }],
    ['metadata with a byte order mark', { client_metadata: '\uFEFF{"a": 1}' }, { client_metadata: { a: 1 } }],
    ['metadata', { server_metadata: '{"plan": null}', client_metadata: '3' }, { server_metadata: { plan: null }, client_metadata: 3 }],
  ])('has %s', (_what, change, body) => {
    expect(sent(change)).toEqual({ success: true, data: body });
  });

  it.each<[string, Partial<NewUserValues>]>([
    ['primary_email', { primary_email: 'ada' }],
    ['password', { passwordKind: 'password' }],
    ['password', { passwordKind: 'password', password: 'x'.repeat(71) }],
    ['password_hash', { passwordKind: 'hash' }],
    ['profile_image_url', { profile_image_url: 'not a url' }],
    ['oauth_providers', { oauth_providers: [{ ...account, account_id: ' ' }] }],
    ['client_metadata', { client_metadata: '{' }],
    ['client_read_only_metadata', { client_read_only_metadata: 'undefined' }],
    ['server_metadata', { server_metadata: '{"a": 1,}' }],
  ])('has a problem at %s', (field, change) => {
    const result = sent(change);
    expect(new Set(result.error?.issues.map(({ path }) => path.join('.')))).toEqual(new Set([field]));
  });
});

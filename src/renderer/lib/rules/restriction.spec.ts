import { expect, test } from 'vitest';
import type { MessageKey } from '#messages/translator.ts';
import { isJustUnverified, restrictionOf } from './restriction';

const keys = { t: (key: MessageKey) => key };
const by = (type: string, reason: string) => ({ type, reason });

test.each([
  ['a release that knows no restrictions', {}, null],
  ['a user without restrictions', { is_restricted: false, restricted_reason: null }, null],
  [
    'an unverified email',
    { is_restricted: true, restricted_reason: { type: 'email_not_verified' } },
    by('email_not_verified', 'restriction.email-not-verified'),
  ],
  ['an anonymous user', { is_restricted: true, restricted_reason: { type: 'anonymous' } }, by('anonymous', 'restriction.anonymous')],
  ['a type of a later release', { is_restricted: true, restricted_reason: { type: 'too_new' } }, by('other', 'too_new')],
  ['a type that is the name of a method', { is_restricted: true, restricted_reason: { type: 'constructor' } }, by('other', 'constructor')],
  ['no reason', { is_restricted: true, restricted_reason: null }, by('other', 'restriction.unknown')],
  ['an empty type', { is_restricted: true, restricted_reason: { type: ' ' } }, by('other', 'restriction.unknown')],
  [
    'an admin’s text, which wins over the type',
    {
      is_restricted: true,
      restricted_reason: { type: 'email_not_verified' },
      restricted_by_admin: true,
      restricted_by_admin_reason: ' Spam ',
    },
    by('restricted_by_administrator', 'Spam'),
  ],
  [
    'an admin without a text',
    { is_restricted: true, restricted_reason: null, restricted_by_admin: true, restricted_by_admin_reason: ' ' },
    by('restricted_by_administrator', 'restriction.by-admin'),
  ],
  ['an admin’s restriction alone', { restricted_by_admin: true }, by('restricted_by_administrator', 'restriction.by-admin')],
  [
    'an admin’s restriction of an anonymous user',
    { is_restricted: true, restricted_reason: { type: 'anonymous' }, restricted_by_admin: true },
    by('restricted_by_administrator', 'restriction.by-admin'),
  ],
  ['a text that an admin left behind', { is_restricted: false, restricted_by_admin: false, restricted_by_admin_reason: 'Spam' }, null],
])('reads %s', (_name, user, expected) => {
  expect(restrictionOf(user, keys)).toEqual(expected);
});

const unverified = { primary_email: 'ada@analytical.example', primary_email_verified: false };

test.each([
  ['without restrictions', unverified, true],
  ['that an admin restricts', { ...unverified, restricted_by_admin: true }, true],
  ['that is restricted for that', { ...unverified, is_restricted: true, restricted_reason: { type: 'email_not_verified' } }, false],
  ['with a verified email', { ...unverified, primary_email_verified: true }, false],
  ['without an email', { ...unverified, primary_email: null }, false],
])('whether the email of a user %s isn’t verified, and nothing else says so', (_name, user, expected) => {
  expect(isJustUnverified(user, keys)).toBe(expected);
});

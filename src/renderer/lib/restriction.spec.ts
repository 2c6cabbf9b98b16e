import { expect, test } from 'vitest';
import type { MessageKey } from '../../messages/translator';
import { restrictionOf } from './restriction';

const keys = { t: (key: MessageKey) => key };

test.each([
  ['a release that knows no restrictions', {}, null],
  ['a user without restrictions', { is_restricted: false, restricted_reason: null }, null],
  ['an unverified email', { is_restricted: true, restricted_reason: { type: 'email_not_verified' } }, 'restriction.email-not-verified'],
  ['an anonymous user', { is_restricted: true, restricted_reason: { type: 'anonymous' } }, 'restriction.anonymous'],
  ['a type of a later release', { is_restricted: true, restricted_reason: { type: 'too_new' } }, 'too_new'],
  ['a type that is the name of a method', { is_restricted: true, restricted_reason: { type: 'constructor' } }, 'constructor'],
  ['no reason', { is_restricted: true, restricted_reason: null }, 'restriction.unknown'],
  ['an empty type', { is_restricted: true, restricted_reason: { type: ' ' } }, 'restriction.unknown'],
  [
    'an admin’s text, which wins over the type',
    {
      is_restricted: true,
      restricted_reason: { type: 'email_not_verified' },
      restricted_by_admin: true,
      restricted_by_admin_reason: ' Spam ',
    },
    'Spam',
  ],
  [
    'an admin without a text',
    { is_restricted: true, restricted_reason: null, restricted_by_admin: true, restricted_by_admin_reason: ' ' },
    'restriction.by-admin',
  ],
  ['an admin’s restriction alone', { restricted_by_admin: true }, 'restriction.by-admin'],
  ['a text that an admin left behind', { is_restricted: false, restricted_by_admin: false, restricted_by_admin_reason: 'Spam' }, null],
])('reads %s', (_name, user, expected) => {
  expect(restrictionOf(user, keys)).toBe(expected);
});

import { expect, test } from 'vitest';
import { restrictionOf } from './restriction';

test.each([
  ['a release that knows no restrictions', {}, null],
  ['a user without restrictions', { is_restricted: false, restricted_reason: null }, null],
  [
    'a type of reason',
    { is_restricted: true, restricted_reason: { type: 'email_not_verified' } },
    { byAdmin: false, reason: 'email not verified' },
  ],
  ['no reason', { is_restricted: true, restricted_reason: null }, { byAdmin: false, reason: null }],
  ['an empty type', { is_restricted: true, restricted_reason: { type: '_' } }, { byAdmin: false, reason: null }],
  [
    'an admin’s text, which wins over the type',
    { is_restricted: true, restricted_reason: { type: 'by_admin' }, restricted_by_admin: true, restricted_by_admin_reason: ' Spam ' },
    { byAdmin: true, reason: 'Spam' },
  ],
  [
    'an admin without a text',
    { is_restricted: true, restricted_reason: { type: 'by_admin' }, restricted_by_admin: true, restricted_by_admin_reason: ' ' },
    { byAdmin: true, reason: 'by admin' },
  ],
  ['an admin’s restriction alone', { restricted_by_admin: true }, { byAdmin: true, reason: null }],
  ['a text that an admin left behind', { is_restricted: false, restricted_by_admin: false, restricted_by_admin_reason: 'Spam' }, null],
])('reads %s', (_name, user, expected) => {
  expect(restrictionOf(user)).toEqual(expected);
});

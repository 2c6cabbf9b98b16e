import { expect, it, test } from 'vitest';
import type { ContactChannel } from '../../../../contract/service/models/models';
import { findOldEmail, keepsOldEmail } from './old-email';

const channel = (value: string, is_primary = false): ContactChannel => ({
  id: value,
  user_id: 'u',
  type: 'email',
  value,
  is_primary,
  is_verified: true,
  used_for_auth: true,
});

it.each([
  ['a release that keeps it', { 'old-email-kept': true }, {}, true],
  ['an earlier release', { 'old-email-kept': false }, {}, false],
  ['an unknown release', {}, {}, undefined],
  ['a connection without detection', undefined, {}, undefined],
  ['an unknown release whose users can be restricted', {}, { is_restricted: false }, true],
  ['an earlier release, whatever its users show', { 'old-email-kept': false }, { is_restricted: true }, false],
])('%s keeps the previous address', (_name, features, user, expected) => {
  expect(keepsOldEmail(features, user)).toBe(expected);
});

test.each([
  ['ada@old.example', 'ada@old.example'],
  [' Ada@OLD.example ', 'ada@old.example'],
  ['ada@new.example', undefined],
  ['missing@x.example', undefined],
])('the previous address %j is found as %j', (value, id) => {
  const emails = [channel('ada@new.example', true), channel('ada@old.example')];
  expect(findOldEmail(emails, value)?.id).toBe(id);
});

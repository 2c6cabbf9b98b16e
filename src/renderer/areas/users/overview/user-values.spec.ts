import { expect, it } from 'vitest';
import { sampleUser } from '#tests/support/samples/sample-user.ts';
import { hasValues, type UserValues, userChanges, userValues } from './user-values';

const sampleServerUser = {
  ...sampleUser,
  selected_team: null,
  primary_email_auth_enabled: true,
  last_active_at_millis: 1_763_000_000_000,
  server_metadata: null,
};

const stored: UserValues = {
  display_name: 'Ada',
  profile_image_url: null,
  primary_email: 'ada@example.com',
  primary_email_verified: true,
  primary_email_auth_enabled: true,
  selected_team_id: '',
  is_anonymous: true,
};

it.each([
  [{}, {}],
  [{ display_name: '' }, { display_name: null }],
  [{ display_name: ' Ada' }, { display_name: ' Ada' }],
  [{ primary_email: ' ada@example.com ' }, {}],
  [
    { primary_email: 'ada@new.example ' },
    { primary_email: 'ada@new.example', primary_email_verified: true, primary_email_auth_enabled: true },
  ],
  [
    { primary_email: 'ada@new.example', primary_email_verified: false },
    { primary_email: 'ada@new.example', primary_email_verified: false, primary_email_auth_enabled: true },
  ],
  [{ primary_email: ' ', primary_email_verified: false }, { primary_email: null }],
  [{ primary_email_verified: false }, { primary_email_verified: false }],
  [{ primary_email_auth_enabled: false }, { primary_email_auth_enabled: false }],
  [{ selected_team_id: 'a' }, { selected_team_id: 'a' }],
  [{ is_anonymous: false }, { is_anonymous: false }],
  [{ profile_image_url: 'https://example.com/a.png' }, { profile_image_url: 'https://example.com/a.png' }],
])('%j is sent as %j', (change, sent) => {
  expect(userChanges({ ...stored, ...change }, stored)).toEqual(sent);
});

it('clears what was there', () => {
  const full = { ...stored, profile_image_url: 'https://example.com/a.png', selected_team_id: 'a' };
  expect(userChanges({ ...full, profile_image_url: null, selected_team_id: '' }, full)).toEqual({
    profile_image_url: null,
    selected_team_id: null,
  });
});

it('a user has the values that were sent, whatever else was changed', () => {
  const before = userValues(sampleServerUser);
  const wanted = { ...before, display_name: 'New name' };
  expect(hasValues({ ...sampleServerUser, display_name: 'New name', primary_email_verified: false }, wanted, before)).toBe(true);
  expect(hasValues(sampleServerUser, wanted, before)).toBe(false);
});

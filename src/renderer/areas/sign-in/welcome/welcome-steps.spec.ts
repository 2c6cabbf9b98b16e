import { expect, test } from 'vitest';
import type { ClientUser } from '#contract/service/models/user-models.ts';
import { type MissingStep, missingSteps } from './welcome-steps';

const complete: ClientUser = {
  id: '3241a285-8329-4d69-8f3d-316e08cf140c',
  primary_email: 'ada@x.io',
  primary_email_verified: true,
  display_name: 'Ada',
  client_metadata: null,
  client_read_only_metadata: null,
  profile_image_url: null,
  signed_up_at_millis: 0,
  has_password: true,
  auth_with_email: true,
  otp_auth_enabled: false,
  passkey_auth_enabled: true,
  oauth_providers: [],
  selected_team_id: null,
  selected_team: null,
  requires_totp_mfa: false,
  is_anonymous: false,
};
const everything = { passkey_enabled: true, enabled_oauth_providers: [{ id: 'github' }] };
const github = [{ id: 'github', account_id: 'x', email: null }];

test.each<[what: string, user: Partial<ClientUser>, config: Partial<typeof everything>, steps: MissingStep[]]>([
  ['nothing', {}, {}, []],
  ['a name', { display_name: null }, {}, ['name']],
  ['a name that can be seen', { display_name: ' \t' }, {}, ['name']],
  ['a verified address', { primary_email_verified: false }, {}, ['verification']],
  ['no verification without an address', { primary_email: null, primary_email_verified: false }, {}, []],
  ['a second method', { passkey_auth_enabled: false }, {}, ['method']],
  ['a first method', { passkey_auth_enabled: false, has_password: false }, {}, ['method']],
  ['no second method where a provider is connected', { passkey_auth_enabled: false, oauth_providers: github }, {}, []],
  ['no method that the project lacks', { passkey_auth_enabled: false }, { passkey_enabled: false, enabled_oauth_providers: [] }, []],
  ['two-factor authentication is no method', { passkey_auth_enabled: false, requires_totp_mfa: true }, {}, ['method']],
  [
    'a provider that is connected already is none to connect',
    { passkey_auth_enabled: false, has_password: false, oauth_providers: github },
    { passkey_enabled: false },
    [],
  ],
  ['everything', { display_name: '', primary_email_verified: false, passkey_auth_enabled: false }, {}, ['name', 'verification', 'method']],
])('finds what is missing: %s', (_what, user, config, steps) => {
  expect(missingSteps({ ...complete, ...user }, { ...everything, ...config })).toEqual(steps);
});

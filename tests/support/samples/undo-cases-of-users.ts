/** Undoing writes of users and teams. */
import { type UndoCase, updated } from './undo-cases';

const user = { user_id: 'u' };
const member = { team_id: 't', user_id: 'u' };
const permission = { ...member, permission_id: 'p' };
const projectPermission = { ...user, permission_id: 'p' };
const direct = { items: [{ id: 'p', ...member }] };
const none = { items: [] };

export const userCases: readonly UndoCase[] = [
  updated('users.update', { params: user, body: { display_name: 'B' } }, { display_name: 'A' }, { display_name: 'B' }, [
    { endpoint: 'users.update', params: user, body: { display_name: 'A' } },
  ]),
  {
    of: 'users.update',
    what: 'of a primary email, which on earlier releases changes the address and keeps its flags',
    input: { params: user, body: { primary_email: 'b@x.example' } },
    before: { primary_email: 'a@x.example', primary_email_verified: true, primary_email_auth_enabled: true },
    response: { primary_email: 'b@x.example' },
    now: { primary_email: 'b@x.example' },
    without: ['old-email-kept'],
    sends: [
      {
        endpoint: 'users.update',
        params: user,
        body: { primary_email: 'a@x.example', primary_email_verified: true, primary_email_auth_enabled: true },
      },
    ],
  },
  {
    of: 'users.update',
    what: 'of a primary email, whose new address stays from 2.8.59 on',
    input: { params: user, body: { primary_email: 'b@x.example' } },
    before: { primary_email: null },
    now: { primary_email: 'b@x.example' },
    sends: [{ endpoint: 'users.update', params: user, body: { primary_email: null } }],
    losses: ['new-email-stays'],
  },
  {
    of: 'users.update',
    what: 'of a restriction, whose texts need the switch beside them',
    input: { params: user, body: { restricted_by_admin: false } },
    before: { restricted_by_admin: true, restricted_by_admin_reason: 'Spam' },
    now: { restricted_by_admin: false, restricted_by_admin_reason: null },
    sends: [
      {
        endpoint: 'users.update',
        params: user,
        body: { restricted_by_admin: true, restricted_by_admin_reason: 'Spam', restricted_by_admin_private_details: null },
      },
    ],
  },
  { ...updated('users.update', { params: user, body: { password: '***' } }, {}, {}, 'password'), what: 'of a password' },
  { ...updated('users.update', { params: user, body: { totp_secret_base64: null } }, {}, {}, 'two-factor'), what: 'of 2FA' },
  updated('users.updateMe', { body: { client_metadata: { a: 1 } } }, { client_metadata: null }, { client_metadata: { a: 1 } }, [
    { endpoint: 'users.updateMe', body: { client_metadata: null } },
  ]),
  {
    of: 'users.updateMe',
    what: 'of an image, which clients can’t send as a URL',
    input: { body: { profile_image_url: 'data:image/png;base64,AA' } },
    before: { profile_image_url: 'https://x.example/old.png' },
    response: { profile_image_url: 'https://x.example/new.png' },
    now: { profile_image_url: 'https://x.example/new.png' },
    byAccount: true,
    sends: 'project-only',
  },
  {
    of: 'users.create',
    input: { body: {} },
    response: { id: 'u' },
    sends: [{ endpoint: 'users.delete', params: { user_id: 'u' } }],
  },
  {
    of: 'users.delete',
    input: { params: user },
    before: {
      id: 'u',
      display_name: 'Ada',
      primary_email: 'a@x.example',
      primary_email_verified: true,
      primary_email_auth_enabled: false,
      profile_image_url: null,
      server_metadata: { a: 1 },
      oauth_providers: [{ id: 'github', account_id: '1', email: null }],
      restricted_by_admin: true,
    },
    now: null,
    sends: [
      {
        endpoint: 'users.create',
        body: {
          display_name: 'Ada',
          primary_email: 'a@x.example',
          primary_email_verified: true,
          primary_email_auth_enabled: false,
          server_metadata: { a: 1 },
          oauth_providers: [{ id: 'github', account_id: '1' }],
        },
      },
      { endpoint: 'users.update', newId: 'user_id', body: { restricted_by_admin: true } },
    ],
    losses: ['id', 'password', 'passkey', 'two-factor', 'sessions', 'api-keys', 'teams', 'permissions', 'other-emails'],
  },
  { of: 'users.delete', what: 'that exists', input: { params: user }, before: { id: 'u' }, now: { id: 'u' }, sends: 'unchanged' },
  { of: 'users.delete', what: 'that wasn’t read', input: { params: user }, now: null, sends: 'unknown' },
  { of: 'teams.create', input: { body: {} }, response: { id: 't' }, sends: [{ endpoint: 'teams.delete', params: { id: 't' } }] },
  { of: 'teams.create', what: 'whose response is lost', input: { body: {} }, sends: 'unknown' },
  updated('teams.update', { params: { id: 't' }, body: { display_name: 'B' } }, { display_name: 'A' }, { display_name: 'B' }, [
    { endpoint: 'teams.update', params: { id: 't' }, body: { display_name: 'A' } },
  ]),
  {
    of: 'teams.delete',
    input: { params: { id: 't' } },
    before: { id: 't', display_name: 'T', profile_image_url: 'https://x.example/t.png', client_metadata: null, created_at_millis: 1 },
    now: null,
    sends: [{ endpoint: 'teams.create', body: { display_name: 'T', profile_image_url: 'https://x.example/t.png' } }],
    losses: ['id', 'members', 'permissions', 'invitations', 'api-keys'],
  },
  { of: 'teams.addMember', input: { params: member }, sends: [{ endpoint: 'teams.removeMember', params: member }] },
  {
    of: 'teams.removeMember',
    what: 'of a member, whose direct permissions come back',
    input: { params: member },
    before: direct,
    now: none,
    sends: [
      { endpoint: 'teams.addMember', params: member, body: {} },
      { endpoint: 'permissions.grantInTeam', params: permission, body: {} },
    ],
  },
  {
    of: 'teams.removeMember',
    what: 'of yourself',
    input: { params: member },
    before: direct,
    now: none,
    byAccount: true,
    sends: 'project-only',
  },
  updated('teams.updateProfile', { params: member, body: { display_name: 'B' } }, { display_name: 'A' }, { display_name: 'B' }, [
    { endpoint: 'teams.updateProfile', params: member, body: { display_name: 'A' } },
  ]),
  {
    of: 'teams.updateProfile',
    what: 'of the first name within the team, which can’t be cleared',
    input: { params: member, body: { display_name: 'B' } },
    before: { display_name: null },
    now: { display_name: 'B' },
    sends: 'unsupported',
  },
  {
    of: 'teams.update',
    what: 'of a name with an image, of which clients can restore the name',
    input: { params: { id: 't' }, body: { display_name: 'B', profile_image_url: null } },
    before: { display_name: 'A', profile_image_url: 'https://x.example/t.png' },
    now: { display_name: 'B', profile_image_url: null },
    byAccount: true,
    sends: [{ endpoint: 'teams.update', params: { id: 't' }, body: { display_name: 'A' } }],
  },
  {
    of: 'teams.invite',
    input: { body: { team_id: 't', email: 'a@x.example' } },
    response: { id: 'i', success: true },
    sends: [{ endpoint: 'teams.revokeInvitation', params: { id: 'i' }, query: { team_id: 't' } }],
  },
  {
    of: 'permissions.grantInTeam',
    input: { params: permission },
    before: none,
    now: direct,
    sends: [{ endpoint: 'permissions.revokeInTeam', params: permission }],
  },
  {
    of: 'permissions.grantInTeam',
    what: 'that had been granted before',
    input: { params: permission },
    before: direct,
    now: direct,
    sends: 'unchanged',
  },
  {
    of: 'permissions.revokeInTeam',
    input: { params: permission },
    before: direct,
    now: none,
    sends: [{ endpoint: 'permissions.grantInTeam', params: permission, body: {} }],
  },
  {
    of: 'permissions.grantInProject',
    input: { params: projectPermission },
    before: none,
    now: direct,
    sends: [{ endpoint: 'permissions.revokeInProject', params: projectPermission }],
  },
  {
    of: 'permissions.revokeInProject',
    input: { params: projectPermission },
    before: direct,
    now: none,
    sends: [{ endpoint: 'permissions.grantInProject', params: projectPermission, body: {} }],
  },
  {
    of: 'contactChannels.create',
    input: { body: { user_id: 'u', value: 'a@x.example' } },
    response: { id: 'c' },
    sends: [{ endpoint: 'contactChannels.delete', params: { user_id: 'u', id: 'c' } }],
  },
  {
    of: 'contactChannels.update',
    what: 'of a value, which needs its type and would be unverified',
    input: { params: { user_id: 'u', id: 'c' }, body: { value: 'b@x.example', type: 'email' } },
    before: { value: 'a@x.example', type: 'email', is_verified: true },
    now: { value: 'b@x.example', type: 'email', is_verified: false },
    sends: [
      {
        endpoint: 'contactChannels.update',
        params: { user_id: 'u', id: 'c' },
        body: { value: 'a@x.example', type: 'email', is_verified: true },
      },
    ],
  },
  {
    of: 'contactChannels.delete',
    what: 'of your own, which has to be verified again',
    input: { params: { user_id: 'me', id: 'c' } },
    before: { id: 'c', value: 'a@x.example', used_for_auth: true, is_primary: false, is_verified: true },
    now: null,
    byAccount: true,
    sends: [
      {
        endpoint: 'contactChannels.create',
        body: { user_id: 'me', type: 'email', value: 'a@x.example', used_for_auth: true, is_primary: false },
      },
    ],
    losses: ['unverified'],
  },
  {
    of: 'oauth.addProvider',
    input: { body: { user_id: 'u' } },
    response: { id: 'o' },
    sends: [{ endpoint: 'oauth.removeProvider', params: { user_id: 'u', id: 'o' } }],
  },
  updated(
    'oauth.updateProvider',
    { params: { user_id: 'u', id: 'o' }, body: { allow_sign_in: false } },
    { allow_sign_in: true },
    { allow_sign_in: false },
    [{ endpoint: 'oauth.updateProvider', params: { user_id: 'u', id: 'o' }, body: { allow_sign_in: true } }],
  ),
  {
    of: 'oauth.removeProvider',
    what: 'before 2.8.38, where the type names the provider',
    input: { params: { user_id: 'u', id: 'o' } },
    before: { id: 'o', type: 'github', account_id: '1', allow_sign_in: true, allow_connected_accounts: false },
    now: null,
    sends: [
      {
        endpoint: 'oauth.addProvider',
        body: { user_id: 'u', provider_config_id: 'github', account_id: '1', allow_sign_in: true, allow_connected_accounts: false },
      },
    ],
    losses: ['id'],
  },
];

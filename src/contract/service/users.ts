/** The signed-in user and the project's users (wire/endpoints 4). */
import { z } from 'zod';
import { endpoint } from '../definitions';
import { maxObjectBytes } from '../limits';
import { email, id, json, pageOf, password, success, url, userIdOrMe } from './models/fields';
import { clientUser, serverUser } from './models/user-models';
import { reads } from './read-groups';

const base64 = z.base64();

export const ownUserUpdate = z.strictObject({
  display_name: z.string().nullable().optional(),
  profile_image_url: z.string().max(1_000_000).nullable().optional(),
  client_metadata: json.optional(),
  selected_team_id: id.nullable().optional(),
  totp_secret_base64: base64.nullable().optional(),
  otp_auth_enabled: z.boolean().optional(),
  passkey_auth_enabled: z.boolean().optional(),
});

const serverFields = {
  display_name: z.string().nullable().optional(),
  profile_image_url: url.max(1_000_000).nullable().optional(),
  client_metadata: json.optional(),
  client_read_only_metadata: json.optional(),
  server_metadata: json.optional(),
  primary_email: email.nullable().optional(),
  primary_email_verified: z.boolean().optional(),
  primary_email_auth_enabled: z.boolean().optional(),
  password: password.nullable().optional(),
  password_hash: z.string().min(1).optional(),
  otp_auth_enabled: z.boolean().optional(),
  passkey_auth_enabled: z.boolean().optional(),
  totp_secret_base64: base64.nullable().optional(),
};

export const userUpdate = z.strictObject({
  ...serverFields,
  is_anonymous: z.literal(false).optional(),
  selected_team_id: id.nullable().optional(),
});

/** A restriction by an admin, from 2.8.65 on; the texts need the switch beside them (wire/later 1). */
export const userRestriction = z.strictObject({
  restricted_by_admin: z.boolean(),
  /** The user reads it. */
  restricted_by_admin_reason: z.string().nullable().optional(),
  restricted_by_admin_private_details: z.string().nullable().optional(),
});

export const userCreation = z.strictObject({
  ...serverFields,
  is_anonymous: z.boolean().optional(),
  oauth_providers: z.array(z.strictObject({ id: z.string(), account_id: z.string(), email: z.string().nullable().optional() })).optional(),
});

export const userListQuery = z.strictObject({
  limit: z.int().min(1).optional(),
  cursor: id.optional(),
  order_by: z.enum(['signed_up_at']).optional(),
  desc: z.boolean().optional(),
  query: z.string().optional(),
  team_id: id.optional(),
  /** From 2.8.34 on: whether anonymous users are listed, by default `false`. */
  include_anonymous: z.enum(['true', 'false']).optional(),
  /** From 2.8.59 on. */
  only_anonymous: z.enum(['true', 'false']).optional(),
  include_restricted: z.enum(['true', 'false']).optional(),
});

const affectedUser = z.object({ id: z.string(), display_name: z.string().nullable(), primary_email: z.string().nullable() });

const oneUser = { path: '/users/{user_id}', params: z.strictObject({ user_id: userIdOrMe }) } as const;

export const users = {
  me: endpoint({ method: 'GET', path: '/users/me', responds: 'user', actors: { account: { access: 'client', response: clientUser } } }),
  updateMe: endpoint({
    method: 'PATCH',
    path: '/users/me',
    responds: 'user',
    changesSignIn: ['otp_auth_enabled', 'passkey_auth_enabled', 'totp_secret_base64'],
    invalidates: [...reads.users, ...reads.members, ...reads.metrics],
    journal: {
      subject: { kind: 'account', id: 'account' },
      before: 'users.me',
      undo: { restore: true, except: { totp_secret_base64: 'two-factor', passkey_auth_enabled: 'passkey' } },
    },
    actors: { account: { access: 'client', body: ownUserUpdate, response: clientUser } },
  }),
  /** Windows use `accounts.deleteUser` instead, where the main process checks the typed confirmation. */
  deleteMe: endpoint({
    method: 'DELETE',
    path: '/users/me',
    offered: false,
    journal: { subject: { kind: 'account', id: 'account' }, before: 'users.me', undo: { none: 'own-account' } },
    actors: { account: { access: 'client', response: success } },
  }),
  list: endpoint({
    method: 'GET',
    path: '/users',
    adapted: 'anonymous-listed',
    actors: { project: { access: 'server', query: userListQuery, response: pageOf(serverUser) } },
  }),
  /** The users that a setting would restrict, newest first, if it goes from off to on; from 2.8.59 on (wire/later 1). */
  affected: endpoint({
    method: 'POST',
    path: '/internal/onboarding/preview-affected-users',
    effect: 'read',
    idempotent: true,
    feature: 'affected-users',
    actors: {
      project: {
        access: 'admin',
        query: z.strictObject({ limit: z.int().min(1).optional() }),
        body: z.strictObject({ onboarding: z.strictObject({ require_email_verification: z.boolean().optional() }) }),
        response: z.object({ affected_users: z.array(affectedUser), total_affected_count: z.number() }),
      },
    },
  }),
  create: endpoint({
    method: 'POST',
    path: '/users',
    maxResponseBytes: maxObjectBytes,
    invalidates: [...reads.users, ...reads.metrics],
    journal: { subject: { kind: 'user', id: 'response.id' }, before: null, undo: { opposite: 'users.delete' } },
    actors: { project: { access: 'server', body: userCreation, response: serverUser } },
  }),
  read: endpoint({ method: 'GET', ...oneUser, responds: 'user', actors: { project: { access: 'server', response: serverUser } } }),
  delete: endpoint({
    method: 'DELETE',
    ...oneUser,
    snapshot: 'user',
    invalidates: [...reads.users, ...reads.sessions, ...reads.teams, ...reads.members, ...reads.metrics],
    journal: { subject: { kind: 'user', id: 'params.user_id' }, before: 'users.read', undo: { again: 'users.create' } },
    actors: { project: { access: 'server', response: success } },
  }),
  update: endpoint({
    method: 'PATCH',
    ...oneUser,
    responds: 'user',
    invalidates: [...reads.users, ...reads.sessions, ...reads.members, ...reads.emails, ...reads.metrics],
    journal: {
      subject: { kind: 'user', id: 'params.user_id' },
      before: 'users.read',
      undo: {
        restore: true,
        except: {
          password: 'password',
          password_hash: 'password',
          totp_secret_base64: 'two-factor',
          passkey_auth_enabled: 'passkey',
          is_anonymous: 'anonymous',
        },
      },
    },
    actors: { project: { access: 'server', body: userUpdate.extend(userRestriction.partial().shape), response: serverUser } },
  }),
};

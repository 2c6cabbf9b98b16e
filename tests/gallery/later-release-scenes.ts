/** What only later releases of the service show: the sandbox is the baseline, so the responses are put in. */
import type { Reply } from '../../src/contract/errors';
import { sampleUser } from '../support/sample-user';
import { goWith, type Scene } from './stage';

const restricted = {
  ...sampleUser,
  primary_email_verified: false,
  is_restricted: true,
  restricted_reason: { type: 'email_not_verified' },
};
const restrictedByAdmin = {
  ...sampleUser,
  selected_team: null,
  primary_email_auth_enabled: true,
  last_active_at_millis: sampleUser.signed_up_at_millis,
  server_metadata: null,
  is_restricted: true,
  restricted_reason: { type: 'restricted_by_administrator' },
  restricted_by_admin: true,
  restricted_by_admin_reason: 'Several accounts from one address, all with the same picture',
  restricted_by_admin_private_details: 'Ticket 1843',
};
const ok = (value: object): Reply => ({ ok: true, value });
const listOf = (...items: object[]) => ok({ items, is_paginated: true, pagination: { next_cursor: null } });

const users = '/c/sandbox/users';

export const laterReleaseScenes: readonly Scene[] = [
  {
    name: 'profile, restricted',
    show: async (stage) => {
      await goWith(stage, '/c/sandbox/account/profile', { 'service.users.me': ok(restricted) });
      await stage.screens.page.getByText('Your account is restricted').waitFor();
    },
  },
  {
    name: 'users, restricted',
    show: async (stage) => {
      await goWith(stage, `${users}?panel=${sampleUser.id}`, {
        'service.users.list': listOf(restrictedByAdmin),
        'service.users.read': ok(restrictedByAdmin),
      });
      await stage.screens.panel.getByText('Ticket 1843').waitFor();
    },
  },
];

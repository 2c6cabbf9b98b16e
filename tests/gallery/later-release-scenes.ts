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
const anonymous = { ...sampleUser, display_name: null, primary_email: null, is_anonymous: true };
const restrictedAsAnonymous = { ...anonymous, is_restricted: true, restricted_reason: { type: 'anonymous' } };
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
    name: 'profile, restricted as anonymous',
    show: async (stage) => {
      await goWith(stage, '/c/sandbox/account/profile', { 'service.users.me': ok(restrictedAsAnonymous) });
      await stage.screens.page.getByText('Reason: Anonymous account').waitFor();
    },
  },
  {
    name: 'users, restricted',
    show: async (stage) => {
      await goWith(stage, `${users}?panel=${sampleUser.id}`, {
        'service.users.list': listOf(
          restrictedByAdmin,
          { ...restrictedByAdmin, ...restricted, id: '5b0f3c1e-0c5c-4f0e-9a53-0c2f4a0e6a11', restricted_by_admin: false },
          { ...restrictedByAdmin, ...restrictedAsAnonymous, id: '5b0f3c1e-0c5c-4f0e-9a53-0c2f4a0e6a12', restricted_by_admin: false },
        ),
        'service.users.read': ok(restrictedByAdmin),
      });
      await stage.screens.panel.getByText('Ticket 1843').waitFor();
    },
  },
];

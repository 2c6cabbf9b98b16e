/** What is easily overlooked about a removal, in the dialogs that ask for it. */
import type { Account } from '#contract/bridge/accounts.ts';
import type { Reply } from '#contract/errors.ts';
import { teamRights } from '#lib/rules/team-rights.ts';
import { sampleUser } from '../support/samples/sample-user';
import { shop } from './sample-connection';
import { goOn, goWith, type Scene, type SceneContext } from './scene';

const ok = (value: object): Reply => ({ ok: true, value });
const listOf = (items: readonly object[]): Reply => ok({ items, is_paginated: false });
const teamOf = (n: number, display_name: string) => ({
  id: `6e8f5f6a-9a41-4e6f-93a1-${String(n).padStart(12, '0')}`,
  display_name,
  profile_image_url: null,
  client_metadata: null,
  client_read_only_metadata: null,
  server_metadata: null,
  created_at_millis: 1_744_192_800_000,
});
const teams = [teamOf(1, 'Difference Team'), teamOf(2, 'Punched Cards'), teamOf(3, 'فريق الترجمة')];
const grants = teams.flatMap(({ id: team_id }) => teamRights.map((id) => ({ id, user_id: sampleUser.id, team_id })));
const user = {
  ...sampleUser,
  primary_email_auth_enabled: true,
  last_active_at_millis: sampleUser.signed_up_at_millis,
  server_metadata: null,
  selected_team_id: teams[0]?.id ?? null,
};
const member = { team_id: teams[0]?.id, user_id: sampleUser.id, display_name: 'Ada', profile_image_url: null };
const replies = {
  'service.users.read': ok(user),
  'service.users.me': ok(user),
  'service.teams.list': listOf(teams),
  'service.teams.read': ok(teams[0] ?? {}),
  'service.teams.profiles': listOf([member]),
  'service.users.list': ok({ items: [user], is_paginated: true, pagination: { next_cursor: null } }),
  'service.permissions.inTeams': (input: unknown): Reply => {
    const teamId = (input as { query?: { team_id?: string } }).query?.team_id;
    return listOf(grants.filter(({ team_id }) => teamId === undefined || team_id === teamId));
  },
};
const account: Account = {
  id: 'a',
  connectionId: shop.id,
  userId: sampleUser.id,
  displayName: 'Ada',
  primaryEmail: sampleUser.primary_email,
  state: 'signed-in',
  current: true,
  isShared: false,
};
const owned = (name: string) => ({
  ...shop,
  id: name,
  name,
  credentials: { client: false, server: false, admin: false, owner: { internalConnectionId: shop.id, userId: sampleUser.id, name: 'Ada' } },
});

/** Opens a screen of a connection through whose user other projects were opened, and who is signed in. */
async function open(context: SceneContext, path: string, own: object = {}): Promise<void> {
  await goWith(context, '/', replies);
  const dashboard = { ...shop, name: 'Dashboard', projectId: 'internal', safety: 'normal' };
  context.bridge.push('connections.list', [{ ...dashboard, ...own }, owned('Analytical Engines'), owned('متجر الكتب')]);
  context.bridge.push('accounts.list', [account]);
  await goOn(context, `/c/${shop.id}/${path}`);
}

export const removalScenes: readonly Scene[] = [
  {
    name: 'user page, delete with risks',
    show: async (context) => {
      const { page, dialog } = context.screens;
      await open(context, `users/${user.id}`);
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete user' }).click();
      await dialog.getByText('Afterwards, no member of these teams').waitFor();
    },
  },
  {
    name: 'project team members, remove the last admin',
    show: async (context) => {
      const { page, dialog } = context.screens;
      await open(context, `teams/${teams[0]?.id}?tab=members`);
      await page.getByRole('button', { name: 'Remove Ada', exact: true }).click();
      await dialog.getByText('Afterwards, no member of this team').waitFor();
    },
  },
  {
    name: 'team, leave as its last admin',
    show: async (context) => {
      const { page, dialog } = context.screens;
      await open(context, `account/teams/${teams[0]?.id}`);
      await page.getByRole('main').getByRole('button', { name: 'Leave team' }).click();
      await dialog.getByText('This is your selected team').waitFor();
    },
  },
  {
    name: 'team, leave without a check',
    show: async (context) => {
      const { page, dialog } = context.screens;
      await open(context, `account/teams/${teams[1]?.id}`, { credentials: { client: 'k3vx', server: false, admin: false, owner: null } });
      await page.getByRole('main').getByRole('button', { name: 'Leave team' }).click();
      await dialog.getByText('Check first that another member can').waitFor();
    },
  },
];

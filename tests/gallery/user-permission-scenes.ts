/** The teams and permissions of a user, as a project admin sees them, in every state, and their overlays. */
import type { Reply } from '#contract/errors.ts';
import { sampleUser } from '../support/samples/sample-user';
import { goWith, placeholder, type Scene, type SceneContext } from './scene';

const { id: userId } = sampleUser;
const path = `/c/sandbox/users/${userId}?tab=permissions`;
const lost: Reply = { ok: false, error: { code: 'service-error', status: 503, requestId: 'q3v8c1x5m2n7p4r6' } };
const ok = (value: object): Reply => ({ ok: true, value });
const listOf = (items: readonly object[]): Reply => ok({ items, is_paginated: false });

const user = ok({
  ...sampleUser,
  display_name: 'Ada Lovelace',
  primary_email_auth_enabled: true,
  last_active_at_millis: Date.now() - 3_600_000,
  server_metadata: null,
});
const team = (n: number, display_name: string) => ({
  id: `5c1d5f6a-9a41-4e6f-93a1-${String(n).padStart(12, '0')}`,
  display_name,
  profile_image_url: null,
  client_metadata: null,
  client_read_only_metadata: null,
  server_metadata: null,
  created_at_millis: Date.now() - n * 86_400_000,
});
const teams = [
  team(1, 'Analytical Engines'),
  team(2, 'The Society for the Publication of Scientific Memoirs and Notes by the Translator '.repeat(3)),
  team(3, 'فريق الترجمة 🧮'),
  team(4, '<img src=x onerror="alert(1)">'),
];
const grants = [
  { id: 'owner', user_id: userId, team_id: teams[0]?.id },
  { id: 'support', user_id: userId, team_id: teams[0]?.id },
  { id: 'member', user_id: userId, team_id: teams[2]?.id },
];
const usual = {
  'service.users.read': user,
  'service.teams.list': listOf(teams),
  'service.permissions.inTeams': listOf(grants),
  'service.permissions.inProject': listOf([
    { id: 'analyst', user_id: userId },
    { id: 'deleted_permission', user_id: userId },
  ]),
};

async function show(context: SceneContext, replies: Parameters<typeof goWith>[2] = {}): Promise<void> {
  await goWith(context, path, { ...usual, ...replies });
  await context.screens.page.getByRole('list', { name: 'Permissions: Project' }).waitFor();
}

export const userPermissionScenes: readonly Scene[] = [
  { name: 'user permissions', show: (context) => show(context) },
  {
    name: 'user permissions, draft',
    after: 'user permissions',
    show: async ({ screens: { page } }) => {
      await page.getByRole('checkbox', { name: 'analyst' }).click();
      await page.getByRole('checkbox', { name: 'reports:export' }).click();
      await page.getByText(/^Also loses/).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'user permissions, in a team',
    show: async (context) => {
      await show(context);
      const { page } = context.screens;
      await page.getByRole('button', { name: 'Permissions in Analytical Engines' }).click();
      await page.getByRole('list', { name: 'Permissions: Analytical Engines' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'user permissions, add to team',
    show: async (context) => {
      await show(context);
      context.bridge.set({ ...usual, 'service.teams.list': listOf([...teams, team(5, 'Punched Cards'), team(6, 'Store & Mill')]) });
      await context.screens.page.getByRole('button', { name: 'Add to team' }).click();
      await context.screens.dialog.getByRole('radio').first().waitFor();
    },
  },
  {
    name: 'user permissions, remove from team',
    show: async (context) => {
      await show(context);
      await context.screens.page.getByRole('button', { name: 'Remove from Analytical Engines' }).click();
      await context.screens.dialog.waitFor();
    },
  },
  {
    name: 'user permissions, none',
    show: (context) => {
      const none = listOf([]);
      return show(context, { 'service.teams.list': none, 'service.permissions.inTeams': none, 'service.permissions.inProject': none });
    },
  },
  {
    name: 'user permissions, loading',
    show: async (context) => {
      await goWith(context, path, { ...usual, 'service.teams.list': 'never' });
      await placeholder(context);
    },
  },
  {
    name: 'user permissions, failed',
    show: async (context) => {
      await goWith(context, path, { ...usual, 'service.permissions.inTeams': lost });
      await context.screens.page.getByRole('main').getByRole('alert').first().waitFor();
    },
  },
];

/** The account's permissions in every state. */
import type { Reply } from '#contract/errors.ts';
import { goWith, placeholder, type Scene, type SceneContext } from './scene';

const path = '/c/sandbox/account/permissions';
const lost: Reply = { ok: false, error: { code: 'service-error', status: 503, requestId: 'q3v8c1x5m2n7p4r6' } };
const refused: Reply = { ok: false, error: { code: 'known-error', known: 'INSUFFICIENT_ACCESS_TYPE', status: 401 } };
const none: Reply = { ok: true, value: { items: [], is_paginated: false } };

async function show(context: SceneContext, replies: Parameters<typeof goWith>[2]): Promise<void> {
  await goWith(context, path, replies);
  await context.screens.page.getByRole('grid', { name: 'Permissions' }).getByRole('row').nth(4).waitFor();
}

export const permissionScenes: readonly Scene[] = [
  { name: 'permissions', show: (context) => show(context, {}) },
  {
    name: 'permissions, unknown chain',
    show: async (context) => {
      await show(context, { 'service.permissions.teamDefinitions': refused, 'service.permissions.projectDefinitions': refused });
      await context.screens.page.getByText('Couldn’t load how permissions are inherited').waitFor();
    },
  },
  {
    name: 'permissions, no match',
    show: async (context) => {
      await show(context, {});
      await context.screens.page.getByRole('searchbox', { name: 'Search by permission or team' }).fill('nothing like it');
      await context.screens.page.getByRole('heading', { name: 'No permissions match your search' }).waitFor();
    },
  },
  {
    name: 'permissions, none',
    show: async (context) => {
      await goWith(context, path, { 'service.permissions.inTeams': none, 'service.permissions.inProject': none });
      await context.screens.page.getByRole('heading', { name: 'No permissions', exact: true }).waitFor();
    },
  },
  {
    name: 'permissions, loading',
    show: async (context) => {
      await goWith(context, path, { 'service.permissions.inTeams': 'never' });
      await placeholder(context);
    },
  },
  {
    name: 'permissions, failed',
    show: async (context) => {
      await goWith(context, path, { 'service.permissions.inTeams': lost });
      await context.screens.page.getByRole('alert').waitFor();
    },
  },
];
